import type { Message } from "../../../slack/blocks.ts";
import type { ViewContext } from "../../../slack/people.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import type { ClickPlace } from "../../payloads.ts";
import {
  notAllowedReply,
  notLookedReply,
  notYoursReply,
  staleCardReply,
  unknownCardReply,
} from "../../short-replies.ts";
import { type ApproveClick, approveQuote } from "../actions/approve-quote.ts";
import type { Refusal } from "../actions/decide.ts";
import { approveReply } from "../views/decision-replies.ts";

/** What a click came to; it is put into words once the click is acknowledged. */
export type Reply = (context: ViewContext) => Message;

/** Records an approval, and says to the one who decided what became of it; undefined where the card shows it. */
export async function approveFor(
  { ports }: ListenerDeps,
  click: ApproveClick & Pick<ClickPlace, "surface">,
): Promise<Reply | undefined> {
  const outcome = await approveQuote(ports, click);
  if (outcome.status === "approved" && click.surface.kind === "message") return undefined;
  if (outcome.status === "not-looked") return notLookedReply;
  // Only what Galley approves by itself has such a cap.
  if (outcome.status === "stale" || outcome.status === "over-auto-cap") return staleCardReply;
  if (isRefusal(outcome)) return refusalReply(outcome, notAllowedReply);
  return (context) => {
    const others = context.approvers.filter((id) => id !== click.person);
    return approveReply(outcome, { product: click.product, others }, context);
  };
}

/** Of what the requester may do as well as whoever may spend. */
export function shaped<Outcome extends { readonly status: string }>(
  outcome: Outcome | Refusal,
  reply: (outcome: Outcome, context: ViewContext) => Message,
): Reply {
  return isRefusal(outcome)
    ? refusalReply(outcome, notYours(outcome))
    : (context) => reply(outcome, context);
}

/** Of what may be looked at. */
export function known<Outcome extends { readonly status: string }>(
  outcome: Outcome | UnknownCard,
  reply: (outcome: Outcome, context: ViewContext) => Message,
): Reply {
  return isUnknown(outcome) ? unknownCardReply : (context) => reply(outcome, context);
}

type UnknownCard = { readonly status: "unknown-card" };

function isUnknown(outcome: { readonly status: string }): outcome is UnknownCard {
  return outcome.status === "unknown-card";
}

function isRefusal(outcome: { readonly status: string }): outcome is Refusal {
  return outcome.status === "unknown-card" || outcome.status === "not-allowed";
}

function refusalReply(refusal: Refusal, notAllowed: Reply): Reply {
  return refusal.status === "unknown-card" ? unknownCardReply : notAllowed;
}

function notYours(refusal: Refusal): Reply {
  return refusal.status === "not-allowed"
    ? (context) => notYoursReply(refusal.quote.requester, context)
    : unknownCardReply;
}
