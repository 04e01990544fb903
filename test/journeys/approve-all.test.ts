import { expect, test } from "vitest";

import { arrival, declines, orders, shortStory, storyCredits } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { sets } from "./settings-deeds.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const lantern = { name: "lantern.txt", content: "Another story, about Ilse Brandt. ".repeat(9) };
const lanternCredits = 306;
const both = storyCredits + lanternCredits;

test("one click approves every open card of a batch, and a second one does nothing", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(house, new RegExp(`Approve all · ${both} credits`, "u"));

  const [{ confirm }] = await Promise.all([
    ana.clicks(total, "batch.approve"),
    ana.clicks(total, "batch.approve"),
  ]);
  await arrival(house, post);
  await house.reply(post, /French translation of “lantern.txt” is ready/u);
  const decided = await totalOf(house, /All are decided/u);

  expect(house.drawn(decided)).not.toContain("Approve all");
  expect(house.drawn(decided)).toContain("All are decided.");
  expect(confirm).toMatchObject({
    title: `Approve all for ${both} credits?`,
    text: "2 manuscripts → French. Each card is approved under its own limits.",
  });
  expect(await orders(house)).toMatchObject({ outcomes: ["created", "created"], charged: both });
});

test("what was decided meanwhile leaves the total, and is not approved with the others", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", harbour, lantern);
  await totalOf(house, /Approve all/u);
  const card = await house.oneCard(post, /lantern → French.*\[ Approve ·/su);

  await ana.clicks(card, "quote.approve");
  await house.reply(post, /French translation of “lantern.txt” is ready/u);

  const left = await totalOf(house, new RegExp(`→ French · ${storyCredits} credits`, "u"));
  expect(house.drawn(left)).not.toContain("Approve all");
});

test("the question names the languages that are still open, and no other", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await robin.commands("/translate", "de es it", { channel: "#translations" });
  await house.reply(post, /Approve all/u);
  await declines(house, ana, { card: await house.oneCard(post, /→ German.*\[ Approve ·/su) });
  const total = await house.reply(
    post,
    new RegExp(`Approve all · ${2 * storyCredits} credits`, "u"),
  );

  const { confirm } = await ana.clicks(total, "batch.approve");

  expect(confirm?.text).toMatch(/^harbour → (?:Spanish and Italian|Italian and Spanish)\. Each/u);
});

test("who may not spend approves none, and each refusal is told", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(house, /Approve all/u);

  await robin.clicks(total, "batch.approve");
  await house.hears(robin, /Approved: 0 of 2\..*harbour → French.*lantern → French/su);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("each card keeps its own limits: what is above them is refused by name", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  await sets(house, { cap_per_approval: `${storyCredits}` });
  const post = await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(house, /Approve all/u);

  await ana.clicks(total, "batch.approve");
  await arrival(house, post);
  await house.hears(ana, /Approved: 1 of 2\..*lantern → French.*nothing above 261 credits/su);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a text that was translated before is left to its own card", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const first = await robin.uploads("#translations", harbour);
  await ana.clicks(await house.card(first, /\[ Approve ·/u), "quote.approve");
  await arrival(house, first);

  const post = await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(house, /Approve all/u);
  await ana.clicks(total, "batch.approve");
  await house.hears(ana, /Approved: 1 of 2\..*harbour → French\*?: its card needs a closer look/su);
  await house.reply(post, /French translation of “lantern.txt” is ready/u);

  expect(await orders(house)).toMatchObject({ outcomes: ["created", "created"], charged: both });
});

function totalOf(house: House, fits: RegExp) {
  return house.slack.until(
    () =>
      house.slack.state.messages.inChannel(house.slack.translations.id).find((message) => {
        const drawn = message.isFromBot ? house.drawn(message) : "";
        return /manuscripts → French/u.test(drawn) && fits.test(drawn);
      }),
    { what: String(fits) },
  );
}
