import type { KnownBlock } from "@slack/types";

import type { Quote } from "../../domain/quote.ts";
import type { Task } from "../../domain/task.ts";
import { mentions, outside } from "../mrkdwn.ts";
import { type Message, actions, limits, say, section } from "./blocks.ts";
import type { Desk } from "./desk.ts";
import { glossaryTable, reviewButton } from "./glossary-table.ts";
import { stateWords } from "./other-runs.ts";
import { newestFirst, quoteLine } from "./quote-line.ts";
import { amount, counted, languageShown, named } from "./words.ts";

/** `/translate help`. */
export function helpReply(desk: Desk): Message {
  return {
    text: `${howToBegin} ${whatFollows}${whoApproves(desk)} Type /translate to hand in a manuscript, or /translate status to see yours.`,
    blocks: [
      section(`${howToBegin} ${whatFollows}${whoApproves(desk)}`),
      section(commandList),
      section(settingsList),
    ],
  };
}

export const howToBegin =
  "Post a manuscript (a Word, EPUB, OpenDocument, HTML, .txt or .md file) in a channel that I am a member of, or send it to me directly.";

export const whatFollows =
  "I answer in its thread with an estimate: characters, credits and the balance. Nothing is translated before an approver says yes, unless the settings let small ones pass. A preview of the opening and a glossary can be bought on their own. The result comes back in the same thread.";

/** For replies that only one person sees: in a channel it would call all of them each time. */
export function whoApproves({ approvers }: Desk): string {
  return approvers.length === 0 ? "" : ` Approving is up to ${mentions(approvers)}.`;
}

const commandList = [
  "`/translate` opens a form to hand in a manuscript",
  "`/translate fr` (or other languages, as in `/translate fr de` or `/translate brazilian portuguese`) estimates the newest manuscript of this conversation for them",
  "`/translate status` lists your manuscripts and how they stand; with a part of a name (`/translate status lighthouse`) it finds older ones",
  "`/translate glossary` shows the newest glossary of this conversation",
  "`/translate settings` says by which rules credits are spent here; admins change them there",
  "`/translate help` shows this",
  "`/translate-usage` shows admins the credits: what is left, what is promised, and who spent what this month",
  "`/translate-usage csv` sends an admin this month’s runs as a file; `/translate-usage csv 2026-11` those of another month",
].join("\n");

const settingsList = [
  "*What can be set* (`/translate settings`; each can be left empty)",
  "• own requests: whether approvers may approve what they asked for themselves",
  "• never approve above: a limit for one approval, whoever gives it",
  "• two approvers above: dearer things need a second, different person",
  "• approve automatically up to: small translations start without a click",
  "• limit per channel and month: what one conversation can spend",
  "• warn the admins below: they hear when the balance gets low",
  "• remind after, quiet hours: when people are reminded of waiting estimates, and when not",
  "• languages, length of a preview, book: what a manuscript is estimated for, in the workspace or in one conversation",
].join("\n");

/** `text` is what somebody typed after the command. */
export function typoReply(text: string, desk: Desk): Message {
  const codes = desk.rules.languages
    .slice(0, 40)
    .map(({ code }) => `\`${outside(code, limits.languageShown)}\``)
    .join(", ");
  return say(
    `I do not know “${outside(text, limits.wordShown)}”. After \`/translate\` I understand \`help\`, \`status\`, \`glossary\`, \`settings\` and these languages: ${codes}.`,
  );
}

export const noManuscriptReply: Message = say(
  "I found no manuscript among the newest messages here. Please post one first, as a Word, EPUB, OpenDocument, HTML, .txt or .md file.",
);

type Asked = {
  readonly quoted: readonly Quote[];
  readonly standing: readonly Quote[];
  readonly amended: readonly Quote[];
};

/** Cards are on their way, or stand there already and still count. */
export function askedReply({ quoted, standing, amended }: Asked, desk: Desk): Message {
  const inThread = quoted.every(({ place }) => place.thread !== undefined);
  return say(
    [
      ...(quoted.length === 0
        ? []
        : [
            `I am estimating ${files(quoted)} for ${targets(quoted, desk)}. ${cards(quoted)} ${inThread ? "in the thread" : "here"}.`,
          ]),
      ...(standing.length === 0
        ? []
        : [
            `${files(standing)} ${standing.length === 1 ? "has a card" : "have cards"} for ${targets(standing, desk)} already.`,
          ]),
      ...(amended.length === 0 ? [] : ["What you wish for stands there now."]),
    ].join(" "),
  );
}

function cards({ length }: readonly Quote[]): string {
  return length === 1 ? "The card comes" : `${amount(length)} cards come`;
}

function files(quotes: readonly Quote[]): string {
  const names = new Map(quotes.map((quote) => [quote.file.id, named(quote)]));
  return names.size === 1 ? [...names.values()].join("") : counted(names.size, "manuscript");
}

function targets(quotes: readonly Quote[], desk: Desk): string {
  const codes = new Set(quotes.map(({ target }) => target));
  return listFormat.format([...codes].map((code) => languageShown(code, desk.rules.languages)));
}

const listFormat = new Intl.ListFormat("en");

type Asking = { readonly desk: Desk; readonly search: string | undefined };

/** `/translate status`: newest first, the oldest left out when there are many. */
export function statusReply(quotes: readonly Quote[], { desk, search }: Asking): Message {
  const { t, counted: count } = desk.tongue;
  const lines = newestFirst(quotes).map((quote) => quoteLine(quote, desk));
  if (lines.length === 0) return say(noneWords({ desk, search }));
  const shown = lines.slice(0, statusLimit);
  const all = count(lines.length, "manuscript");
  const text =
    lines.length > statusLimit
      ? t`You have ${all}; these are the newest ${statusLimit}. \`/translate status\` and a part of the name finds others.`
      : t`You have ${all}.`;
  return { text, blocks: [section(text), ...shown.map(section)] };
}

function noneWords({ desk, search }: Asking): string {
  const { t } = desk.tongue;
  return search === undefined
    ? `${t`You have no manuscripts yet.`} ${howToBegin}`
    : t`I found none of your manuscripts with “${outside(search, limits.wordShown)}” in its name, its book or its language.`;
}

const statusLimit = 10;

/** `/translate glossary`: the newest one of the conversation, or how to get one, and the book's terms. */
export function glossaryReply(
  found: { readonly quote: Quote; readonly task: Task } | undefined,
  desk: Desk,
  newest?: Quote,
): Message {
  if (found === undefined) {
    const none = say(
      "There is no glossary in this conversation yet. Post a manuscript and use “Extract glossary” on its card.",
    );
    return newest === undefined
      ? none
      : { ...none, blocks: [...none.blocks, review(newest, newest.target, desk)] };
  }
  const { quote, task } = found;
  const of = `${languageShown(task.target, desk.rules.languages)} glossary of ${named(quote)}`;
  if (task.state.status !== "completed") return say(`The ${of}: ${stateWords(task)}.`);
  const terms = task.state.result.terms ?? [];
  const { table, shown } = glossaryTable(terms, desk.tongue);
  const text = `The ${of} has ${counted(terms.length, "term")}${shown < terms.length ? `; here are the ${amount(shown)} surest` : ""}. The files are in the thread of the manuscript.`;
  const blocks = [section(text), review(quote, task.target, desk)];
  return { text, blocks: [...blocks, ...(table === undefined ? [] : [table])] };
}

function review(quote: Quote, target: string, { tongue }: Desk): KnownBlock {
  return actions("terms.review", [reviewButton(quote, { target }, tongue)]);
}

/** Somebody mentioned the bot, or wrote to it, without a file. */
export function mentionReply(desk: Desk): Message {
  return say(`${howToBegin} ${whatFollows}${whoApproves(desk)} \`/translate help\` says more.`);
}
