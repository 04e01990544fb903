import type { KnownBlock } from "@slack/types";

import { type DoneBefore, doneBefore } from "../../../domain/quote/done-before.ts";
import { needsLanguage } from "../../../domain/quote/offer.ts";
import { type Quote, hasTranslation } from "../../../domain/quote/quote.ts";
import type { ExistingOutcome } from "../../../usecases/delivery/open-existing.ts";
import { actionIds } from "../../ids.ts";
import { when } from "../../mrkdwn.ts";
import { type Message, button, say, section } from "../blocks.ts";
import type { Desk } from "../desk.ts";
import { deliveryReply } from "../replies/delivery-reply.ts";
import { languageShown } from "../words.ts";
import { isTextLost } from "./lost-text.ts";

/** The same was paid for and came back before: it is offered for nothing, beside being bought again. */
export function existingBlocks(quote: Quote, { tongue, rules }: Desk): KnownBlock[] {
  const done = existingShown(quote);
  if (done === undefined) return [];
  const { t } = tongue;
  const language = languageShown(quote.target, rules.languages, tongue);
  const at = when(done.at);
  const text = [
    `*${t`Translated before.`}*`,
    done.glossary === undefined
      ? t`This very text came back in ${language}, ${at}, without a glossary, as it would run now.`
      : t`This very text came back in ${language}, ${at}, with the very glossary that it would run with now.`,
    t`You can have that translation for 0 credits; approving here pays for a new one.`,
  ].join(" ");
  const accessory = button({
    label: t`Get it for 0 credits`,
    actionId: actionIds.existing,
    value: quote.id,
  });
  return [{ ...section(text), accessory }];
}

export function existingShown(quote: Quote): DoneBefore | undefined {
  const isOpen = quote.decision.status === "open" && !hasTranslation(quote);
  return isOpen && !needsLanguage(quote) && !isTextLost(quote) ? doneBefore(quote) : undefined;
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
