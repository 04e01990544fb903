import { expect, test } from "vitest";

import { arrival, estimated, orders, quoted, storyCredits } from "./deeds.ts";
import { openHouse } from "./house.ts";

test("90 days after it was closed, the record knows no name any more, and the card stays as it was", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  await ana.clicks(card, "quote.approve");
  const reply = await arrival(house, post);
  const shown = await house.card(post, /✅ Done/u);
  await house.stop();

  house.clock.skip(91 * 24 * 3_600_000);
  await house.start();
  await robin.commands("/translate", "status", { channel: "#translations" });
  await house.hears(robin, /file without a name/u);
  await robin.clicks(reply, "task.fresh_link");
  await house.hears(robin, /link/iu);

  expect(house.drawn(await house.card(post, /harbour/u))).toBe(house.drawn(shown));
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});
