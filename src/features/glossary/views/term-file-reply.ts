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
import { fullWords, termsTrouble } from "./terms-replies.ts";
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
  const { t, amount, enumerated } = locale;
  const name = t`“${outside(file.name, limits.nameShown)}”`;
  const not = (why: string) => `${t`I couldn’t import ${name}, and nothing was changed:`} ${why}`;
  switch (brought.status) {
    case "refused":
      return not(whyWords(brought.why, context));
    case "faulty": {
      const more = brought.lines.length > linesShown ? ["…"] : [];
      const lines = [...brought.lines.slice(0, linesShown).map(amount), ...more];
      return not(
        t`each line needs a term and one translation of it, both short. Lines to check: ${enumerated(lines)}.`,
      );
    }
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

type Refused = Extract<Brought, { status: "refused" }>;

function whyWords(why: Refused["why"], context: ViewContext): string {
  switch (why) {
    case "no-table":
      return context.locale
        .t`I need a table with the columns “source” and “target”, as CSV (UTF-8), JSON or TBX.`;
    case "too-large":
      return fullWords(context);
    case "unavailable":
      return fileGoneError(context);
  }
}

const linesShown = 10;

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

export function termsBroughtWords(
  taken: TermsSaved | { readonly status: "gone" },
  context: ViewContext,
): readonly string[] {
  switch (taken.status) {
    case "saved":
      return savedTermsWords(taken, context.locale);
    case "gone":
      return [fileGoneError(context)];
    case "full":
    case "may-not-edit":
    case "not-allowed":
    case "unknown-card":
      return [termsTrouble(taken.status, context)];
  }
}

export function termsBroughtReply(
  taken: Parameters<typeof termsBroughtWords>[0],
  context: ViewContext,
): Message {
  return say(termsBroughtWords(taken, context).join(" "));
}
