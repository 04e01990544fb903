import type { Fields } from "../json.ts";
import { type Args, Refusal } from "./call.ts";

export type Page<T> = { readonly items: readonly T[]; readonly response_metadata: Fields };

/** One page of a list by `cursor` and `limit`, as Slack cuts them. */
export function pageOf<T>(args: Args, all: readonly T[]): Page<T> {
  const start = startOf(args.text("cursor"));
  const asked = Number.parseInt(args.text("limit"), 10);
  const limit = Math.min(Number.isNaN(asked) || asked < 1 ? 100 : asked, 1000);
  const end = start + limit;
  const next_cursor = end < all.length ? Buffer.from(`next:${end}`).toString("base64") : "";
  return { items: all.slice(start, end), response_metadata: { next_cursor } };
}

function startOf(cursor: string): number {
  if (cursor === "") return 0;
  const match = /^next:(\d+)$/.exec(Buffer.from(cursor, "base64").toString());
  if (match === null) throw new Refusal("invalid_cursor");
  return Number(match[1]);
}
