import type { KnownBlock } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import { type Message, actions, button, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { actionIds } from "../../ids.ts";
import type { Brought, TermsSaved } from "../actions/terms.ts";
import { changesWords, faultWords } from "./term-file-words.ts";
import { whoMayEdit } from "./terms-form.ts";
import { notSavedAsFull, termsTrouble } from "./terms-replies.ts";
import { savedTermsWords } from "./terms-words.ts";

type Shown = {
  readonly brought: Brought;
  readonly quote: Quote;
  readonly file: { readonly name: string };
};

/** Draws the changes that a term file in a thread would make, with the button that saves them. */
export function termFileReply({ brought, quote, file }: Shown, context: ViewContext): Message {
  const { tongue, rules } = context;
  const { t } = tongue;
  switch (brought.status) {
    case "not-known":
      return say(termsTrouble("not-allowed", tongue));
    case "may-not-edit":
      return say(whoMayEdit({ quote, layer: "book" }, tongue));
    case "full":
      return say(notSavedAsFull(tongue));
    case "refused":
      return say(faultWords(brought, file.name, tongue));
    case "preview": {
      const whose = t`${languageShown(quote.target, rules.languages, tongue)} glossary of this book`;
      const text = changesWords(brought.changes, { name: file.name, whose }, tongue);
      return { text, blocks: [section(text), ...bringIn(brought, actionIds.takeTermFile, tongue)] };
    }
  }
}

/** The same for the form. */
export function fileWords(
  brought: Brought,
  file: { readonly name: string },
  { tongue }: ViewContext,
): { readonly notes: readonly string[]; readonly offered: readonly KnownBlock[] } {
  const { t } = tongue;
  switch (brought.status) {
    case "not-known":
    case "may-not-edit":
      return { notes: [termsTrouble("not-allowed", tongue)], offered: [] };
    case "full":
      return { notes: [notSavedAsFull(tongue)], offered: [] };
    case "refused":
      return { notes: [faultWords(brought, file.name, tongue)], offered: [] };
    case "preview": {
      const text = changesWords(
        brought.changes,
        { name: file.name, whose: t`this glossary` },
        tongue,
      );
      return { notes: [text], offered: bringIn(brought, actionIds.termsTake, tongue) };
    }
  }
}

/** Draws the import button, unless nothing would change. */
export function bringIn(
  { changes, value }: Extract<Brought, { status: "preview" }>,
  actionId: string,
  { t }: Tongue,
) {
  if (changes.fresh + changes.changed === 0) return [];
  return [
    actions(`${actionId}.buttons`, [
      button({ label: t`Import`, actionId, value, style: "primary" }),
    ]),
  ];
}

export function termsBroughtReply(
  taken: TermsSaved | { readonly status: "other-file" },
  context: ViewContext,
): Message {
  return say(termsBroughtWords(taken, context.tongue).join(" "));
}

/** Returns the result of an import; mrkdwn, one sentence each. */
export function termsBroughtWords(
  taken: TermsSaved | { readonly status: "other-file" },
  tongue: Tongue,
): readonly string[] {
  switch (taken.status) {
    case "saved":
      return savedTermsWords(taken, tongue);
    case "may-not-edit":
      return [whoMayEdit(taken.seen, tongue)];
    case "full":
      return [notSavedAsFull(tongue)];
    case "other-file":
      return [
        tongue.t`The file is no longer the one you saw, so nothing was changed. Please post it again.`,
      ];
    case "unknown-card":
    case "not-allowed":
      return [termsTrouble(taken.status, tongue)];
  }
}
