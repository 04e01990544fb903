import { expect, test } from "vitest";

import { approved, arrival, orders, quoted, storyCredits } from "./deeds.ts";
import { openHouse } from "./house.ts";

test("a partner that charges for what the desk asks by itself is asked once, and never again", async () => {
  await using house = await openHouse({ partner: { estimateCost: "per-character" } });
  const { ada, ana } = house.slack.people;
  const { post: first } = await quoted(house);
  await house.slack.until(
    () =>
      ada.sees().directMessages.find(({ text }) => /charged credits for an estimate/u.test(text)),
    { what: "the admins being told" },
  );

  const { post, card } = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  await ana.clicks(card, "quote.approve");
  await arrival(house, post);

  const { tasks } = await house.partner.books();
  const inquiries = tasks.filter(({ action }) => action !== "translation");
  expect(inquiries).toHaveLength(1);
  expect(ada.sees().directMessages).toHaveLength(1);
  expect(house.drawn(await house.card(first, /own count/u))).toContain("Approve");
});

test("where inquiries cost nothing, every card gets its estimate", async () => {
  await using house = await openHouse();

  const { post } = await approved(house);
  await arrival(house, post);
  const second = await quoted(house, "Another story, about Ilse Brandt. ".repeat(9));
  await house.card(second.post, /tokens/u);

  const { tasks, charged } = await orders(house, "token_estimate");
  expect(tasks).toHaveLength(2);
  expect(charged).toBe(storyCredits);
});
