import type { KnownBlock } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import { type Message, actions, button, limits, say, section } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown } from "../../../slack/words.ts";
import { actionIds } from "../../ids.ts";
import { fileGoneError } from "../../short-replies.ts";
import type { Brought, TermsSaved } from "../actions/terms.ts";
import { type RowFault, termsInFile } from "../rules/term-rows.ts";
import { termsTrouble } from "./terms-replies.ts";
import { savedTermsWords } from "./terms-words.ts";

type Shown = {
  readonly brought: Brought;
  readonly target: Quote["target"];
  readonly file: { readonly name: string };
};

/** Draws the changes that a term file in a thread would make, with the button that saves them. */
export function termFileReply(shown: Shown, context: ViewContext): Message {
  const text = fileWords(shown, context);
  const offered = importButton(shown.brought, actionIds.takeTermFile, context.locale);
  return { text, blocks: [section(text), ...offered] };
}

/** Returns what an import would change, or why there is none; mrkdwn. */
export function fileWords({ brought, target, file }: Shown, context: ViewContext): string {
  const { locale, rules } = context;
  const { t } = locale;
  const name = t`“${outside(file.name, limits.nameShown)}”`;
  switch (brought.status) {
    case "refused":
      return [
        t`I couldn’t import ${name}, and nothing was changed:`,
        ...brought.faults.slice(0, faultsShown).map((fault) => `• ${faultWords(fault, context)}`),
        ...(brought.faults.length > faultsShown ? ["…"] : []),
      ].join("\n");
    case "preview": {
      const whose = `${name} → ${languageShown(target, rules.languages, locale)}`;
      const { fresh, changed, same } = brought.changes;
      if (fresh + changed === 0) return t`${whose}: ${t`Nothing was changed.`}`;
      return t`${whose}: ${fresh} new, ${changed} changed, ${same} the same. Nothing is saved until you confirm.`;
    }
    case "full":
    case "may-not-edit":
    case "not-allowed":
    case "unknown-card":
      return termsTrouble(brought.status, context);
  }
}

/** Draws the import button, unless nothing would change. */
export function importButton(brought: Brought, actionId: string, { t }: Locale): KnownBlock[] {
  if (brought.status !== "preview" || brought.changes.fresh + brought.changes.changed === 0) {
    return [];
  }
  const { value } = brought;
  return [
    actions(`${actionId}.buttons`, [
      button({ label: t`Import`, actionId, value, style: "primary" }),
    ]),
  ];
}

/** Returns the result of an import; mrkdwn, one sentence each. */
export function termsBroughtWords(
  taken: TermsSaved | { readonly status: "other-file" },
  context: ViewContext,
): readonly string[] {
  switch (taken.status) {
    case "saved":
      return savedTermsWords(taken, context.locale);
    case "other-file":
      return [
        context.locale
          .t`The file is no longer the one you saw, so nothing was changed. Please post it again.`,
      ];
    case "full":
    case "may-not-edit":
    case "not-allowed":
    case "unknown-card":
      return [termsTrouble(taken.status, context)];
  }
}

export function termsBroughtReply(
  taken: TermsSaved | { readonly status: "other-file" },
  context: ViewContext,
): Message {
  return say(termsBroughtWords(taken, context).join(" "));
}

function faultWords({ line, why }: RowFault, context: ViewContext): string {
  const words = whyWords(why, context);
  return line === undefined ? words : context.locale.t`line ${line}: ${words}`;
}

function whyWords(why: RowFault["why"], context: ViewContext): string {
  const { t, counted } = context.locale;
  switch (why) {
    case "no-terms":
    case "unreadable":
      return t`I need a table with the columns “source” and “target”, as CSV (UTF-8), JSON or TBX.`;
    case "too-many":
    case "too-large":
      return t`it is too large: a file has at most ${counted(termsInFile, "term")}.`;
    case "no-source":
    case "no-target":
      return t`the term or its translation is missing.`;
    case "too-long":
      return t`this is too long for a name.`;
    case "two-targets":
      return t`the same term has another translation on an earlier line.`;
    case "unavailable":
      return fileGoneError(context);
  }
}

const faultsShown = 10;
