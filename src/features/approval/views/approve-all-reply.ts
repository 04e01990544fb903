import { type Message, say } from "../../../slack/blocks.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { cardTitle } from "../../estimate/views/estimate-card.ts";
import { notAllowedReply, staleCardReply } from "../../short-replies.ts";
import type { OneOfAll } from "../actions/approve-all.ts";
import { approveReply } from "./decision-replies.ts";

type Told = {
  readonly cards: readonly OneOfAll[];
  /** The person who clicked. */
  readonly person: string;
};

/** Lists the cards of a batch that were not approved, and why; undefined when all were, as their cards show. */
export function approveAllReply({ cards, person }: Told) {
  const refused = cards.filter(({ outcome }) => outcome.status !== "approved");
  if (cards.length > 0 && refused.length === 0) return undefined;
  return (context: ViewContext): Message => {
    const { t } = context.tongue;
    if (cards.length === 0) return say(t`All of them are already decided. Nothing was charged.`);
    const approved = t`Approved: ${cards.length - refused.length} of ${cards.length}.`;
    const lines = refused.map(
      (one) => `• *${cardTitle(one.quote, context)}*: ${reason(one, person, context)}`,
    );
    return say([approved, ...lines].join("\n"));
  };
}

function reason({ product, outcome }: OneOfAll, person: string, context: ViewContext): string {
  const { status } = outcome;
  if (status === "look") {
    return context.tongue.t`its card needs a closer look; please approve it there.`;
  }
  if (status === "not-allowed") return notAllowedReply(context).text;
  if (status === "unknown-card") return staleCardReply(context).text;
  return approveReply(outcome, { product, person }, context).text;
}
