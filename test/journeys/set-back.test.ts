import { expect, test } from "vitest";

import { approved, arrival, orders, quoted, storyCredits } from "./deeds.ts";
import { openHouse } from "./house.ts";

const hour = 3_600_000;

test("a clock that is set back by an hour while a translation runs holds its result up no longer", async () => {
  await using house = await openHouse();
  const { post } = await quoted(house);
  house.partner.change({ charsPerSecond: 100 });
  await house.slack.people.ana.clicks(await house.card(post, /\[ Approve \]/u), "quote.approve");
  await house.card(post, /Being translated/u);

  house.clock.setBack(hour);
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ charged: storyCredits });
});

test("one that is set back after an unclear answer asks again in time, or never", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "drop", at: "after", method: "POST", action: "translation" });
  const { post } = await approved(house);
  await house.failed("send");

  house.clock.setBack(hour);
  house.clock.skip(61_000);
  await arrival(house, post);

  expect(await orders(house)).toMatchObject({ outcomes: ["created", "replayed"] });
});
