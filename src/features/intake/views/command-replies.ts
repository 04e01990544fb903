import { type Room, personLimits } from "../../../core/limits.ts";
import type { Quote } from "../../../core/quote.ts";
import { type Message, actions, button, limits, say, section } from "../../../slack/blocks.ts";
import { outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import { actionIds } from "../../ids.ts";

type Meant = {
  readonly subcommand?: string | undefined;
  /** Its code. */
  readonly language?: string | undefined;
};

/** Answers an unknown `word` after the command. A suggestion runs nothing: the person types it again. */
export function typoReply(
  word: string,
  { subcommand, language }: Meant,
  { rules, tongue }: ViewContext,
): Message {
  const { t } = tongue;
  const said = outside(word, limits.wordShown);
  const meant = subcommand ?? (language && languageShown(language, rules.languages, tongue));
  if (meant !== undefined) {
    return say(t`I don’t know “${said}”. Did you mean \`/translate ${meant}\`?`);
  }
  const codes = rules.languages
    .slice(0, 40)
    .map(({ code }) => `\`${outside(code, limits.languageShown)}\``)
    .join(", ");
  return say(
    t`I don’t know “${said}”. After \`/translate\` I understand \`help\`, \`status\`, \`glossary\`, \`settings\` and these languages: ${codes}.`,
  );
}

export function noManuscriptReply({ tongue: { t } }: ViewContext): Message {
  return say(
    t`I found no manuscript among the newest messages here. Please post one first, as a Word, EPUB, OpenDocument, HTML, .txt or .md file.`,
  );
}

/** Asks about files under a finished card, which may be anything; `value` names them to the button. */
export function underFinishedReply(
  posted: readonly { readonly name: string }[],
  value: string,
  { tongue: { t, counted } }: ViewContext,
): Message {
  const [first] = posted;
  const what =
    posted.length === 1
      ? t`“${outside(first?.name ?? "", limits.nameShown)}”`
      : counted(posted.length, "manuscript");
  const text = t`I haven’t estimated ${what}, because the translation in this thread is finished. A list of terms has to be a .csv, .tsv, .json, or .tbx file.`;
  const estimate = button({
    label: t`Estimate as a new manuscript`,
    actionId: actionIds.newManuscript,
    value,
  });
  return { text, blocks: [section(text), actions("intake.under_finished", [estimate])] };
}

/** Refuses a request beyond the limits of one person. */
export function tooManyReply(
  { kind, until }: Extract<Room, { status: "too-many" }>,
  { tongue: { t } }: ViewContext,
): Message {
  const { atMost } = personLimits[kind];
  return say(
    kind === "cards"
      ? t`You can have ${atMost} open cards at a time, so nothing was estimated. Please decline some, or try again from ${when(until)}.`
      : t`You can hand in ${atMost} files in 24 hours, so nothing was estimated. Please hand in fewer, or try again from ${when(until)}.`,
  );
}

type Asked = {
  readonly quoted: readonly Quote[];
  readonly standing: readonly Quote[];
  readonly amended: readonly Quote[];
};

/** Says which cards are on their way, and which exist already. */
export function askedReply({ quoted, standing, amended }: Asked, context: ViewContext): Message {
  const { t } = context.tongue;
  return say(
    [
      ...(quoted.length === 0
        ? []
        : [estimatingWords(quoted, context), comingWords(quoted, context)]),
      ...(standing.length === 0 ? [] : [standingWords(standing, context)]),
      ...(amended.length === 0 ? [] : [t`I added your request to the card.`]),
    ].join(" "),
  );
}

function estimatingWords(quoted: readonly Quote[], context: ViewContext): string {
  return context.tongue
    .t`I am estimating ${files(quoted, context)} for ${targets(quoted, context)}.`;
}

function comingWords(quoted: readonly Quote[], { tongue: { t } }: ViewContext): string {
  const count = quoted.length;
  if (quoted.every(({ place }) => place.thread !== undefined)) {
    return t`{${count}, plural, one {You’ll find the estimate in the thread.} other {You’ll find # cards in the thread.}}`;
  }
  return t`{${count}, plural, one {You’ll find the estimate here.} other {You’ll find # cards here.}}`;
}

function standingWords(standing: readonly Quote[], context: ViewContext): string {
  const { t } = context.tongue;
  const [what, languages] = [files(standing, context), targets(standing, context)];
  return t`${what} {${standing.length}, plural, one {has a card} other {have cards}} for ${languages} already.`;
}

function files(quotes: readonly Quote[], { tongue }: ViewContext): string {
  const names = new Map(quotes.map((quote) => [quote.file.id, named(quote, tongue)]));
  return names.size === 1 ? [...names.values()].join("") : tongue.counted(names.size, "manuscript");
}

function targets(quotes: readonly Quote[], { rules, tongue }: ViewContext): string {
  const codes = new Set(quotes.map(({ target }) => target));
  return tongue.listed([...codes].map((code) => languageShown(code, rules.languages, tongue)));
}
