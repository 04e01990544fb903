import { type ApproveClick, approveQuote } from "../../usecases/approve-quote.ts";
import type { Click, Refusal } from "../../usecases/decide.ts";
import { declineQuote } from "../../usecases/decline-quote.ts";
import type { Message } from "../views/blocks.ts";
import { approveReply, declineReply } from "../views/decision-replies.ts";
import {
  notAllowedReply,
  notYoursReply,
  staleCardReply,
  unknownCardReply,
} from "../views/short-replies.ts";
import type { Front } from "./front.ts";

/** Records an approval, and says to the one who decided what became of it. */
export async function approveFor(front: Front, click: ApproveClick): Promise<Message> {
  const { desk, facts } = front;
  const outcome = await approveQuote(desk, click);
  if (outcome.status === "stale") return staleCardReply;
  const others = facts.approvers.filter((id) => id !== click.person);
  return isRefusal(outcome)
    ? refusalReply(outcome, notAllowedReply(facts.approvers))
    : approveReply(outcome, { product: click.product, others });
}

/** The same for a refusal. */
export async function declineFor(
  front: Front,
  click: Click & { readonly note?: string | undefined },
): Promise<Message> {
  return shaped(front, await declineQuote(front.desk, click), declineReply);
}

/** Of what the requester may do as well as whoever may spend. */
export function shaped<Outcome extends { readonly status: string }>(
  front: Front,
  outcome: Outcome | Refusal,
  reply: (outcome: Outcome) => Message,
): Message {
  return isRefusal(outcome) ? refusalReply(outcome, notYours(front, outcome)) : reply(outcome);
}

function isRefusal(outcome: { readonly status: string }): outcome is Refusal {
  return outcome.status === "unknown-card" || outcome.status === "not-allowed";
}

function refusalReply(refusal: Refusal, notAllowed: Message): Message {
  return refusal.status === "unknown-card" ? unknownCardReply : notAllowed;
}

function notYours({ facts }: Front, refusal: Refusal): Message {
  return refusal.status === "not-allowed"
    ? notYoursReply(refusal.quote.requester, facts.approvers)
    : unknownCardReply;
}
