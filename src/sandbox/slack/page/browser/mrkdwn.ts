import { type Reader, drawnDate, unescaped } from "../../drawing/words.ts";
import { fieldsOf, textOf } from "../../json.ts";
import type { Screen } from "../wire.ts";
import { h, link } from "./dom.ts";

type Words = readonly (Node | string)[];

/** Draws mrkdwn as Slack does. `verbatim`: bare addresses stay text. */
export function mrkdwn(text: string, reading: Reading, how: "verbatim" | "linked" = "verbatim") {
  return h("div", { class: "mrkdwn" }, ...blocksOf(text, { reading, how }));
}

type Look = { readonly reading: Reading; readonly how: "verbatim" | "linked" };

/** Draws code fences and quotes on lines of their own; everything else runs on. */
function blocksOf(text: string, look: Look): Words {
  return text.split(/```\n?([\s\S]*?)```/u).flatMap((part, index): Words => {
    if (index % 2 === 1) return [h("pre", { tabindex: 0 }, unescaped(part))];
    return part === "" ? [] : linesOf(part, look);
  });
}

function linesOf(text: string, look: Look): Words {
  const runs: { isQuote: boolean; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const isQuote = line.startsWith("&gt;");
    const last = runs.at(-1);
    const bare = isQuote ? line.replace(/^&gt; ?/u, "") : line;
    if (last?.isQuote === isQuote) last.lines.push(bare);
    else runs.push({ isQuote, lines: [bare] });
  }
  return runs.flatMap(({ isQuote, lines }): Words => {
    const words = inline(lines.join("\n"), look);
    return isQuote ? [h("blockquote", {}, ...words)] : words;
  });
}

const styled = (sign: string) =>
  String.raw`(?<![\p{L}\p{N}${sign}])${sign}(\S(?:[^${sign}\n]*\S)?)${sign}(?![\p{L}\p{N}${sign}])`;

const marks = new RegExp(
  [
    String.raw`\x60([^\x60\n]+)\x60`,
    String.raw`<([^<>\n]+)>`,
    styled(String.raw`\*`),
    styled("_"),
    styled("~"),
    String.raw`(https?://[^\s<>|]+[^\s<>|.,;:!?)"”])`,
    String.raw`(\n)`,
  ].join("|"),
  "gu",
);

function inline(text: string, look: Look): Words {
  const words: (Node | string)[] = [];
  let from = 0;
  for (const match of text.matchAll(marks)) {
    words.push(unescaped(text.slice(from, match.index)), drawn(match, look));
    from = match.index + match[0].length;
  }
  return [...words, unescaped(text.slice(from))].filter((word) => word !== "");
}

function drawn(match: RegExpExecArray, look: Look): Node | string {
  const [, code, angle, bold, italic, strike, address] = match;
  if (code !== undefined) return h("code", {}, unescaped(code));
  if (angle !== undefined) return angled(angle, look.reading);
  if (bold !== undefined) return h("strong", {}, ...inline(bold, look));
  if (italic !== undefined) return h("em", {}, ...inline(italic, look));
  if (strike !== undefined) return h("s", {}, ...inline(strike, look));
  if (address !== undefined)
    return look.how === "linked"
      ? link(unescaped(address), unescaped(address))
      : unescaped(address);
  return h("br");
}

/** Draws the content of angle brackets: mentions, dates and links. */
function angled(inside: string, reading: Reading): Node {
  const [target = "", label] = inside.split("|");
  const date = /^!date\^(\d+)\^([^^]+)/u.exec(target);
  if (date !== null) return dateWords(Number(date[1]), date[2] ?? "", reading);
  if (target.startsWith("!subteam^")) return mention("@", target.slice(9), { label, reading });
  if (target.startsWith("!")) return h("span", { class: "mention" }, `@${target.slice(1)}`);
  if (target.startsWith("@")) return mention("@", target.slice(1), { label, reading });
  if (target.startsWith("#")) return mention("#", target.slice(1), { label, reading });
  return link(unescaped(target), unescaped(label ?? target));
}

function dateWords(seconds: number, format: string, reading: Reading): Node {
  const whole = new Date(seconds * 1000);
  const look = { datetime: whole.toISOString(), title: whole.toLocaleString() };
  return h("time", look, drawnDate(seconds, format, reading));
}

/** A person, channel or group by name; a mention of the reader stands out. */
function mention(sign: "@" | "#", id: string, { label, reading }: Named): Node {
  const isMe = id === reading.me;
  const name = reading.nameOf(id) ?? label ?? id;
  return h("span", { class: isMe ? "mention mention-me" : "mention" }, `${sign}${name}`);
}

type Named = { readonly label: string | undefined; readonly reading: Reading };

/** Returns the bare words of a text object, for labels, options and screen readers. */
export const wordsOf = (text: unknown): string => textOf(fieldsOf(text)["text"]);

/** Draws a text object: `mrkdwn` with its marks, `plain_text` unchanged. */
export function drawText(text: unknown, reading: Reading): HTMLElement {
  const { type, verbatim } = fieldsOf(text);
  if (type !== "mrkdwn") return h("div", { class: "plain" }, wordsOf(text));
  return mrkdwn(wordsOf(text), reading, verbatim === true ? "verbatim" : "linked");
}

/** Names of ids, and the person who reads. */
export type Reading = Reader & {
  readonly me: string;
  readonly nameOf: (id: string) => string | undefined;
  readonly people: Screen["people"];
};

export function readingOf(screen: Screen | undefined): Reading {
  const { people = [], channels = [], groups = [], me = "" } = screen ?? {};
  const names = new Map([
    ...people.map(({ id, realName }) => [id, realName] as const),
    ...[...channels, ...groups].map(({ id, name }) => [id, name] as const),
  ]);
  return {
    me,
    people,
    nameOf: (id) => names.get(id),
    now: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    locale: people.find(({ id }) => id === me)?.locale ?? "en-US",
  };
}

type How = Intl.DateTimeFormatOptions;
const clock: How = { hour: "numeric", minute: "2-digit" };
const day: How = { weekday: "long", month: "long", day: "numeric" };

/** The time and the day of a message. */
export const timeOf = (ts: string, reading: Reading) => formatTime(ts, reading, clock);
export const dayOf = (ts: string, reading: Reading) => formatTime(ts, reading, day);

const formatTime = (ts: string, { timeZone, locale }: Reading, how: How) =>
  new Intl.DateTimeFormat(locale, { timeZone, ...how }).format(Number(ts) * 1000);
