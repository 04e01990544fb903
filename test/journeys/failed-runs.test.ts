import { expect, test } from "vitest";

import { type Fields } from "../../src/sandbox/slack/json.ts";
import type { Message } from "../../src/sandbox/slack/model.ts";
import { clicks, faces, posts, ready } from "./between-deeds.ts";
import { estimated, orders } from "./deeds.ts";
import { type Galley, openGalley } from "./galley.ts";
import { tale } from "./long-texts.ts";

const text = tale();

test.for([
  ["from a dialog that was left open", (payload: Fields) => payload],
  ["as it was sent before, after a restart", undefined],
] as const)(
  "a run is called failed, and the click that bought it comes again %s: it buys no second one",
  async ([, alters], { expect }) => {
    await using galley = await openGalley();
    const { ana } = galley.slack.people;
    const { post, card, payload } = await calledFailed(galley);
    if (alters === undefined) {
      await galley.stop();
      await galley.start();
    }

    await clicks(galley, card, "quote.approve", {
      screen: "stale",
      alters: alters ?? (() => payload),
    });
    await galley.slack.deliveries.settled();
    // Slack's second copy of a payload gets no answer of its own.
    if (alters !== undefined) await galley.hears(ana, /has changed/u);
    await goesOn(galley, post);

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: text.length });
  },
);

test("before a new run is bought the failed one is looked at once more, and goes on where it runs", async () => {
  await using galley = await openGalley();
  const { post } = await calledFailed(galley);
  const card = await galley.card(post, /\[ (?:Approve|Translate again) ·/u);
  galley.partner.clearFaults();

  const isAgain = galley.drawn(card).includes("[ Translate again ·");
  await clicks(galley, card, isAgain ? "quote.again" : "quote.approve");
  await galley.card(post, /Translating…/u);
  await goesOn(galley, post);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: text.length });
});

/** Has Ana approve. The partner reports the run as failed, although it goes on. */
async function calledFailed(galley: Galley) {
  const post = await posts(galley, text);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  const card = await galley.card(post, faces.offered);
  galley.partner.change({ charsPerSecond: 1 });
  const set = { status: "failed" };
  const looks = { method: "GET", path: "/tasks/*", times: 1000 } as const;
  galley.partner.inject({ kind: "patch", set, ...looks });
  const sent: Fields[] = [];
  const alters = (payload: Fields) => {
    sent.push(payload);
    return payload;
  };
  await clicks(galley, card, "quote.approve", { alters });
  await galley.reply(post, /reports that the French translation .* failed/u);
  const [payload] = sent;
  if (payload === undefined) throw new Error("nothing was clicked");
  return { post, card, payload };
}

/** The partner finishes it after all, hours later. */
async function goesOn(galley: Galley, post: Message) {
  galley.partner.clearFaults();
  galley.partner.change({ charsPerSecond: 1_000_000 });
  await galley.passing(60_000, () =>
    galley.replies(post).find((reply) => ready.test(galley.drawn(reply))),
  );
}
