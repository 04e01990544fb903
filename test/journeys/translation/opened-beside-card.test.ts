import { expect, test } from "vitest";

import type { ApiFault } from "#sandbox/slack/faults.ts";

import { arrival, orders, quoted, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const unconfirmed: readonly { readonly what: string; readonly fault: ApiFault }[] = [
  { what: "refused", fault: { fault: "500-before" } },
  { what: "made, and answered with an error", fault: { fault: "500-after" } },
  { what: "made, and never answered", fault: { fault: "lost-reply" } },
];

test.for(unconfirmed)(
  "the file is opened beside an update that is $what, and nothing is sent before one is confirmed",
  async ({ fault }) => {
    await using galley = await openGalley();
    const { post } = await approvedWhile(galley, fault, 3);

    await galley.failed("show-card");
    expect(downloads(galley)).toBeGreaterThan(1);
    expect(await orders(galley)).toMatchObject({ outcomes: [] });
    galley.clock.skip(2000);
    await arrival(galley, post);

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  },
);

test("a late update holds the request back until the card names it", async () => {
  await using galley = await openGalley();
  const named: boolean[] = [];
  galley.partner.onRequest(({ method, idempotencyKey }) => {
    if (method !== "POST" || idempotencyKey === undefined) return;
    const cards = galley.cards(galley.slack.translations.id);
    const shown = cards.map(({ channel, ts }) => galley.slack.state.messages.find(channel, ts));
    const keys = shown.map((card) => card?.metadata?.event_payload["key"]);
    if (keys.some((key) => key !== undefined)) named.push(keys.includes(idempotencyKey));
    else named.push(false);
  });
  const { post } = await quoted(galley);
  const asked = named.length;

  const card = await galley.card(post, /\[ Approve ·/u);
  galley.slack.faults.onCall("chat.update", { fault: "slow", ms: 100 });
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(named.slice(asked).filter(Boolean)).toEqual([true]);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a bot that dies with the file open sends the run once when it is back", async () => {
  await using galley = await openGalley();
  const { post } = await approvedWhile(galley, { fault: "500-before" }, 1000);
  await galley.failed("show-card");

  await galley.stop();
  expect(await orders(galley)).toMatchObject({ outcomes: [] });
  galley.slack.faults.clear();
  await galley.start();
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

/** Approves a manuscript whose card cannot be updated as many times. */
async function approvedWhile(galley: Galley, fault: ApiFault, times: number) {
  const { post, card } = await quoted(galley);
  galley.slack.faults.onCall("chat.update", fault, times);
  await galley.slack.people.ana.clicks(card, "quote.approve");
  return { post };
}

function downloads({ slack }: Galley): number {
  return slack.exchanges().filter(({ name }) => name.startsWith("download ")).length;
}
