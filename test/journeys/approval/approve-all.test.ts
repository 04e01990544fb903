import { expect, test } from "vitest";

import { arrival, declines, orders, shortStory, storyCredits } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { sets } from "../settings-deeds.ts";

const harbour = { name: "harbour.txt", content: shortStory };
const lantern = { name: "lantern.txt", content: "Another story, about Ilse Brandt. ".repeat(9) };
const lanternCredits = 306;
const both = storyCredits + lanternCredits;

test("one click approves every open card of a batch, and a second one does nothing", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(galley, new RegExp(`Approve all · ${both} credits`, "u"));

  const [{ confirm }] = await Promise.all([
    ana.clicks(total, "batch.approve"),
    ana.clicks(total, "batch.approve"),
  ]);
  await arrival(galley, post);
  await galley.reply(post, /French translation of “lantern.txt” is ready/u);
  const decided = await totalOf(galley, /All are decided/u);

  expect(galley.drawn(decided)).not.toContain("Approve all");
  expect(galley.drawn(decided)).toContain("All are decided.");
  expect(confirm).toMatchObject({
    title: `Approve all · ${both} credits`,
    text: "2 manuscripts → French",
  });
  expect(await orders(galley)).toMatchObject({ outcomes: ["created", "created"], charged: both });
});

test("what was decided meanwhile leaves the total, and is not approved with the others", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour, lantern);
  await totalOf(galley, /Approve all/u);
  const card = await galley.oneCard(post, /lantern → French.*\[ Approve ·/su);

  await ana.clicks(card, "quote.approve");
  await galley.reply(post, /French translation of “lantern.txt” is ready/u);

  const left = await totalOf(galley, new RegExp(`→ French · ${storyCredits} credits`, "u"));
  expect(galley.drawn(left)).not.toContain("Approve all");
});

test("the question names the languages that are still open, and no other", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", harbour);
  await robin.commands("/translate", "de es it", { channel: "#translations" });
  await galley.reply(post, /Approve all/u);
  await declines(galley, ana, { card: await galley.oneCard(post, /→ German.*\[ Approve ·/su) });
  const total = await galley.reply(
    post,
    new RegExp(`Approve all · ${2 * storyCredits} credits`, "u"),
  );

  const { confirm } = await ana.clicks(total, "batch.approve");

  expect(confirm?.text).toMatch(/^harbour → (?:Spanish and Italian|Italian and Spanish)$/u);
});

test("who may not spend approves none, and each refusal is told", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(galley, /Approve all/u);

  await robin.clicks(total, "batch.approve");
  await galley.hears(robin, /Approved: 0 of 2\..*harbour → French.*lantern → French/su);

  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("each card keeps its own limits: what is above them is refused by name", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  await sets(galley, { cap_per_approval: `${storyCredits}` });
  const post = await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(galley, /Approve all/u);

  await ana.clicks(total, "batch.approve");
  await arrival(galley, post);
  await galley.hears(ana, /Approved: 1 of 2\..*lantern → French.*At most 261 credits/su);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a text that was translated before is left to its own card", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const first = await robin.uploads("#translations", harbour);
  await ana.clicks(await galley.card(first, /\[ Approve ·/u), "quote.approve");
  await arrival(galley, first);

  const post = await robin.uploads("#translations", harbour, lantern);
  const total = await totalOf(galley, /Approve all/u);
  await ana.clicks(total, "batch.approve");
  await galley.hears(
    ana,
    /Approved: 1 of 2\..*harbour → French\*?: its card needs a closer look/su,
  );
  await galley.reply(post, /French translation of “lantern.txt” is ready/u);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created", "created"], charged: both });
});

function totalOf(galley: Galley, fits: RegExp) {
  return galley.slack.until(
    () =>
      galley.slack.state.messages.inChannel(galley.slack.translations.id).find((message) => {
        const drawn = message.isFromBot ? galley.drawn(message) : "";
        return /manuscripts? → French/u.test(drawn) && fits.test(drawn);
      }),
    { what: String(fits) },
  );
}
