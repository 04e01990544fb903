import { expect, test, vi } from "vitest";

import { patience } from "../../patience.ts";
import { orders, quoted, sentSpending, storyCredits, translated } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";
import { sets } from "../settings-deeds.ts";

const here = { channel: "#translations" };

/** Posts a second text of the same length in Robin's name; returns its card. */
async function another(galley: Galley, channel = "#translations") {
  const content = tale(1).slice(0, storyCredits);
  const post = await galley.slack.people.robin.uploads(channel, { name: "second.txt", content });
  return await galley.card(post, /\[ Approve ·/u);
}

test("of two approvals that race for the last credits one wins, and the other says why", async () => {
  await using galley = await openGalley({ partner: { balance: 400 } });
  const { ana, ada } = galley.slack.people;
  const { card: first } = await quoted(galley);
  const second = await another(galley);
  galley.partner.change({ charsPerSecond: 1 });

  await Promise.all([ana.clicks(first, "quote.approve"), ada.clicks(second, "quote.approve")]);
  const refused = await galley.slack.until(() =>
    galley.slack.records.ephemerals().find(({ text }) => text.includes("has only")),
  );
  await vi.waitFor(async () => expect((await orders(galley)).keys.size).toBe(1), patience);

  expect(refused.text).toContain(
    "This costs 261 credits, but the balance has only 139 credits left. Nothing was charged;",
  );
});

test("a channel that has spent its month is refused with the figures, and another one is not", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await sets(galley, { cap_per_channel_month: "300" });
  await translated(galley);
  const late = await another(galley);
  const members = [galley.slack.people.robin.id, ana.id, galley.slack.app.botUserId];
  galley.slack.channels.add({ name: "serials", members });
  const elsewhere = await galley.slack.people.robin.uploads("#serials", {
    name: "third.txt",
    content: tale(2).slice(0, storyCredits),
  });

  await ana.clicks(late, "quote.approve");
  const refused = await galley.hears(ana, /limit of 300 credits a month/u);
  await ana.clicks(await galley.card(elsewhere, /\[ Approve ·/u), "quote.approve");
  await galley.reply(elsewhere, /is ready/u);

  expect(refused.text).toContain("leaves only 39 credits. Nothing was charged;");
  expect((await orders(galley)).tasks).toHaveLength(2);
});

test("the admins are warned once when the balance falls below their line", async () => {
  await using galley = await openGalley({ partner: { balance: 1000 } });
  const { ada } = galley.slack.people;
  await sets(galley, { low_balance: "800" });
  await translated(galley);
  const warned = await galley.direct(ada, /is down to 739 credits/u);
  const again = await another(galley);
  await galley.slack.people.ana.clicks(again, "quote.approve");
  await galley.reply(again, /is ready/u);
  const warnings = galley.slack.state.messages
    .inChannel(ada.direct().id)
    .filter((message) => galley.drawn(message).includes("is down to"));

  expect(galley.drawn(warned)).toContain("below your warning line of 800 credits");
  expect(warnings).toHaveLength(1);
});

test("an admin sees what a run cost, who spent it, and gets the month as a file", async () => {
  await using galley = await openGalley({ partner: { balance: 5000 } });
  const { ada } = galley.slack.people;
  const { reply } = await translated(galley);

  await ada.clicks(reply, "task.more", { option: "receipt" });
  const receipt = galley.drawn(await galley.hears(ada, /Receipt/u));
  await galley.slack.until(async () => {
    await ada.commands("/translate-usage", "", here);
    return (await galley.hears(ada, /Spent in .*in 1 task/su)) !== undefined;
  });
  await ada.commands("/translate-usage", "csv", here);
  await galley.hears(ada, /I have sent you “galley-spending-/u);

  expect(receipt).toContain("It cost 261 credits, as approved.");
  expect(await sentSpending(galley)).toContain(`,${storyCredits},"charged",`);
});
