import type { ActionsBlock } from "@slack/types";

import { batchDigest, batchMinutes, pricedParts } from "#domain/intake/batch.ts";
import type { Count } from "#domain/intake/request-details.ts";
import type { Quote } from "#domain/quote.ts";
import { cardsAtOnce } from "#domain/settings/setup.ts";
import { type LimitCheck, personLimits } from "#domain/spending/person-limits.ts";
import { actionIds, taskValue } from "#features/shared/ids.ts";
import {
  askedBut,
  expectedWords,
  overCap,
  twoApprovers,
} from "#features/shared/request-words-view.ts";
import { howToBegin } from "#features/shared/short-replies-view.ts";
import { type Message, actions, button, confirm, limits, say, section } from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { escapeMrkdwn, linkTo, mentionsAnyOf, outside, when } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { languageLabel, languageShown, named, plainTitle } from "#slack/words.ts";

import type { AskOutcome } from "./submit-manuscript.ts";

/** Languages that a reply names, of some forty. */
const languagesShown = 8;

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
    ...(approvers.length === 0 ? [] : [t`${mentionsAnyOf(approvers, locale)} can approve.`]),
  ].join(" ");
}

export function noFileReply({ locale: { t } }: ViewContext): Message {
  return say(
    t`This message has no file to translate. Please use this on a message with a manuscript.`,
  );
}

function commandList({ t }: Locale): readonly string[] {
  return [
    t`\`/translate\` opens a form to request a translation`,
    t`\`/translate fr\` (or \`/translate fr de\`, or \`/translate brazilian portuguese\`) estimates the newest manuscript here`,
    t`\`/translate status\` lists your manuscripts; \`/translate status lighthouse\` finds older ones by part of the name`,
    t`\`/translate book lighthouse\` shows what of a book is translated, waiting or not requested, and what it cost`,
    t`\`/translate glossary\` opens the newest glossary of this conversation`,
    t`\`/translate settings\` shows the spending rules and defaults; admins change them there`,
    t`\`/translate-usage\` shows admins the credits; \`/translate-usage csv 2026-11\` sends them a month’s charges as a file`,
  ];
}

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
  { setup, locale }: ViewContext,
): Message {
  const { t } = locale;
  const term = outside(word, limits.wordShown);
  const suggestion = subcommand ?? (language && languageShown(language, setup.languages, locale));
  if (suggestion !== undefined) {
    return say(t`I don’t know “${term}”. Did you mean \`/translate ${suggestion}\`?`);
  }
  const shown = setup.languages.slice(0, languagesShown);
  const names = locale.enumerated(
    shown.map(({ code }) => languageShown(code, setup.languages, locale)),
  );
  const more = setup.languages.length - shown.length;
  return say(
    t`I don’t know “${term}”. After \`/translate\` I understand \`help\`, \`status\`, \`book\`, \`glossary\`, \`settings\` and these languages: ${more > 0 ? t`${names} and ${more} more` : names}.`,
  );
}

/** Asks about files under a finished card, which may be anything; `value` names them to the button. */
export function underFinishedReply(
  manuscripts: readonly { readonly name: string }[],
  value: string,
  { locale: { t, counted } }: ViewContext,
): Message {
  const [first] = manuscripts;
  const what =
    manuscripts.length === 1
      ? t`“${outside(first?.name ?? "", limits.nameShown)}”`
      : counted(manuscripts.length, "manuscript");
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
  const most = counted(personLimits[kind].atMost, "card");
  return say(
    t`Nothing was estimated: your limit is ${most} a day. Please try again from ${when(until)}.`,
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
    ].join("\n"),
  );
}

function files(quotes: readonly Quote[], { locale }: ViewContext): string {
  const names = new Map(quotes.map((quote) => [quote.file.id, named(quote, locale)]));
  return names.size === 1 ? [...names.values()].join("") : locale.counted(names.size, "manuscript");
}

function targets(quotes: readonly Quote[], { setup, locale }: ViewContext): string {
  const codes = new Set(quotes.map(({ target }) => target));
  return locale.listed([...codes].map((code) => languageShown(code, setup.languages, locale)));
}

/** No other message of the batch mentions the approvers. */
export function batchTotalReply(quote: Quote, context: ViewContext): Message {
  const { locale, nameOf } = context;
  const asked = askedBut([], context);
  const { t, counted } = locale;
  const { parts = [], leftOut = [] } = quote.request.batch?.total ?? {};
  const { open, subject, credits } = totalOf(quote, context);
  const price = counted(credits, "credit");
  // A click on all is measured by its sum.
  const { capPerApproval: cap = Infinity, secondApprovalAbove: above = Infinity } =
    quote.approval?.policy ?? {};
  const having = (status: Count["status"]) => parts.filter(({ count }) => count?.status === status);
  const waiting = parts.filter(({ count }) => count === undefined).length;
  const refused = filesOf(having("refused"));
  const sentences: readonly (readonly [isDue: boolean, words: string])[] = [
    [credits > cap, overCap(cap, locale)],
    [credits > above && credits <= cap, twoApprovers(above, locale)],
    [
      waiting > 0,
      t`{${waiting}, plural, one {# more is still being counted.} other {# more are still being counted.}}`,
    ],
    [refused > 0, t`${refused} couldn’t be read.`],
    [open.length === 0 && having("needs-language").length > 0, t`Choose a language`],
    [having("decided").length === parts.length, t`All are decided.`],
    [
      leftOut.length > 0,
      t`I left out ${escapeMrkdwn(languagesIn(leftOut, context))}: I take at most ${cardsAtOnce} estimates at once. Use \`/translate\` for more.`,
    ],
    [open.length > 0 && asked.length > 0, t`${mentionsAnyOf(asked, locale)} can approve.`],
  ];
  const name = `*${escapeMrkdwn(open.length === 0 ? subject : `${subject} · ${price}`)}*`;
  const title = [name, ...expectedWords(batchMinutes(quote), locale)].join(" · ");
  const remarks = sentences.flatMap(([isDue, words]) => (isDue ? [words] : []));
  const { blocks } = say([title, remarks.join(" ")].join("\n").trim());
  const lead =
    open.length === 0
      ? escapeMrkdwn(subject)
      : t`Approval needed: ${escapeMrkdwn(subject)}, ${price} (${nameOf(quote.request.by)}).`;
  const text = [lead, ...remarks].join(" ");
  return { text, blocks: [...blocks, ...approveAll(quote, context)] };
}

/** `The Salt Clock → French, German`, and what its open cards cost. */
function totalOf(quote: Quote, context: ViewContext) {
  const { locale } = context;
  const { parts = [] } = quote.request.batch?.total ?? {};
  const open = pricedParts(quote);
  const partsShown = open.length === 0 ? parts : open;
  const what =
    filesOf(parts) === 1
      ? plainTitle(quote, limits.nameShown, locale)
      : locale.counted(filesOf(partsShown), "manuscript");
  const codes = partsShown.map(({ target }) => target);
  const credits = open.reduce((sum, part) => sum + part.credits, 0);
  return { open, subject: `${what} → ${languagesIn(codes, context)}`, credits };
}

function filesOf(parts: readonly { readonly fileId: string }[]): number {
  return new Set(parts.map(({ fileId }) => fileId)).size;
}

function languagesIn(codes: readonly string[], { setup, locale }: ViewContext): string {
  return locale.listed(
    [...new Set(codes)].map((code) => languageLabel(code, setup.languages, locale)),
  );
}

/**
 * Draws the button that approves all cards of a batch, beside the one that holds the total. It waits
 * until all have counted: a click approves exactly what its price says.
 */
export function approveAll(quote: Quote, context: ViewContext): readonly ActionsBlock[] {
  const { t, counted, price } = context.locale;
  const { open, subject, credits } = totalOf(quote, context);
  const { parts = [] } = quote.request.batch?.total ?? {};
  if (open.length < 2 || parts.some(({ count }) => count === undefined)) return [];
  const approve = button({
    label: t`Approve all · ${price(credits)}`,
    actionId: actionIds.approveAll,
    value: taskValue({ quoteId: quote.id, key: batchDigest(quote) }),
    style: "primary",
    confirm: confirm({
      title: t`Approve ${counted(credits, "credit")}?`,
      text: subject,
      yes: t`Approve`,
      no: t`Cancel`,
    }),
  });
  // Home may show several.
  return [actions(`batch.${quote.id}`, [approve])];
}
