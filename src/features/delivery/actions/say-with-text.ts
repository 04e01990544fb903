import type { Desk } from "../../../core/ports.ts";
import type { Quote } from "../../../core/quote.ts";
import { previewShown } from "../rules/excerpt.ts";
import { readExcerpt } from "./read-excerpt.ts";
import { sayNotice } from "./say-notice.ts";

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
