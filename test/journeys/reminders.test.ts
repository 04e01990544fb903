import { expect, test } from "vitest";

import type { Message } from "../../src/sandbox/slack/model.ts";
import { approved, arrival, quoted } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { sets } from "./settings-deeds.ts";

const hourMs = 3_600_000;
const reminder = /waits for a decision/u;

test("those who may decide are reminded once of an estimate that waits, over a restart too", async () => {
  await using house = await openHouse();
  await sets(house, { remind_after_hours: "4" });
  const { post } = await quoted(house);

  house.clock.skip(4 * hourMs);
  const told = house.drawn(await house.reply(post, reminder));
  await house.stop();
  await house.start();
  house.clock.skip(hourMs);
  await house.slack.deliveries.settled();

  expect(told).toContain("@Ada Okafor, @approvers This estimate is waiting for approval.");
  expect(told).toContain("“harbour.txt” into French for 261 credits, asked for by @Robin Vale");
  expect(reminders(house, post)).toHaveLength(1);
});

test("nobody is reminded in the quiet hours, but right after them", async () => {
  await using house = await openHouse();
  const from = (new Date(house.clock.now()).getUTCHours() + 4) % 24;
  await sets(house, {
    remind_after_hours: "4",
    quiet_from: `${from}:00`,
    quiet_to: `${(from + 3) % 24}:00`,
    quiet_zone: "UTC",
  });
  const { post } = await quoted(house);

  house.clock.skip(4 * hourMs);
  await house.slack.deliveries.settled();
  const quiet = reminders(house, post);
  house.clock.skip(3 * hourMs);
  await house.reply(post, reminder);

  expect(quiet).toEqual([]);
});

test("of what was decided, nobody is reminded", async () => {
  await using house = await openHouse();
  await sets(house, { remind_after_hours: "4" });
  const { post } = await approved(house);
  await arrival(house, post);

  house.clock.skip(5 * hourMs);
  await house.slack.deliveries.settled();

  expect(reminders(house, post)).toEqual([]);
});

test("several that wait at the same time are told of in one message, with links to their cards", async () => {
  await using house = await openHouse();
  await sets(house, { remind_after_hours: "4" });
  const { post } = await quoted(house);
  await quoted(house, "Another story, of another length.");

  house.clock.skip(4 * hourMs + 60_000);
  const told = await house.slack.until(() =>
    house.slack.books.botPosts().find(({ text }) => /2 estimates wait for a decision/u.test(text)),
  );
  await house.slack.deliveries.settled();

  expect(house.drawn(told).match(/To its card/gu)).toHaveLength(2);
  expect(told.channel).toBe(post.channel);
  expect(
    house.slack.books.botPosts().filter(({ text }) => /for a decision/u.test(text)),
  ).toHaveLength(1);
});

function reminders(house: House, post: Message) {
  return house.replies(post).filter(({ text }) => reminder.test(text));
}
