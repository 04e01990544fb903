import { drawnDate, type Reader, unescaped } from "./words.ts";

/** Who and what the ids in a text are called. */
type Names = (id: string) => string | undefined;
export type Reading = Reader & { readonly names: Names };

/** mrkdwn as a terminal can show it: mentions, links and dates in words, the marks taken off. */
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
