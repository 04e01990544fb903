import type { FoundCards } from "../../../core/marker.ts";
import type { GoOnOutcome } from "../../../core/ports.ts";
import { type Message, actions, button, confirm, say, section } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { linkTo, mention } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { actionIds } from "../../ids.ts";
import type { NotForSale } from "../actions/not-for-sale.ts";

/** Asks an admin how Galley goes on without its records; `links` lead to cards that were not taken up. */
export function recordsLostCard(
  { taken, missed }: FoundCards,
  links: readonly string[],
  { tongue }: ViewContext,
): Message {
  const { t, counted } = tongue;
  const text = t`My store was emptied: my records are lost, and with them what was bought and what it cost. Until an admin decides, nothing is bought, and nothing is approved automatically.`;
  const found = [
    t`I have looked through the last 90 days for my cards in Slack that tell of a run. Taken up again: ${counted(taken, "card")}.`,
    ...(missed === 0
      ? []
      : [
          t`Not taken up: ${counted(missed, "card")}. What was bought there may be bought a second time.`,
          tongue.enumerated(links.map((link, n) => linkTo(link, t`Card ${n + 1}`))),
        ]),
  ];
  const ways = t`If there is a backup from after my last stop, stop me, restore it, and start me again. Otherwise I can go on: for 90 days everybody who approves something is told that earlier records were lost.`;
  const goOn = button({
    label: t`Go on`,
    actionId: actionIds.goOn,
    value: "records",
    confirm: confirm({
      title: t`Go on without the records?`,
      text: t`What none of my cards tells of any more may be bought a second time.`,
      yes: t`Go on`,
      no: t`Not now`,
    }),
  });
  return {
    text,
    blocks: [section(text), section(found.join(" ")), section(ways), actions("records", [goOn])],
  };
}

/** To the one who decided, or tried to. */
export function goOnReply(
  outcome: GoOnOutcome | { readonly status: "not-allowed" },
  { tongue: { t } }: ViewContext,
): Message {
  switch (outcome.status) {
    case "gone-on":
      return say(t`I go on: things can be approved again.`);
    case "decided-before":
      return say(t`${mention(outcome.by)} decided this before: things can be approved again.`);
    case "nothing-lost":
      return say(t`There is nothing to decide here any more. Nothing was changed.`);
    case "not-allowed":
      return say(t`Only the admins of this desk can decide this. Nothing was changed.`);
  }
}

/** To somebody whose click would have bought something. */
export function notForSaleReply({ records }: NotForSale, { t }: Tongue): Message {
  switch (records) {
    case "sought":
      return say(
        t`My store is empty. I am looking through my cards in Slack for what was bought before. Your click bought nothing; please try again in a few minutes.`,
      );
    case "undecided":
      return say(
        t`My store was emptied, so I no longer know all that was bought before. Nothing is bought until an admin of this desk decides how it goes on; I have asked them. Your click bought nothing.`,
      );
  }
}
