import { expect, test } from "vitest";

import { approved, arrival, orders, quoted, running, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const minute = 60_000;
const hour = 60 * minute;
const lostAnswer = { kind: "drop", at: "after", method: "POST", action: "translation" } as const;

test("a clock that is set back by an hour while a translation runs holds its result up no longer", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley, { charsPerSecond: 100 });

  galley.clock.setBack(hour);
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

test("nor does one that is set back while Galley is closed", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley, { charsPerSecond: 100 });

  await whileClosed(galley, () => galley.clock.setBack(hour));
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

test("one that is set back while the partner is in trouble does not keep what failed waiting", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley, { charsPerSecond: 100 });
  galley.partner.inject({ kind: "status", status: 500, method: "GET", path: "/tasks/*" });
  await galley.failed("poll");

  galley.clock.setBack(hour);
  await arrival(galley, post);

  expect(await orders(galley)).toMatchObject({ charged: storyCredits });
});

test.for([
  ["works", whileOpen],
  ["is closed", whileClosed],
] as const)(
  "one that is set back over an unclear answer while Galley %s leaves it to a person, who is told why",
  async ([, when], { expect }) => {
    await using galley = await openGalley();
    const { ada } = galley.slack.people;
    galley.partner.inject(lostAnswer);
    const { post } = await approved(galley);
    await galley.failed("send");

    await when(galley, () => galley.clock.setBack(3 * minute));
    await galley.reply(post, /The partner hasn’t confirmed/u);
    const told = await galley.direct(ada, /Galley’s clock was wrong/u);
    galley.partner.change({ forgetKeys: true });
    galley.clock.skip(20 * minute);
    await galley.slack.deliveries.settled();

    expect(galley.drawn(told)).toContain("[ Send again ]");
    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
  },
);

test("one that was ahead when an answer was lost opens no longer window: the partner’s own clock closes it", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  galley.clock.runAhead(3 * minute);
  galley.partner.inject(lostAnswer);
  const { post } = await approved(galley);
  await galley.failed("send");

  await whileClosed(galley, () => {
    galley.clock.setBack(3 * minute);
    // 14 minutes have passed by Galley's clock; the partner has forgotten the key after 15.
    galley.clock.skip(17 * minute);
    galley.partner.change({ forgetKeys: true });
  });
  await galley.reply(post, /The partner hasn’t confirmed/u);
  await galley.direct(ada, /Galley’s clock was wrong/u);
  await galley.slack.deliveries.settled();

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("an estimate that was posted while the clock was ahead stands, and expires", async () => {
  await using galley = await openGalley({ env: { QUOTE_HOURS: "24" } });
  galley.clock.runAhead(3 * minute);
  const { post } = await quoted(galley);
  await whileClosed(galley, () => galley.clock.setBack(3 * minute));

  galley.clock.skip(23 * hour);
  const standing = await galley.card(post, /\[ Approve ·/u);
  galley.clock.skip(2 * hour);
  await galley.card(post, /Nobody decided in time/u);

  expect(galley.drawn(standing)).not.toContain("expired");
});

async function whileOpen(_: Galley, deed: () => void) {
  deed();
}

async function whileClosed(galley: Galley, deed: () => void) {
  await galley.stop();
  deed();
  await galley.start();
}
