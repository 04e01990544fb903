import { cut } from "../slack/drawing/width.ts";
import type { Ephemeral, Message } from "../slack/model.ts";

type Shown = Pick<Message | Ephemeral, "blocks">;

/** What a person looks for on a message: a button or select by its action id. */
export function offers({ blocks }: Shown, actionId: string): boolean {
  return contents(blocks).some((one) => one["action_id"] === actionId);
}

/** Where the link button of a message leads. */
export function linkOn({ blocks }: Shown): string | undefined {
  return contents(blocks)
    .map((one) => one["url"])
    .find((url) => typeof url === "string");
}

/** An estimate card has a title; a plain answer has none. */
export function isCard({ blocks }: Shown): boolean {
  return blocks?.[0]?.["type"] === "header";
}

/** The line of a drawn card that shows how far the partner is. */
export function progressOn(drawn: string): string | undefined {
  return /[▓░]+ \d+%[^│\n]*/u.exec(drawn)?.[0].trim();
}

type Cut = { readonly lines: number; readonly columns: number };

/** The first lines of a text that have something in them, each cut to the columns. */
export function firstLines(text: string, { lines, columns }: Cut): string {
  const full = text.split("\n").filter((line) => line.trim() !== "");
  return full
    .slice(0, lines)
    .map((line) => cut(line, columns))
    .join("\n");
}

/** Every object within blocks, however deep. */
function contents(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const within = Object.values(value).flatMap(contents);
  return Array.isArray(value) ? within : [{ ...value }, ...within];
}
