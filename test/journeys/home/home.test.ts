import { expect, test } from "vitest";

import { formSeen } from "../book-deeds.ts";
import {
  declines,
  extracts,
  homeOf,
  homeSeen,
  orders,
  quoted,
  running,
  shortStory,
  storyCredits,
  translated,
} from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";

/** Robin hands the story in for a book, through the form. */
async function quotedFor(galley: Galley, book: string) {
  const { robin } = galley.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: shortStory });
  await galley.card(post, /\[ Approve ·/u);
  await robin.commands("/translate", "", { channel: "#translations" });
  await galley.slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({
    "request.recent": ["harbour.txt"],
    "request.language": ["German"],
    "request.book": book,
  });
  await robin.submits();
  return await galley.slack.until(() =>
    galley.replies(post).find((message) => /→ German.*\[ Approve ·/su.test(galley.drawn(message))),
  );
}

test("an approver sees what waits for a decision, with the way to its card", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { card } = await quoted(galley);

  const home = await homeOf(galley, ana, /Needs your decision/u);

  expect(home).toContain("“harbour” → French");
  expect(home).toContain("Open card");
  expect(JSON.stringify(ana.sees().home)).toContain(card.ts.replace(".", ""));
});

test("the requests of a book stand under its name, and all languages of one are approved at once", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const other = { name: "lantern.txt", content: `${shortStory}The lantern went out.\n` };
  const post = await robin.posts({
    channel: "#translations",
    text: `<@${galley.slack.app.botUserId}> into German and Spanish please`,
    files: [{ name: "harbour.txt", content: shortStory }],
  });
  await galley.reply(post, /Approve all/u);
  await galley.oneCard(
    await robin.uploads("#translations", other),
    /lantern → French.*Approve ·/su,
  );
  const sum = 2 * storyCredits;
  const home = await homeOf(galley, ana, new RegExp(`Approve all · ${sum} cr`, "u"));

  const { confirm } = await ana.clicks("home", "batch.approve");
  await galley.reply(post, /translations are ready/u);
  const after = await homeSeen(galley, ana, /Needs your decision/u, home);

  expect(home).toMatch(/│ harbour +│[^]*“harbour” → [^]*“harbour” → [^]*“lantern”/u);
  expect(confirm?.title).toBe(`Approve ${sum} credits?`);
  expect(after).not.toContain("Approve all");
  expect(after).toContain("“lantern” → French: waiting for approval");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created", "created"], charged: sum });
});

test("an approver turns through more requests than a page shows, and stays there after a click", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const files = Array.from({ length: 12 }, (_, n) => ({
    name: `story-${n}.txt`,
    content: `Story ${n}: ${tale(100 * n, 1)}`,
  }));
  for (const file of files) await robin.uploads("#translations", file);
  await galley.slack.until(() => galley.cards(galley.slack.translations.id).length === 12);
  const first = await homeOf(galley, ana, /Show the next 2/u);

  await ana.clicks("home", "home.next_waiting");
  const next = await homeSeen(galley, ana, /Show the first 10/u);
  await ana.clicks("home", "quote.decline");
  await galley.slack.until(() => ana.sees().modal);
  await ana.submits();
  const after = await homeSeen(galley, ana, /^(?!.*Show the next)(?=.*Show the first)/su, next);

  expect(waitingIn(first)).toHaveLength(10);
  expect(waitingIn(next)).toHaveLength(2);
  expect(waitingIn(after)).toHaveLength(1);
  expect(new Set([...waitingIn(first), ...waitingIn(next)]).size).toBe(12);
});

/** The names of the manuscripts that wait for a decision. */
function waitingIn(home: string): readonly string[] {
  const [waiting = ""] = home.split("My manuscripts");
  return [...waiting.matchAll(/“(story-\d+)”/gu)].map(([, name = ""]) => name);
}

test("what can be had for free asks nobody on Home for a decision", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  await translated(galley);
  const again = await robin.uploads("#translations", { name: "again.txt", content: shortStory });
  await galley.card(again, /Use existing · free/u);
  const other = { name: "other.txt", content: "Another story, about Ilse Brandt." };
  await galley.card(await robin.uploads("#translations", other), /\[ Approve ·/u);

  const home = await homeOf(galley, ana, /Needs your decision/u);

  expect(home).toContain("“other” → French");
  expect(home).not.toContain("“again” → French");
});

/** Sends the story to Galley in Robin's direct messages; nobody else sees the card. */
async function quotedDirectly(galley: Galley) {
  const { robin } = galley.slack.people;
  const post = await robin.posts({ files: [{ name: "harbour.txt", content: shortStory }] });
  const card = await galley.card(post, /\[ Approve ·/u);
  return { post, card };
}

test("what was handed in directly is approved from Home, where those who approve see it", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const { post, card } = await quotedDirectly(galley);
  const home = await homeOf(galley, ana, /Needs your decision/u);

  const { confirm } = await ana.clicks("home", "quote.approve");
  const answer = JSON.stringify(await galley.slack.until(() => ana.sees().modal));
  await galley.reply(post, /French translation of “harbour” is ready/u);

  expect(home).not.toContain("Open card");
  expect(home).toContain("Requested by @Robin Vale");
  expect(confirm?.title).toContain("261 credits");
  expect(await homeOf(galley, robin, /My manuscripts/u)).toContain("Open card");
  expect(galley.drawn(card)).toContain("can approve on Galley’s Home tab");
  expect(answer).toContain("Approved. The card shows the progress.");
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("from Home it is declined with a reason, and nobody decides who may not", async () => {
  await using galley = await openGalley();
  const { ana, sam } = galley.slack.people;
  const { post } = await quotedDirectly(galley);
  await homeOf(galley, ana, /Needs your decision/u);

  await declines(galley, ana, { card: "home", reason: "Not this season." });
  const told = await galley.reply(post, /Declined: /u);

  expect(galley.drawn(told)).toContain("“Not this season.”");
  const others = await homeOf(galley, sam, /My manuscripts/u);
  expect(others).not.toContain("[ Approve");
  expect(others).not.toContain("[ Decline");
  expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
});

test.for(["approved", "declined"] as const)(
  "what is %s on Home leaves the list of decisions at once",
  async (decision, { expect }) => {
    await using galley = await openGalley();
    const { ana } = galley.slack.people;
    await quotedDirectly(galley);
    await homeOf(galley, ana, /Needs your decision/u);

    if (decision === "approved") await ana.clicks("home", "quote.approve");
    else await declines(galley, ana, { card: "home" });

    const drawn = await galley.slack.until(() => {
      const { home } = ana.sees();
      const shown = home && galley.slack.draw.view(home);
      return shown !== undefined && !shown.includes("Needs your decision") && shown;
    });
    expect(drawn).toContain("My manuscripts");
  },
);

test.for(["quote.approve", "quote.decline"] as const)(
  "%s on Home in the name of somebody who may not decide shows nothing of the card",
  async (action, { expect }) => {
    await using galley = await openGalley();
    const { ana, sam } = galley.slack.people;
    await quotedDirectly(galley);
    await homeOf(galley, ana, /Needs your decision/u);

    const alters = (payload: object) => ({ ...payload, user: { id: sam.id } });
    await ana.clicks("home", action, { alters });
    const view = JSON.stringify(await galley.slack.until(() => ana.sees().modal));

    expect(view).toContain("I no longer know this card");
    expect(view).not.toContain("harbour");
    expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
  },
);

test("what is approved no longer waits, and is shown on its way with its progress", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await running(galley);

  const home = await homeOf(galley, ana, /In progress/u);

  expect(home).not.toContain("Needs your decision");
  expect(home).toContain("“harbour” → French");
});

test("who decides on nothing sees nobody else's manuscripts", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  await quotedFor(galley, "The Lighthouse");

  const home = await homeOf(galley, sam, /My manuscripts/u);

  expect(home).toContain("I found no manuscripts.");
  expect(home).not.toContain("harbour");
  expect(JSON.stringify(sam.sees().home)).not.toContain("Lighthouse");
});

test("a guest is told that Galley is not for guests, and is offered no form", async () => {
  await using galley = await openGalley();
  const { guest } = galley.slack.people;

  const home = await homeOf(galley, guest, /Only full members of this workspace/u);

  expect(home).not.toContain("[ Translate a manuscript ]");
  expect(home).not.toContain("I found no manuscripts.");
});

test("an admin sees the balance, what is reserved, and who spent what this month", async () => {
  await using galley = await openGalley({ partner: { balance: 5000 } });
  const { ada } = galley.slack.people;
  await translated(galley);

  const home = await homeOf(galley, ada, /261 credits in 1 task/u);

  expect(home).toMatch(/4,739 credits/u);
  expect(home).toContain("By person");
});

test("a book is looked into in one place", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const card = await quotedFor(galley, "The Lighthouse");
  await ana.clicks(card, "quote.approve");
  await galley.reply(card, /is ready/u);
  await homeOf(galley, robin, /Books/u);

  await robin.clicks("home", "book.open", { option: "The Lighthouse" });
  const drawn = await formSeen(galley, robin);

  expect(drawn).toContain("The Lighthouse");
  expect(drawn).toContain("261 characters, 2 chapters");
  expect(drawn).toContain("German");
  expect(drawn).toContain("261 credits");
});

test("the page of a book counts its terms, however the book’s name is written", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const card = await quotedFor(galley, "The Lighthouse");
  await extracts(galley, ana, card);
  // The reply comes only after the terms are saved.
  await galley.reply(card, /German glossary/u);
  await homeOf(galley, robin, /Books/u);
  await robin.clicks("home", "book.open", { option: "The Lighthouse" });

  expect(await formSeen(galley, robin)).toMatch(/German: \d+ terms/u);
});

test("an old manuscript is found by a part of its name", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await quoted(galley);

  await robin.commands("/translate", "status HARB", { channel: "#translations" });
  const found = await galley.hears(robin, /“harbour” → French/u);
  await robin.commands("/translate", "status whale", { channel: "#translations" });
  const none = await galley.hears(robin, /None of your manuscripts/u);

  expect(galley.drawn(found)).toContain("“harbour”");
  expect(none.text).toContain("“whale”");
});
