import { describe, test } from "vitest";

import {
  arrival,
  estimated,
  extracts,
  orders,
  quoted,
  shortStory,
  storyCredits,
} from "../journeys/deeds.ts";
import type { Column } from "./columns.ts";
import { cellsOf, noTrouble } from "./matrix.ts";
import type { Passing } from "./wire.ts";
import { type WiredHouse, openWiredHouse } from "./wired-house.ts";

// The bot gives up a hanging Slack call after ten seconds of the machine's own clock. Such cells
// therefore wait side by side.
const together = { concurrent: true };
describe("chat.postMessage", together, () => {
  test.for(cellsOf("Slack post"))("%s: %s", async ([column, expected], { expect }) => {
    await using house = await openWiredHouse();
    const { post } = await running(house, "quote.approve");

    await strike(house, column, { method: "chat.postMessage", times: 1 });
    house.clock.skip(300_000);
    if (expected !== noTrouble) await house.failed("say");
    await mend(house, column);
    await house.passing(5000, () => house.replies(post)[1]);
    await house.slack.deliveries.settled();

    expect(await arrival(house, post)).toBeDefined();
    expect(outcomes(house)).toHaveLength(1);
    expect(await orders(house)).toMatchObject(paidOnce);
  });
});

describe("chat.update", together, () => {
  test.for(cellsOf("Slack update"))("%s: %s", async ([column, expected], { expect }) => {
    await using house = await openWiredHouse();
    const { post } = await running(house, "quote.approve");

    await strike(house, column, { method: "chat.update", times: untilItFails });
    house.clock.skip(300_000);
    if (isSeenToFail(column, expected)) await house.failed("show-card");
    await mend(house, column);
    const card = await house.passing(5000, () => cardThat(house, /Done/u)[0]);

    expect(card.threadTs).toBe(post.ts);
    expect(house.cards(post.channel)).toHaveLength(1);
    expect(await orders(house)).toMatchObject(paidOnce);
  });
});

describe("conversations.replies", together, () => {
  test.for(cellsOf("Slack replies"))("%s: %s", async ([column, expected], { expect }) => {
    await using house = await openWiredHouse();
    const { post } = await running(house, "quote.approve");
    house.wires.slack.disturb("reset after commit", calls("chat.postMessage"));

    house.clock.skip(300_000);
    await house.failed("say");
    await strike(house, column, { method: "conversations.replies", times: untilItFails });
    house.clock.skip(31_000);
    if (isSeenToFail(column, expected)) await house.failed("say", 2);
    await mend(house, column);
    await house.passing(5000, () => looked(house));
    await house.slack.deliveries.settled();

    expect(await arrival(house, post)).toBeDefined();
    expect(outcomes(house)).toHaveLength(1);
  });
});

describe("files.completeUploadExternal", together, () => {
  test.for(cellsOf("Slack files"))("%s: %s", async ([column, expected], { expect }) => {
    await using house = await openWiredHouse();
    await running(house, "quote.glossary");

    await strike(house, column, { method: "files.completeUploadExternal", times: 1 });
    house.clock.skip(30_000_000);
    if (expected !== noTrouble) await house.failed("say");
    await mend(house, column);
    await house.passing(5000, () => (shares(house).length < 2 ? undefined : true));
    await house.slack.deliveries.settled();

    expect(shares(house).toSorted()).toEqual([
      "harbour.fr.glossary.csv",
      "harbour.fr.glossary.json",
    ]);
  });
});

const paidOnce = { outcomes: ["created"], charged: storyCredits };

/** The client repeats a harmless call twice, so the third fault makes it fail. */
const untilItFails = 3;

/** Approves a product, and waits until the card shows that the partner works on it. */
async function running(house: WiredHouse, product: "quote.approve" | "quote.glossary") {
  const isGlossary = product === "quote.glossary";
  const { post, card } = await quoted(house, isGlossary ? shortStory.repeat(30) : shortStory);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.partner.change({ charsPerSecond: 1, inlineUpTo: 0 });
  const { ana } = house.slack.people;
  if (isGlossary) await extracts(house, ana, card);
  else await ana.clicks(card, product);
  await house.card(post, isGlossary ? /Glossary.*: \d+%/u : /Translating…/u);
  await house.slack.deliveries.settled();
  return { post };
}

type Call = { readonly method: string; readonly times: number };

async function strike({ wires }: WiredHouse, column: Column, call: Call): Promise<void> {
  if (column === "refused") await wires.slack.shut();
  else wires.slack.disturb(column, calls(call.method), column === "timeout" ? 1 : call.times);
}

async function mend({ wires }: WiredHouse, column: Column): Promise<void> {
  if (column === "refused") await wires.slack.open();
}

function calls(method: string) {
  return ({ line }: Passing): boolean => line.split("?")[0] === `POST /api/${method}`;
}

/**
 * Returns false for a timeout: three in a row would take half a minute. After a single one the call
 * is repeated, and nobody sees it fail.
 */
function isSeenToFail(column: Column, expected: string): boolean {
  return expected !== noTrouble && column !== "timeout";
}

function cardThat({ slack, drawn }: WiredHouse, fits: RegExp) {
  return slack.books
    .botPosts()
    .flatMap(({ channel, ts }) =>
      slack.state.messages.inChannel(channel).filter((one) => one.ts === ts),
    )
    .filter((message) => fits.test(drawn(message)));
}

function outcomes({ slack }: WiredHouse) {
  return slack.books
    .botPosts()
    .filter(({ metadata }) => metadata?.event_type === "translation_task");
}

function looked({ slack }: WiredHouse): true | undefined {
  return slack.exchanges().some(({ name }) => name === "conversations.replies") || undefined;
}

/** Returns the names of the bot's files, once for each share. */
function shares({ slack }: WiredHouse): readonly string[] {
  return slack.state.files
    .all()
    .filter(({ user }) => user === slack.app.botUserId)
    .flatMap(({ name, shares: places }) => places.map(() => name));
}
