import { expect, test } from "vitest";

import { fieldsOf } from "../../src/sandbox/slack/json.ts";
import { addsNote, changesLanguage, declines, extracts, opens, orders, quoted } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { namesStory } from "./terms-deeds.ts";

test("who declines with a reason is quoted to the one who asked, and on the card", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  const reason = "We *wait* for <!channel> the final draft.";
  const submitted = await declines(house, ana, { card, reason });
  const told = await house.reply(post, /was declined/u);
  const closed = await house.card(post, /Declined by Ana Moreau/u);

  expect(submitted).toEqual({ status: "closed" });
  expect(house.drawn(told)).toContain("“We wait for <!channel> the final draft.”");
  expect(house.drawn(closed)).toContain("“We wait for <!channel> the final draft.”");
  expect(JSON.stringify([told.blocks, closed.blocks])).not.toContain("<!channel>");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("whoever asked withdraws the request, an approver declines it", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { card } = await quoted(house);

  await robin.clicks(card, "quote.decline");
  const own = house.slack.draw.view(await house.slack.until(() => robin.sees().modal));
  await ana.clicks(card, "quote.decline");
  const other = house.slack.draw.view(await house.slack.until(() => ana.sees().modal));

  expect(own).toContain("Withdraw request");
  expect(other).not.toContain("Withdraw");
  expect(other).toContain("Decline");
});

test("a note stands on the card for those who decide, and an empty one takes it back", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await addsNote(house, robin, { card, note: "Please before the fair." });
  const noted = await house.card(post, /“Please before the fair\.”/u);
  await addsNote(house, ana, { card: noted, note: "" });
  const plain = await house.card(post, /^(?!.*before the fair).*\[ Approve ·/su);

  expect(house.drawn(noted)).toContain("[ Approve · 261 credits ]");
  expect(house.drawn(plain)).not.toContain("“");
});

test("an approval on a card to which a note was added since is what was seen, and is taken", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await addsNote(house, robin, { card, note: "Please before the fair." });
  await house.card(post, /before the fair/u);

  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.reply(post, /French translation .* is ready/u);

  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("the glossary form names its price, and one click in it extracts for exactly that", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house, namesStory);

  const form = await opens(house, ana, { card, item: "glossary" });
  const { confirm } = await extracts(house, ana, card);
  await house.reply(post, /glossary of “harbour.txt” is ready/u);

  const price = namesStory.length;
  expect(form).toContain(`[ Extract glossary · ${price} credits ]`);
  expect(confirm?.text).toContain(`for ${price} credits`);
  expect(JSON.stringify(ana.sees().modal)).toContain("The glossary is approved");
  expect(await orders(house, "glossary_extraction")).toMatchObject({
    outcomes: ["created"],
    charged: price,
  });
});

test("the glossary form offers no extraction to a requester, who may not spend", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { card } = await quoted(house, namesStory);

  const form = await opens(house, robin, { card, item: "glossary" });

  expect(form).toContain("[ Review the terms ]");
  expect(form).not.toContain("Extract");
});

test.for(["robin", "sam"] as const)(
  "an extraction in the name of %s, who may not spend, buys nothing",
  async (name, { expect }) => {
    await using house = await openHouse();
    const { ana, [name]: person } = house.slack.people;
    const { card } = await quoted(house, namesStory);
    await opens(house, ana, { card, item: "glossary" });

    const alters = (payload: object) => ({ ...payload, user: { id: person.id } });
    await ana.clicks("modal", "quote.glossary", { alters });
    await house.slack.until(() => /Nothing was charged/u.test(JSON.stringify(ana.sees().modal)));

    expect(await orders(house, "glossary_extraction")).toMatchObject({ tasks: [], charged: 0 });
  },
);

test("the details show the figures and the text as it was read", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { card } = await quoted(house);

  const details = await opens(house, robin, { card, item: "details" });

  expect(details).toContain("English → French");
  expect(details).toContain("261 characters");
  expect(details).toContain("The text as it was read");
  expect(details).toContain("Marlow Finch walked down to the harbour.");
});

test.for(["chapters", "language", "note", "glossary"] as const)(
  "a bystander is opened no form for %s",
  async (item, { expect }) => {
    await using house = await openHouse();
    const { sam } = house.slack.people;
    const { card } = await quoted(house);

    await sam.clicks(card, "quote.more", { option: item });
    await house.hears(sam, /Only the requester/u);

    expect(sam.sees().modal).toBeUndefined();
  },
);

/** Forged `private_metadata`, as if the form belonged to another card. */
const forgeries = [
  ["another quote", { quoteId: "0".repeat(32), channel: "here" }],
  ["another channel", { quoteId: "here", channel: "C0ELSEWHERE" }],
  ["no channel", { quoteId: "here", channel: "" }],
  ["nothing of ours", undefined],
] as const;

test.for(forgeries)("a form that names %s changes nothing", async ([, memory], { expect }) => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post, card } = await quoted(house);
  const before = house.drawn(card);

  await opens(house, robin, { card, item: "note" });
  forges(house, memory);
  robin.fillsIn({ note: "Forged." });
  const note = await robin.submits();
  await robin.closes();
  await opens(house, robin, { card, item: "language" });
  forges(house, memory);
  robin.fillsIn({ language: "Spanish" });
  const language = await robin.submits();
  await robin.closes();
  await robin.clicks(card, "quote.decline");
  await house.slack.until(() => robin.sees().modal);
  forges(house, memory);
  const decline = await robin.submits();
  await house.slack.deliveries.settled();

  expect([note, language, decline].map(({ status }) => status)).toEqual(Array(3).fill("errors"));
  expect(house.drawn(await house.card(post, /\[ Approve ·/u))).toBe(before);
});

test("a forged option of the ⋯ opens nothing of another conversation", async () => {
  await using house = await openHouse();
  const { sam, robin } = house.slack.people;
  const secret = await robin.posts({ files: [{ name: "secret.txt", content: namesStory }] });
  const hidden = await house.card(secret, /\[ Approve ·/u);
  const { card } = await quoted(house);
  const [quoteId] = /(?<=details:)[0-9a-f-]+/u.exec(JSON.stringify(hidden.blocks)) ?? [];

  const alters = (payload: object) =>
    fieldsOf(
      JSON.parse(JSON.stringify(payload).replaceAll(/(?<=details:)[0-9a-f-]+/gu, String(quoteId))),
    );
  await sam.clicks(card, "quote.more", { option: "details", alters });
  await house.hears(sam, /I no longer know this card/u);

  expect(quoteId).toBeDefined();
  expect(sam.sees().modal).toBeUndefined();
});

test("a language that was chosen in a form from before an approval changes nothing", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await ana.clicks(card, "quote.approve");
  await house.card(post, /Translating…/u);

  const late = { card, language: "Spanish", screen: "stale" } as const;
  const submitted = await changesLanguage(house, robin, late);

  expect(submitted.status).toBe("errors");
  expect(house.replies(post)[0]?.text).toContain("→ French");
});

/** Replaces the `private_metadata` of the open form with a forged one. */
function forges(house: House, memory: Readonly<Record<string, string>> | undefined): void {
  const { robin } = house.slack.people;
  const view = robin.sees().modal;
  if (view === undefined) throw new Error("no form is open");
  const own: unknown = JSON.parse(view.privateMetadata);
  const named = Object.entries(memory ?? {}).filter(([, value]) => value !== "here");
  const forged =
    memory === undefined ? "{" : JSON.stringify({ ...Object(own), ...Object.fromEntries(named) });
  house.slack.state.views.replace({ ...view, privateMetadata: forged });
}
