import { expect, test } from "vitest";

import {
  approved,
  declines,
  extracts,
  homeOf,
  orders,
  quoted,
  shortStory,
  storyCredits,
  translated,
} from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

/** Robin hands the story in for a book, through the form. */
async function quotedFor(house: House, book: string) {
  const { robin } = house.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await house.card(post, /\[ Approve ·/u);
  await robin.commands("/translate", "", { channel: "#translations" });
  await house.slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({
    "request.recent": ["harbour.txt"],
    "request.language": ["German"],
    "request.book": book,
  });
  await robin.submits();
  return await house.slack.until(() =>
    house.replies(post).find((message) => /→ German.*\[ Approve ·/su.test(house.drawn(message))),
  );
}

test("an approver sees what waits for a decision, with the way to its card", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { card } = await quoted(house);

  const home = await homeOf(house, ana, /Needs your decision/u);

  expect(home).toContain("“harbour.txt” into French");
  expect(home).toContain("open the card");
  expect(JSON.stringify(ana.sees().home)).toContain(card.ts.replace(".", ""));
});

test("what was translated before waits for a decision on Home like everything else", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  await translated(house);
  const again = await robin.uploads("#translations", { name: "again.txt", content: shortStory });
  await house.card(again, /Use existing translation · free/u);

  const home = await homeOf(house, ana, /Needs your decision/u);

  expect(home).toMatch(
    /“again.txt” into French.*: waiting for approval · exists already, see its card/u,
  );
  expect(home).toContain("[ Decline ]");
  expect(home).not.toContain("Translate again");
});

/** Sends the story to Galley in Robin's direct messages; nobody else sees the card. */
async function quotedDirectly(house: House) {
  const { robin } = house.slack.people;
  const post = await robin.posts({ files: [{ name: "harbour.txt", content: shortStory }] });
  const card = await house.card(post, /\[ Approve ·/u);
  return { post, card };
}

test("what was handed in directly is approved from Home, where those who approve see it", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  const { post, card } = await quotedDirectly(house);
  const home = await homeOf(house, ana, /Needs your decision/u);

  const { confirm } = await ana.clicks("home", "quote.approve");
  const answer = JSON.stringify(await house.slack.until(() => ana.sees().modal));
  await house.reply(post, /French translation of “harbour.txt” is ready/u);

  expect(home).not.toContain("open the card");
  expect(home).toContain("Requested by @Robin Vale");
  expect(confirm?.title).toContain("261 credits");
  expect(await homeOf(house, robin, /My manuscripts/u)).toContain("open the card");
  expect(house.drawn(card)).toContain("can approve on Galley’s Home tab");
  expect(answer).toContain("is approved and goes to the partner now");
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("from Home it is declined with a reason, and nobody decides who may not", async () => {
  await using house = await openHouse();
  const { ana, sam } = house.slack.people;
  const { post } = await quotedDirectly(house);
  await homeOf(house, ana, /Needs your decision/u);

  await declines(house, ana, { card: "home", reason: "Not this season." });
  const told = await house.reply(post, /was declined by/u);

  expect(house.drawn(told)).toContain("“Not this season.”");
  const others = await homeOf(house, sam, /My manuscripts/u);
  expect(others).not.toContain("[ Approve");
  expect(others).not.toContain("[ Decline");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test.for(["quote.approve", "quote.decline"] as const)(
  "%s on Home in the name of somebody who may not decide shows nothing of the card",
  async (action, { expect }) => {
    await using house = await openHouse();
    const { ana, sam } = house.slack.people;
    await quotedDirectly(house);
    await homeOf(house, ana, /Needs your decision/u);

    const alters = (payload: object) => ({ ...payload, user: { id: sam.id } });
    await ana.clicks("home", action, { alters });
    const view = JSON.stringify(await house.slack.until(() => ana.sees().modal));

    expect(view).toContain("I no longer know this card");
    expect(view).not.toContain("harbour.txt");
    expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
  },
);

test("what is approved no longer waits, and is shown on its way with its progress", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { ana } = house.slack.people;
  const { post } = await approved(house);
  await house.card(post, /Translating…/u);

  const home = await homeOf(house, ana, /In progress/u);

  expect(home).not.toContain("Needs your decision");
  expect(home).toContain("“harbour.txt” into French");
});

test("who decides on nothing sees nobody else's manuscripts", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  await quotedFor(house, "The Lighthouse");

  const home = await homeOf(house, sam, /My manuscripts/u);

  expect(home).toContain("You have none yet.");
  expect(home).not.toContain("harbour.txt");
  expect(JSON.stringify(sam.sees().home)).not.toContain("Lighthouse");
});

test("a guest is told that the desk is not for guests, and is offered no form", async () => {
  await using house = await openHouse();
  const { guest } = house.slack.people;

  const home = await homeOf(house, guest, /Only full members of this workspace/u);

  expect(home).not.toContain("[ Translate a manuscript ]");
  expect(home).not.toContain("You have none yet.");
});

test("an admin sees the balance, what is promised, and who spent what this month", async () => {
  await using house = await openHouse({ partner: { balance: 5000 } });
  const { ada } = house.slack.people;
  await translated(house);

  const home = await homeOf(house, ada, /261 credits in 1 run/u);

  expect(home).toMatch(/4,739 credits/u);
  expect(home).toContain("By person");
});

test("a book is looked into in one place", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const card = await quotedFor(house, "The Lighthouse");
  await ana.clicks(card, "quote.approve");
  await house.reply(card, /is ready/u);
  await homeOf(house, robin, /Books/u);

  await robin.clicks("home", "book.open", { option: "The Lighthouse" });
  const page = await house.slack.until(() => robin.sees().modal);
  const drawn = house.slack.draw.view(page);

  expect(drawn).toContain("The Lighthouse");
  expect(drawn).toContain("261 characters, 2 chapters");
  expect(drawn).toContain("German");
  expect(drawn).toContain("261 credits");
});

test("the page of a book counts its terms, however the book’s name is written", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const card = await quotedFor(house, "The Lighthouse");
  await extracts(house, ana, card);
  // The reply comes only after the terms are saved.
  await house.reply(card, /German glossary/u);
  await homeOf(house, robin, /Books/u);
  await robin.clicks("home", "book.open", { option: "The Lighthouse" });
  const page = await house.slack.until(() => robin.sees().modal);

  expect(house.slack.draw.view(page)).toMatch(/German: \d+ terms/u);
});

test("an old manuscript is found by a part of its name", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await quoted(house);

  await robin.commands("/translate", "status HARB", { channel: "#translations" });
  const found = await house.hears(robin, /You have 1 manuscript/u);
  await robin.commands("/translate", "status whale", { channel: "#translations" });
  const none = await house.hears(robin, /None of your manuscripts/u);

  expect(house.drawn(found)).toContain("“harbour.txt”");
  expect(none.text).toContain("“whale”");
});
