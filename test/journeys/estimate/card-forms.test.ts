import { expect, test } from "vitest";

import { fieldsOf } from "#sandbox/slack/json.ts";

import { addsNote, declines, extracts, opens, orders, quoted } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";
import { namesStory } from "../terms-deeds.ts";

test("who declines with a reason is quoted to the one who asked, and on the card", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  const reason = "We *wait* for <!channel> the final draft.";
  const submitted = await declines(galley, ana, { card, reason });
  const told = await galley.reply(post, /Declined: /u);
  const closed = await galley.card(post, /Declined by Ana Moreau/u);

  const literally = /“We \*?\u2060?wait\u2060?\*? for <!channel> the final draft.”/u;
  expect(submitted).toEqual({ status: "closed" });
  expect(galley.drawn(told)).toMatch(literally);
  expect(galley.drawn(closed)).toMatch(literally);
  expect(JSON.stringify([told.blocks, closed.blocks])).not.toContain("<!channel>");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test("whoever asked withdraws the request, an approver declines it", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { card } = await quoted(galley);

  await robin.clicks(card, "quote.decline");
  const own = galley.slack.draw.view(await galley.slack.until(() => robin.sees().modal));
  await ana.clicks(card, "quote.decline");
  const other = galley.slack.draw.view(await galley.slack.until(() => ana.sees().modal));

  expect(own).toContain("Withdraw request");
  expect(other).not.toContain("Withdraw");
  expect(other).toContain("Decline");
});

test("a note stands on the card for those who decide, and an empty one takes it back", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);

  await addsNote(galley, robin, { card, note: "Please before the fair." });
  const noted = await galley.card(post, /“Please before the fair\.”/u);
  await addsNote(galley, ana, { card: noted, note: "" });
  const plain = await galley.card(post, /^(?!.*before the fair).*\[ Approve ·/su);

  expect(galley.drawn(noted)).toContain("[ Approve · 261 cr ]");
  expect(galley.drawn(plain)).not.toContain("“");
});

test("an approval on a card to which a note was added since is what was seen, and is taken", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await addsNote(galley, robin, { card, note: "Please before the fair." });
  await galley.card(post, /before the fair/u);

  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.reply(post, /French translation .* is ready/u);

  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("the glossary form names its price, and one click in it extracts for exactly that", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley, namesStory);

  const form = await opens(galley, ana, { card, item: "glossary" });
  const { confirm } = await extracts(galley, ana, card);
  await galley.reply(post, /glossary of “harbour” is ready/u);

  const price = namesStory.length;
  expect(form).toContain(`[ Extract glossary · ${price} cr ]`);
  expect(confirm?.text).toContain(`for ${price} credits`);
  expect(JSON.stringify(ana.sees().modal)).toContain("Approved. The card shows the progress.");
  expect(await orders(galley, "glossary_extraction")).toMatchObject({
    outcomes: ["created"],
    charged: price,
  });
});

test("the glossary of a long book holds names from its end, for the price of a sample", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const late = "Odo Quill met Petra Vance. Petra Vance greeted Odo Quill.\n";
  const { post, card } = await quoted(galley, `${tale(0, 240)}\n\n${late.repeat(400)}`);

  await opens(galley, ana, { card, item: "glossary" });
  const { confirm } = await extracts(galley, ana, card);
  const reply = await galley.reply(post, /glossary of “harbour” is ready/u);
  const price = Number(/for ([\d,]+) credits/u.exec(confirm?.text ?? "")?.[1]?.replace(",", ""));

  expect(confirm?.text).toContain("passages throughout “harbour”");
  expect(price).toBeGreaterThan(20_000);
  expect(price).toBeLessThanOrEqual(30_000);
  expect(await orders(galley, "glossary_extraction")).toMatchObject({
    outcomes: ["created"],
    tasks: [{ sourceCharacters: price }],
    charged: price,
  });
  expect(galley.drawn(reply)).toContain("Odo Quill");
});

test("the glossary form offers no extraction to a requester, who may not spend", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { card } = await quoted(galley, namesStory);

  const form = await opens(galley, robin, { card, item: "glossary" });

  expect(form).toContain("[ Review the terms ]");
  expect(form).not.toContain("Extract");
});

test.for(["robin", "sam"] as const)(
  "an extraction in the name of %s, who may not spend, buys nothing",
  async (name, { expect }) => {
    await using galley = await openGalley();
    const { ana, [name]: person } = galley.slack.people;
    const { card } = await quoted(galley, namesStory);
    await opens(galley, ana, { card, item: "glossary" });

    const alters = (payload: object) => ({ ...payload, user: { id: person.id } });
    await ana.clicks("modal", "quote.glossary", { alters });
    await galley.slack.until(() =>
      /Only .* can do this. Nothing was changed/u.test(JSON.stringify(ana.sees().modal)),
    );

    expect(await orders(galley, "glossary_extraction")).toMatchObject({ tasks: [], charged: 0 });
  },
);

test("the details show the figures and the text as it was read", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { card } = await quoted(galley);

  const details = await opens(galley, robin, { card, item: "details" });

  expect(details).toContain("English → French");
  expect(details).toContain("261 characters");
  expect(details).toContain("The text as it was read");
  expect(details).toContain("Marlow Finch walked down to the harbour.");
});

test("of the details a bystander sees the figures alone", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const { card } = await quoted(galley);

  const details = await opens(galley, sam, { card, item: "details" });

  expect(details).toContain("261 characters");
  expect(details).not.toMatch(/Marlow|can do this/u);
});

test.for(["chapters", "language", "note", "glossary"] as const)(
  "a bystander is opened no form for %s",
  async (item, { expect }) => {
    await using galley = await openGalley();
    const { sam } = galley.slack.people;
    const { card } = await quoted(galley);

    await sam.clicks(card, "quote.more", { option: item });
    await galley.hears(sam, /Only .* can do this. Nothing was changed/u);

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
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, card } = await quoted(galley);
  const before = galley.drawn(card);

  await opens(galley, robin, { card, item: "note" });
  forges(galley, memory);
  robin.fillsIn({ note: "Forged." });
  const note = await robin.submits();
  await robin.closes();
  await opens(galley, robin, { card, item: "language" });
  forges(galley, memory);
  robin.fillsIn({ language: "Spanish" });
  const language = await robin.submits();
  await robin.closes();
  await robin.clicks(card, "quote.decline");
  await galley.slack.until(() => robin.sees().modal);
  forges(galley, memory);
  const decline = await robin.submits();
  await galley.slack.deliveries.settled();

  expect([note, language, decline].map(({ status }) => status)).toEqual(Array(3).fill("errors"));
  expect(galley.drawn(await galley.card(post, /\[ Approve ·/u))).toBe(before);
});

test("a forged option of the ⋯ opens nothing of another conversation", async () => {
  await using galley = await openGalley();
  const { sam, robin } = galley.slack.people;
  const secret = await robin.posts({ files: [{ name: "secret.txt", content: namesStory }] });
  const hidden = await galley.card(secret, /\[ Approve ·/u);
  const { card } = await quoted(galley);
  const [quoteId] = /(?<=details:)[0-9a-f-]+/u.exec(JSON.stringify(hidden.blocks)) ?? [];

  const alters = (payload: object) =>
    fieldsOf(
      JSON.parse(JSON.stringify(payload).replaceAll(/(?<=details:)[0-9a-f-]+/gu, String(quoteId))),
    );
  await sam.clicks(card, "quote.more", { option: "details", alters });
  await galley.hears(sam, /I no longer know this card/u);

  expect(quoteId).toBeDefined();
  expect(sam.sees().modal).toBeUndefined();
});

test("a form that somebody made up shows no details of a conversation that they are not in", async () => {
  await using galley = await openGalley();
  const { sam, robin } = galley.slack.people;
  const secret = await robin.posts({ files: [{ name: "secret.txt", content: namesStory }] });
  const hidden = await galley.card(secret, /\[ Approve ·/u);
  const { card } = await quoted(galley);
  const [quoteId = ""] = /(?<=details:)[0-9a-f-]+/u.exec(JSON.stringify(hidden.blocks)) ?? [];

  const memory = JSON.stringify({ quoteId, channel: hidden.channel });
  const alters = (payload: object) => {
    const forged = JSON.stringify(payload).replaceAll(/(?<=details:)[0-9a-f-]+/gu, quoteId);
    const { channel: _, container: __, message: ___, ...rest } = fieldsOf(JSON.parse(forged));
    return { ...rest, view: { id: "V0MADEUP", type: "modal", private_metadata: memory } };
  };
  await sam.clicks(card, "quote.more", { option: "details", alters });
  const told = await galley.slack.until(() =>
    galley.slack.exchanges().find(({ name }) => /^views\.(?:open|update)$/u.test(name)),
  );

  expect(JSON.stringify(told.body)).toContain("Only members of a conversation");
  expect(sam.sees().modal).toBeUndefined();
});

/** Replaces the `private_metadata` of the open form with a forged one. */
function forges(galley: Galley, memory: Readonly<Record<string, string>> | undefined): void {
  const { robin } = galley.slack.people;
  const view = robin.sees().modal;
  if (view === undefined) throw new Error("no form is open");
  const own: unknown = JSON.parse(view.privateMetadata);
  const named = Object.entries(memory ?? {}).filter(([, value]) => value !== "here");
  const forged =
    memory === undefined ? "{" : JSON.stringify({ ...Object(own), ...Object.fromEntries(named) });
  galley.slack.state.views.replace({ ...view, privateMetadata: forged });
}
