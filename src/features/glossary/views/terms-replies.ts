import type { ModalView } from "@slack/types";

import { limits, plainText, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { callbackIds } from "../../ids.ts";
import type { TermsSeen } from "../actions/terms.ts";
import { termsInGlossary } from "../rules/glossary.ts";

type Trouble = Exclude<TermsSeen["status"], "terms">;

/** Draws a note in place of the form. */
export function termsNote(trouble: Trouble, tongue: Tongue): ModalView {
  return note(termsTrouble(trouble, tongue), tongue);
}

/** Drawn until the terms are loaded. */
export function termsLoading(tongue: Tongue): ModalView {
  return note(tongue.t`I am looking up the terms…`, tongue);
}

function note(words: string, { t }: Tongue): ModalView {
  return {
    type: "modal",
    callback_id: callbackIds.terms,
    title: plainText(t`Review the terms`, limits.viewTitle),
    close: plainText(t`Close`, limits.viewTitle),
    blocks: [section(words)],
  };
}

export function termsTrouble(trouble: Trouble, { t }: Tongue): string {
  switch (trouble) {
    case "unknown-card":
      return t`I no longer know this manuscript. Type \`/translate glossary\` in its conversation for the newest glossary there.`;
    case "not-allowed":
      return t`Only full members in the conversation where the book was first posted, and approvers, can use its terms. Nothing was changed.`;
  }
}

/** `line` is already escaped for where it is shown. */
export function typedWrongly(line: string, { t }: Tongue): string {
  return t`“${line}” is not a term and its translation. Please write one per line, like Salt Clock = Horloge de sel. Nothing was saved.`;
}

export function fullWords({ t, counted }: Tongue): string {
  return t`A glossary has at most ${counted(termsInGlossary, "term")}, all languages together. Please delete some first.`;
}

export function notSavedAsFull(tongue: Tongue): string {
  return `${tongue.t`Nothing was changed.`} ${fullWords(tongue)}`;
}

export function termsSentWords(count: number, { t, counted }: Tongue): string {
  return t`I have sent you ${counted(count, "term")} as a file in our direct messages.`;
}
