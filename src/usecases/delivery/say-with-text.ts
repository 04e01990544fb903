import type { Quote } from "../../domain/quote/quote.ts";
import { previewShown } from "../../domain/task/excerpt.ts";
import type { Desk } from "../deps.ts";
import { sayNotice } from "../quote/say-notice.ts";
import { readExcerpt } from "./read-excerpt.ts";

type Deps = Parameters<typeof sayNotice>[0] & Parameters<typeof readExcerpt>[0];

/** Says how a preview ended, with its text beside what it was made of; without it where that cannot be had. */
export async function sayWithText(desk: Deps, quote: Quote, noticeId: string): Promise<Quote> {
  const about = quote.notices.find(({ id }) => id === noticeId)?.about;
  const task = about && previewShown(quote, about);
  const excerpt = task && (await readExcerpt(desk, quote, task));
  const thread: Desk["thread"] = {
    ...desk.thread,
    post: (of, notice, beforeItLeaves) => desk.thread.post(of, notice, beforeItLeaves, excerpt),
  };
  return await sayNotice({ ...desk, thread }, quote, noticeId);
}
