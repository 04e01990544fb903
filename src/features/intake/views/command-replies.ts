import { type LimitCheck, personLimits } from "../../../core/person-limits.ts";
import type { Quote } from "../../../core/quote.ts";
import { type Message, actions, button, limits, say, section } from "../../../slack/blocks.ts";
import type { Locale } from "../../../slack/i18n/locale.ts";
import { linkTo, mentions, outside, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import { actionIds } from "../../ids.ts";
import type { AskOutcome } from "../actions/hand-in.ts";

/** `/translate help`. */
export function helpReply(context: ViewContext): Message {
  const [intro, list] = [introWords(context), commandList(context.locale).join("\n")];
  return { text: `${intro}\n${list}`, blocks: [section(intro), section(list)] };
}

/** For replies that only one person sees: in a channel it would notify all approvers. */
export function introWords({ approvers, locale }: ViewContext): string {
  const { t } = locale;
  return [
    howToBegin(locale),
    t`I answer in its thread with an estimate. Nothing is translated until someone approves it (small jobs may be approved automatically), and the result comes back in the same thread.`,
    ...(approvers.length === 0 ? [] : [t`${mentions(approvers, locale)} can approve.`]),
  ].join(" ");
}

/** Answers somebody who asks for manuscripts where there are none. */
export function nothingFoundReply({ locale }: ViewContext): Message {
  return say(`${locale.t`I found no manuscripts.`} ${howToBegin(locale)}`);
}

function howToBegin({ t }: Locale): string {
  return t`Post a manuscript (a Word, EPUB, OpenDocument, HTML, .txt or .md file) in a channel that I’m a member of, or send it to me directly.`;
}

function commandList({ t }: Locale): readonly string[] {
  return [
    t`\`/translate\` opens a form to hand in a manuscript`,
    t`\`/translate fr\` (or \`/translate fr de\`, or \`/translate brazilian portuguese\`) estimates the newest manuscript here`,
    t`\`/translate status\` lists your manuscripts; \`/translate status lighthouse\` finds older ones by part of the name`,
    t`\`/translate glossary\` opens the newest glossary of this conversation`,
    t`\`/translate settings\` shows the spending rules and defaults; admins change them there`,
    t`\`/translate-usage\` shows admins the credits; \`/translate-usage csv 2026-11\` sends them a month’s runs as a file`,
  ];
}

/** Answers a mention or a direct message without a file. */
export function mentionReply(context: ViewContext): Message {
  return say(`${introWords(context)} ${context.locale.t`\`/translate help\` lists the commands.`}`);
}

/**
 * Answers an unknown `word` after the command; `language` is a code. A suggestion runs nothing: the
 * person types it again.
 */
export function typoReply(
  word: string,
  {
    subcommand,
    language,
  }: { readonly subcommand?: string | undefined; readonly language?: string | undefined },
  { rules, locale }: ViewContext,
): Message {
  const { t } = locale;
  const said = outside(word, limits.wordShown);
  const meant = subcommand ?? (language && languageShown(language, rules.languages, locale));
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

/** Asks about files under a finished card, which may be anything; `value` names them to the button. */
export function underFinishedReply(
  posted: readonly { readonly name: string }[],
  value: string,
  { locale: { t, counted } }: ViewContext,
): Message {
  const [first] = posted;
  const what =
    posted.length === 1
      ? t`“${outside(first?.name ?? "", limits.nameShown)}”`
      : counted(posted.length, "manuscript");
  const text = t`I haven’t estimated ${what}, because the translation in this thread is finished.`;
  const estimate = button({
    label: t`Estimate as a new manuscript`,
    actionId: actionIds.newManuscript,
    value,
  });
  return { text, blocks: [section(text), actions("intake.under_finished", [estimate])] };
}

export function tooManyReply(
  { kind, until }: Extract<LimitCheck, { status: "too-many" }>,
  { locale: { t, counted } }: ViewContext,
): Message {
  const most = counted(personLimits[kind].atMost, kind === "cards" ? "card" : "manuscript");
  return say(
    t`Nothing was estimated: your limit is ${most}. Please try again from ${when(until)}.`,
  );
}

/** Says which cards are on their way, and which exist already; `links` lead to them, by quote id. */
export function askedReply(
  { quoted, standing }: Pick<Extract<AskOutcome, { status: "taken" }>, "quoted" | "standing">,
  links: ReadonlyMap<string, string>,
  context: ViewContext,
): Message {
  const { t } = context.locale;
  const linked = (words: string, quotes: readonly Quote[]) => {
    const [link] = quotes.flatMap(({ id }) => links.get(id) ?? []);
    return link === undefined ? words : `${words} ${linkTo(link, t`Open card`)}`;
  };
  const coming = t`I am estimating ${files(quoted, context)} for ${targets(quoted, context)}.`;
  const there = t`${files(standing, context)} {${standing.length}, plural, one {has a card} other {have cards}} for ${targets(standing, context)} already.`;
  return say(
    [
      ...(quoted.length === 0 ? [] : [linked(coming, quoted)]),
      ...(standing.length === 0 ? [] : [linked(there, standing)]),
    ].join(" "),
  );
}

function files(quotes: readonly Quote[], { locale }: ViewContext): string {
  const names = new Map(quotes.map((quote) => [quote.file.id, named(quote, locale)]));
  return names.size === 1 ? [...names.values()].join("") : locale.counted(names.size, "manuscript");
}

function targets(quotes: readonly Quote[], { rules, locale }: ViewContext): string {
  const codes = new Set(quotes.map(({ target }) => target));
  return locale.listed([...codes].map((code) => languageShown(code, rules.languages, locale)));
}
