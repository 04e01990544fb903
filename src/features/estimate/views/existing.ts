import type { Button } from "@slack/types";

import { freeTranslation } from "../../../core/coverage.ts";
import { needsLanguage } from "../../../core/offer.ts";
import { type Quote, hasTranslation } from "../../../core/quote.ts";
import { type Message, button, say } from "../../../slack/blocks.ts";
import type { Desk } from "../../../slack/people.ts";
import type { ExistingOutcome } from "../../delivery/actions/open-existing.ts";
import { deliveryReply } from "../../delivery/views/delivery-reply.ts";
import { actionIds } from "../../ids.ts";
import { isTextLost } from "../../intake/views/lost-text.ts";

/** The same was paid for and came back before: to use that is the sensible act. */
export function existingButton(quote: Quote, { tongue: { t } }: Desk): Button[] {
  const isOpen = quote.decision.status === "open" && !hasTranslation(quote);
  const isHad = isOpen && !needsLanguage(quote) && !isTextLost(quote);
  if (!isHad || freeTranslation(quote) === undefined) return [];
  const label = t`Use existing translation · free`;
  return [
    button({ label, actionId: actionIds.existing, value: quote.id, style: "primary" as const }),
  ];
}

/** What came of asking for it. */
export function existingReply(
  outcome: Exclude<ExistingOutcome, { status: "unknown-card" }>,
  desk: Desk,
): Message {
  const { t } = desk.tongue;
  switch (outcome.status) {
    case "none":
      return say(t`The card does not offer that translation any more. Please look at it again.`);
    case "not-theirs":
      return say(
        t`That translation was made in a conversation that you are not in, so I cannot give it to you. Please ask the person who posted the manuscript.`,
      );
    case "gone":
      return say(
        t`The partner does not have that translation any more. The card offers a new one; nothing was bought.`,
      );
    case "open":
    case "not-allowed":
    case "partner-trouble":
      return deliveryReply(outcome, desk);
  }
}
