import { describe, test } from "vitest";

import {
  arrival,
  compared,
  estimated,
  orders,
  quoted,
  shortStory,
  storyCredits,
} from "../../journeys/deeds.ts";
import type { Column } from "./columns.ts";
import { cellsOf, noTrouble } from "./matrix.ts";
import type { Passing } from "./wire.ts";
import { type WiredGalley, openWiredGalley } from "./wired-galley.ts";

// The bot gives up a hanging Slack call after ten seconds of the machine's own clock. Such cells
// therefore wait side by side.
const together = { concurrent: true };
describe("chat.postMessage", together, () => {
  test.for(cellsOf("Slack post"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley();
    const { post } = await running(galley);

    await strike(galley, column, { method: "chat.postMessage", times: 1 });
    galley.clock.skip(300_000);
    if (expected !== noTrouble) await galley.failed("say");
    await heal(galley, column);
    await galley.passing(5000, () => galley.replies(post)[1]);
    await galley.slack.deliveries.settled();

    expect(await arrival(galley, post)).toBeDefined();
    expect(outcomes(galley)).toHaveLength(1);
    expect(await orders(galley)).toMatchObject(paidOnce);
  });
});

describe("chat.update", together, () => {
  test.for(cellsOf("Slack update"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley();
    const { post } = await running(galley);

    await strike(galley, column, { method: "chat.update", times: untilItFails });
    galley.clock.skip(300_000);
    if (isSeenToFail(column, expected)) await galley.failed("show-card");
    await heal(galley, column);
    const card = await galley.passing(5000, () => cardThat(galley, /Done/u)[0]);

    expect(card.threadTs).toBe(post.ts);
    expect(galley.cards(post.channel)).toHaveLength(1);
    expect(await orders(galley)).toMatchObject(paidOnce);
  });
});

describe("conversations.replies", together, () => {
  test.for(cellsOf("Slack replies"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley();
    const { post } = await running(galley);
    galley.wires.slack.disturb("reset after commit", calls("chat.postMessage"));

    galley.clock.skip(300_000);
    await galley.failed("say");
    await strike(galley, column, { method: "conversations.replies", times: untilItFails });
    galley.clock.skip(31_000);
    if (isSeenToFail(column, expected)) await galley.failed("say", 2);
    await heal(galley, column);
    await galley.passing(5000, () => looked(galley));
    await galley.slack.deliveries.settled();

    expect(await arrival(galley, post)).toBeDefined();
    expect(outcomes(galley)).toHaveLength(1);
  });
});

describe("files.completeUploadExternal", together, () => {
  test.for(cellsOf("Slack files"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley();
    const { post } = await running(galley);
    galley.clock.skip(300_000);
    const reply = await arrival(galley, post);
    await compared(galley, post);
    // The click is recorded, and the file is still to be posted.
    galley.partner.inject({ kind: "drop", at: "before", method: "GET", path: "/files/*" });
    await galley.slack.people.ana.clicks(reply, "task.post_file");
    await galley.failed("post-file");

    await strike(galley, column, { method: "files.completeUploadExternal", times: 1 });
    galley.clock.skip(300_000);
    if (expected !== noTrouble) await galley.failed("post-file", 2);
    await heal(galley, column);
    await galley.passing(5000, () => (shares(galley).length === 0 ? undefined : true));
    await galley.slack.deliveries.settled();

    expect(shares(galley)).toEqual(["harbour.fr.txt"]);
  });
});

describe("files.info", together, () => {
  test.for(cellsOf("Slack file"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley();
    await strike(galley, column, { method: "files.info", times: untilItFails });

    const { post, card } = await answered(galley, column, expected);

    expect(card.threadTs).toBe(post.ts);
    expect(galley.replies(post)).toHaveLength(1);
  });
});

describe("the download of a manuscript", together, () => {
  test.for(cellsOf("Slack download"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley();
    const isFetch = ({ line }: Passing) => line.startsWith("GET /files-pri/");
    galley.wires.slack.disturb(column, isFetch);

    const { post, card } = await answered(galley, column, expected);

    expect(card.threadTs).toBe(post.ts);
    expect(galley.replies(post)).toHaveLength(1);
  });
});

describe("usergroups.users.list", together, () => {
  test.for(cellsOf("Slack groups"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley();
    const { ana } = galley.slack.people;
    const { post, card } = await quoted(galley, shortStory);
    const approve = () => ana.clicks(card, "quote.approve", { screen: "stale" });
    galley.clock.skip(61_000);

    await strike(galley, column, { method: "usergroups.users.list", times: untilItFails });
    const first = approve();
    if (isSeenToFail(column, expected)) {
      await first;
      // While Slack takes no connection, it takes no words either.
      if (column !== "refused") await galley.hears(ana, /nothing was charged|Only/u);
      expect((await orders(galley)).tasks).toEqual([]);
    }
    await heal(galley, column);
    galley.wires.slack.heal();
    await first;
    galley.clock.skip(61_000);
    if (isSeenToFail(column, expected)) await approve();

    expect(await arrival(galley, post)).toBeDefined();
    expect(await orders(galley)).toMatchObject(paidOnce);
  });
});

/** Posts a manuscript. Returns its card, or the words for one that Slack does not hand out. */
async function answered(galley: WiredGalley, column: Column, expected: string) {
  const isLost = expected.includes("does not hand out");
  const words = isLost ? /can’t get “harbour.txt” from Slack/u : /\[ Approve ·/u;
  const post = await galley.slack.people.robin.uploads("#translations", {
    name: "harbour.txt",
    content: shortStory,
  });
  if (isSeenToFail(column, expected) && !isLost) await galley.failed("read");
  await heal(galley, column);
  await galley.passing(5000, () => galley.replies(post)[0]);
  return { post, card: await galley.card(post, words) };
}

const paidOnce = { outcomes: ["created"], charged: storyCredits };

/** The client repeats a harmless call twice, so the third fault makes it fail. */
const untilItFails = 3;

/** Approves the translation, and waits until the card shows that the partner works on it. */
async function running(galley: WiredGalley) {
  const { post, card } = await quoted(galley, shortStory);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.partner.change({ charsPerSecond: 1, inlineUpTo: 0 });
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await galley.card(post, /Translating…/u);
  await galley.slack.deliveries.settled();
  return { post };
}

type Call = { readonly method: string; readonly times: number };

async function strike({ wires }: WiredGalley, column: Column, call: Call): Promise<void> {
  if (column === "refused") await wires.slack.shut();
  else wires.slack.disturb(column, calls(call.method), column === "timeout" ? 1 : call.times);
}

async function heal({ wires }: WiredGalley, column: Column): Promise<void> {
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

function cardThat({ slack, drawn }: WiredGalley, fits: RegExp) {
  return slack.records
    .botPosts()
    .flatMap(({ channel, ts }) =>
      slack.state.messages.inChannel(channel).filter((one) => one.ts === ts),
    )
    .filter((message) => fits.test(drawn(message)));
}

function outcomes({ slack }: WiredGalley) {
  return slack.records
    .botPosts()
    .filter(({ metadata }) => metadata?.event_type === "translation_task");
}

function looked({ slack }: WiredGalley): true | undefined {
  return slack.exchanges().some(({ name }) => name === "conversations.replies") || undefined;
}

/** Returns the names of the bot's files, once for each share. */
function shares({ slack }: WiredGalley): readonly string[] {
  return slack.state.files
    .all()
    .filter(({ user }) => user === slack.app.botUserId)
    .flatMap(({ name, shares: places }) => places.map(() => name));
}
