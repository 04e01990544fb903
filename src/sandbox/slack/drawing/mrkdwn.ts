import { drawnDate, type Reader, unescaped } from "./words.ts";

/** Returns the name of a person, a channel or a group. */
type Names = (id: string) => string | undefined;
export type Reading = Reader & { readonly names: Names };

/** Draws mrkdwn for a terminal: mentions, links and dates in words, without the marks. */
export function drawnMrkdwn(text: string, reading: Reading): string {
  const spoken = text.replaceAll(/<([^<>]+)>/g, (_, inside: string) => angled(inside, reading));
  const bare = spoken
    .replaceAll(/```\n?([\s\S]*?)```/g, "$1")
    .replaceAll(/`([^`\n]+)`/g, "$1")
    .replaceAll(/(?<![\w*])\*([^*\n]+)\*(?![\w*])/g, "$1")
    .replaceAll(/(?<![\w_])_([^_\n]+)_(?![\w_])/g, "$1")
    .replaceAll(/(?<![\w~])~([^~\n]+)~(?![\w~])/g, "$1")
    .replaceAll(/^&gt; ?/gm, "│ ");
  return unescaped(bare);
}

function angled(inside: string, reading: Reading): string {
  const [target = "", label] = inside.split("|");
  const date = /^!date\^(\d+)\^([^^]+)/.exec(target);
  if (date !== null) return drawnDate(Number(date[1]), date[2] ?? "", reading);
  if (target.startsWith("!subteam^")) return `@${named(target.slice(9), label, reading)}`;
  if (target.startsWith("!")) return `@${target.slice(1)}`;
  if (target.startsWith("@")) return `@${named(target.slice(1), label, reading)}`;
  if (target.startsWith("#")) return `#${named(target.slice(1), label, reading)}`;
  return label === undefined ? target : `${label} (${target})`;
}

const named = (id: string, label: string | undefined, { names }: Reading): string =>
  label?.replace(/^@/, "") ?? names(id) ?? id;
