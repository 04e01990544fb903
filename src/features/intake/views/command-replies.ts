import { type Room, personLimits } from "../../../core/limits.ts";
import type { Quote } from "../../../core/quote.ts";
import { type Message, actions, button, limits, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { mentions, outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import { stateWords } from "../../estimate/views/other-runs.ts";
import type { TermsFound } from "../../glossary/actions/look-up-terms.ts";
import { reviewButton } from "../../glossary/views/glossary-table.ts";
import { linkedLine, newestFirst } from "../../home/views/quote-line.ts";
import { actionIds } from "../../ids.ts";

/** `/translate help`. */
export function helpReply(context: ViewContext): Message {
  const { t } = context.tongue;
  const intro = introWords(context);
  return {
    text: `${intro} ${t`Type /translate to hand in a manuscript, or /translate status to see yours.`}`,
    blocks: [section(intro), section(commandList(context.tongue).join("\n"))],
  };
}

/**
 * Says what Galley does and who approves, for replies that only one person sees: in a channel it would
 * notify all approvers.
 */
export function introWords({ approvers, tongue }: ViewContext): string {
  const { t } = tongue;
  return [
    howToBegin(tongue),
    t`I answer in its thread with an estimate. Nothing is translated until someone approves it (small jobs may be approved automatically), and the result comes back in the same thread.`,
    ...(approvers.length === 0 ? [] : [t`${mentions(approvers, tongue)} can approve.`]),
  ].join(" ");
}

function howToBegin({ t }: Tongue): string {
  return t`Post a manuscript (a Word, EPUB, OpenDocument, HTML, .txt or .md file) in a channel that I’m a member of, or send it to me directly.`;
}

function commandList({ t }: Tongue): readonly string[] {
  return [
    t`\`/translate\` opens a form to hand in a manuscript`,
    t`\`/translate fr\` (or \`/translate fr de\`, or \`/translate brazilian portuguese\`) estimates the newest manuscript here`,
    t`\`/translate status\` lists your manuscripts; \`/translate status lighthouse\` finds older ones by part of the name`,
    t`\`/translate glossary\` opens the newest glossary of this conversation`,
    t`\`/translate settings\` shows the spending rules and defaults; admins change them there`,
    t`\`/translate-usage\` shows admins the credits; \`/translate-usage csv 2026-11\` sends them a month’s runs as a file`,
  ];
}

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
      ? `“${outside(first?.name ?? "", limits.nameShown)}”`
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

type Asking = {
  readonly context: ViewContext;
  readonly search: string | undefined;
  /** Links to the cards, by quote id. */
  readonly links: ReadonlyMap<string, string>;
};

/** `/translate status`: newest first, the oldest left out when there are many. */
export function statusReply(quotes: readonly Quote[], asking: Asking): Message {
  const { context, links } = asking;
  const { t, counted: count } = context.tongue;
  const lines = newestFirst(quotes).map((quote) => linkedLine(quote, context, links.get(quote.id)));
  if (lines.length === 0) return say(noneWords(asking));
  const shown = lines.slice(0, statusLimit);
  const all = count(lines.length, "manuscript");
  const text =
    lines.length > statusLimit
      ? t`You have ${all}; these are the newest ${statusLimit}. \`/translate status\` with part of a name finds others.`
      : t`You have ${all}.`;
  return { text, blocks: [section(text), ...shown.map(section)] };
}

function noneWords({ context, search }: Pick<Asking, "context" | "search">): string {
  const { t } = context.tongue;
  return search === undefined
    ? `${t`You have no manuscripts yet.`} ${howToBegin(context.tongue)}`
    : t`None of your manuscripts has “${outside(search, limits.wordShown)}” in its name, book or language.`;
}

export const statusLimit = 10;

/** Answers `/translate glossary` without terms: with the progress of an extraction, or how to get some. */
export function glossaryReply(
  { run, newest }: Pick<Extract<TermsFound, { status: "none" }>, "run" | "newest">,
  context: ViewContext,
): Message {
  const { rules, tongue } = context;
  const { t } = tongue;
  if (run !== undefined && run.task.state.status !== "completed") {
    const language = languageShown(run.task.target, rules.languages, tongue);
    const name = named(run.quote, tongue);
    return say(t`The ${language} glossary of ${name}: ${stateWords(run.task, context)}.`);
  }
  const none = say(
    t`There is no glossary in this conversation yet. Post a manuscript and choose “Glossary…” under ⋯ on its card.`,
  );
  if (newest === undefined) return none;
  const review = actions("terms.review", [reviewButton(newest, newest, tongue)]);
  return { ...none, blocks: [...none.blocks, review] };
}

/** Answers a mention or a direct message without a file. */
export function mentionReply(context: ViewContext): Message {
  return say(`${introWords(context)} ${context.tongue.t`\`/translate help\` says more.`}`);
}
