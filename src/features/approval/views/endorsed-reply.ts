import type { NoticeAbout } from "../../../core/notices.ts";
import type { Quote } from "../../../core/quote.ts";
import { type Message, say } from "../../../slack/blocks.ts";
import { mention, mentions } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { named } from "../../../slack/words.ts";
import { endorsedBy } from "../../estimate/views/policy-words.ts";
import { noteWords } from "../../intake/views/request-words.ts";
import { toldEndorsement } from "../rules/reminding.ts";
import { boughtName } from "./policy-replies.ts";

/** Tells both sides, in the thread, that one person approved and another one has to. */
export function endorsedReply(
  quote: Quote,
  about: Extract<NoticeAbout, { kind: "endorsed" }>,
  { approvers, tongue }: Desk,
): Message {
  const { t, counted } = tongue;
  const first = toldEndorsement(quote, about);
  if (first === undefined) throw new Error(`quote ${quote.id} has no such first approval`);
  const others = approvers.filter((id) => id !== quote.requester && id !== first.by);
  const people = mentions([quote.requester, ...others], tongue);
  const it = boughtName(first.product, tongue);
  const price = counted(first.price, "credit");
  const what = t`${people} ${it} of ${named(quote, tongue)} for ${price}: ${endorsedBy(first, quote.policy, tongue)} Nothing is bought until then.`;
  return say(
    first.note === undefined ? what : `${what} ${mention(first.by)}: ${noteWords(first.note)}`,
  );
}
