import { expect, test, vi } from "vitest";

import { patience } from "../patience.ts";
import { orders, quoted, sentSpending, shortStory, storyCredits, translated } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { sets } from "./settings-deeds.ts";

const here = { channel: "#translations" };

/** Posts a second text of the same length in Robin's name; returns its card. */
async function another(house: House, channel = "#translations") {
  const content = shortStory.replaceAll("Ilse", "Elsa");
  const post = await house.slack.people.robin.uploads(channel, { name: "second.txt", content });
  return await house.card(post, /\[ Approve ·/u);
}

test("of two approvals that race for the last credits one wins, and the other says why", async () => {
  await using house = await openHouse({ partner: { balance: 400 } });
  house.partner.change({ charsPerSecond: 1 });
  const { ana, ada } = house.slack.people;
  const { card: first } = await quoted(house);
  const second = await another(house);

  await Promise.all([ana.clicks(first, "quote.approve"), ada.clicks(second, "quote.approve")]);
  const refused = await house.slack.until(() =>
    house.slack.books.ephemerals().find(({ text }) => text.includes("short")),
  );
  await vi.waitFor(async () => expect((await orders(house)).keys.size).toBe(1), patience);

  expect(refused.text).toContain("takes 261 credits");
  expect(refused.text).toContain("was 400 credits, of which 261 credits are reserved for others");
  expect(refused.text).toContain("122 credits short. Nothing was charged;");
});

test("a channel that has spent its month is refused with the figures, and another one is not", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  await sets(house, { cap_per_channel_month: "300" });
  await translated(house);
  const late = await another(house);
  const members = [house.slack.people.robin.id, ana.id, house.slack.app.botUserId];
  house.slack.channels.add({ name: "serials", members });
  const elsewhere = await house.slack.people.robin.uploads("#serials", {
    name: "third.txt",
    content: shortStory.replaceAll("Ilse", "Olga"),
  });

  await ana.clicks(late, "quote.approve");
  const refused = await house.hears(ana, /may spend 300 credits a month/u);
  await ana.clicks(await house.card(elsewhere, /\[ Approve ·/u), "quote.approve");
  await house.reply(elsewhere, /is ready/u);

  expect(refused.text).toContain("261 credits are spent and 0 credits reserved");
  expect(refused.text).toContain("which leaves 39 credits. Nothing was charged;");
  expect((await orders(house)).tasks).toHaveLength(2);
});

test("the admins are warned once when the balance falls below their line", async () => {
  await using house = await openHouse({ partner: { balance: 1000 } });
  const { ada } = house.slack.people;
  await sets(house, { low_balance: "800" });
  await translated(house);
  const warned = await house.direct(ada, /is down to 739 credits/u);
  const again = await another(house);
  await house.slack.people.ana.clicks(again, "quote.approve");
  await house.reply(again, /is ready/u);
  const warnings = house.slack.state.messages
    .inChannel(ada.direct().id)
    .filter((message) => house.drawn(message).includes("is down to"));

  expect(house.drawn(warned)).toContain("below your warning line of 800 credits");
  expect(warnings).toHaveLength(1);
});

test("an admin sees what a run cost, who spent it, and gets the month as a file", async () => {
  await using house = await openHouse({ partner: { balance: 5000 } });
  const { ada } = house.slack.people;
  const { reply } = await translated(house);

  await ada.clicks(reply, "task.more", { option: "receipt" });
  const receipt = house.drawn(await house.hears(ada, /Receipt/u));
  await house.slack.until(async () => {
    await ada.commands("/translate-usage", "", here);
    return (await house.hears(ada, /in 1 run/u)) !== undefined;
  });
  await ada.commands("/translate-usage", "csv", here);
  await house.hears(ada, /as a file in our direct messages/u);

  expect(receipt).toContain("The partner charged exactly what was approved.");
  expect(await sentSpending(house)).toContain(`,${storyCredits},"charged",`);
});
