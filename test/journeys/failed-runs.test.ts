import { expect, test } from "vitest";

import { type Fields } from "../../src/sandbox/slack/json.ts";
import type { Message } from "../../src/sandbox/slack/model.ts";
import { clicks, faces, posts, ready } from "./between-deeds.ts";
import { estimated, orders } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { tale } from "./long-texts.ts";

const text = tale();

test.for([
  ["from a dialog that was left open", (payload: Fields) => payload],
  ["as it was sent before, after a restart", undefined],
] as const)(
  "a run is called failed, and the click that bought it comes again %s: it buys no second one",
  async ([, alters], { expect }) => {
    await using house = await openHouse();
    const { ana } = house.slack.people;
    const { post, card, payload } = await calledFailed(house);
    if (alters === undefined) {
      await house.stop();
      await house.start();
    }

    await clicks(house, card, "quote.approve", {
      screen: "stale",
      alters: alters ?? (() => payload),
    });
    await house.slack.deliveries.settled();
    // Slack's second copy of a payload gets no answer of its own.
    if (alters !== undefined) await house.hears(ana, /has changed/u);
    await goesOn(house, post);

    expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: text.length });
  },
);

test("before a new run is bought the failed one is looked at once more, and goes on where it runs", async () => {
  await using house = await openHouse();
  const { post } = await calledFailed(house);
  const card = await house.card(post, /\[ (?:Approve|Translate again) ·/u);
  house.partner.clearFaults();

  const isAgain = house.drawn(card).includes("[ Translate again ·");
  await clicks(house, card, isAgain ? "quote.again" : "quote.approve");
  await house.card(post, /Translating…/u);
  await goesOn(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: text.length });
});

/** Has Ana approve. The partner reports the run as failed, although it goes on. */
async function calledFailed(house: House) {
  const post = await posts(house, text);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  const card = await house.card(post, faces.offered);
  house.partner.change({ charsPerSecond: 1 });
  const set = { status: "failed" };
  const looks = { method: "GET", path: "/tasks/*", times: 1000 } as const;
  house.partner.inject({ kind: "patch", set, ...looks });
  const sent: Fields[] = [];
  const alters = (payload: Fields) => {
    sent.push(payload);
    return payload;
  };
  await clicks(house, card, "quote.approve", { alters });
  await house.reply(post, /reports that the French translation .* failed/u);
  const [payload] = sent;
  if (payload === undefined) throw new Error("nothing was clicked");
  return { post, card, payload };
}

/** The partner finishes it after all, hours later. */
async function goesOn(house: House, post: Message) {
  house.partner.clearFaults();
  house.partner.change({ charsPerSecond: 1_000_000 });
  await house.passing(60_000, () =>
    house.replies(post).find((reply) => ready.test(house.drawn(reply))),
  );
}
