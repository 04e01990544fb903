import { describe, test } from "vitest";

import {
  approved,
  arrival,
  orders,
  quoted,
  storyCredits,
  translated,
  estimated,
} from "../../journeys/deeds.ts";
import type { Column } from "./columns.ts";
import { cellsOf, noTrouble } from "./matrix.ts";
import type { Passing } from "./wire.ts";
import { type WiredGalley, openWiredGalley } from "./wired-galley.ts";

const paidOnce = { outcomes: ["created"], charged: storyCredits };

describe("POST /tasks", () => {
  test.for(cellsOf("POST"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley();
    galley.wires.partner.disturb(column, isTranslation);

    const { post } = await approved(galley);
    if (expected !== noTrouble) await galley.failed("send");
    galley.clock.skip(61_000);
    await arrival(galley, post);

    const { tasks, keys, charged } = await orders(galley);
    expect({ tasks: tasks.length, keys: keys.size, charged }).toEqual(once);
  });
});

describe("GET /tasks/{id}", () => {
  test.for(cellsOf("GET task"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley(patienceFor(column));
    const { post, card } = await quoted(galley);
    await estimated(galley, await galley.card(post, /\[ Approve ·/u));
    galley.partner.change({ charsPerSecond: 1 });
    const wire = galley.wires.partner;
    if (column !== "refused") wire.disturb(column, isLook);

    await galley.slack.people.ana.clicks(card, "quote.approve");
    await galley.card(post, /Translating…/u);
    if (column === "refused") await wire.shut();
    if (expected === noTrouble) galley.clock.skip(1000);
    else await galley.failed("poll");
    if (column === "refused") await wire.open();
    await galley.passing(20_000, () => galley.replies(post)[1]);
    await arrival(galley, post);

    const { tasks, keys, charged } = await orders(galley);
    expect({ tasks: tasks.length, keys: keys.size, charged }).toEqual(once);
    expect(wire.passed.some((line) => isLook({ line, body: "" }))).toBe(true);
  });
});

describe("GET /tasks/{id}/download", () => {
  test.for(cellsOf("GET download"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley(patienceFor(column));
    const { robin } = galley.slack.people;
    const { reply } = await translated(galley);
    const wire = galley.wires.partner;
    if (column === "refused") await wire.shut();
    else wire.disturb(column, isDownload);

    await robin.clicks(reply, "task.fresh_link");
    await galley.hears(robin, wordsFor(expected));
    if (column === "refused") await wire.open();
    if (column === "401") await keyMended(galley);
    galley.clock.skip(61_000);
    if (expected !== noTrouble) await robin.clicks(reply, "task.fresh_link");

    expect(await galley.hears(robin, /Here is your link/u)).toBeDefined();
    expect(await orders(galley)).toMatchObject(paidOnce);
  });
});

describe("GET /tasks/{id}/download of what is compared", () => {
  test.for(cellsOf("GET download to compare"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley(patienceFor(column));
    const wire = galley.wires.partner;
    const { post, card } = await quoted(galley);
    await estimated(galley, await galley.card(post, /\[ Approve ·/u));
    wire.disturb(column, afterFirst(isDownload));

    await galley.slack.people.ana.clicks(card, "quote.approve");
    const reply = await arrival(galley, post);
    if (expected.endsWith("later")) await galley.failed("compare");
    if (column === "401") galley.clock.skip(301_000);
    await galley.passing(5000, () =>
      galley.replies(post).find((message) => compared(expected).test(galley.drawn(message))),
    );

    expect(galley.drawn(reply)).toContain("[ Download ]");
    expect(galley.replies(post)).toHaveLength(2);
    expect(await orders(galley)).toMatchObject(paidOnce);
  });
});

describe("GET /usage before a send", () => {
  test.for(cellsOf("GET usage"))("%s: %s", async ([column, expected], { expect }) => {
    await using galley = await openWiredGalley(patienceFor(column));
    const wire = galley.wires.partner;
    const { post, card } = await quoted(galley);
    await estimated(galley, await galley.card(post, /\[ Approve ·/u));
    if (column === "refused") await wire.shut();
    else wire.disturb(column, isUsage, 1000);

    await galley.slack.people.ana.clicks(card, "quote.approve");
    const told = column === "401" ? await galley.reply(post, /did not accept/u) : undefined;
    if (expected !== noTrouble && told === undefined) await galley.failed("send");
    const before = await orders(galley);
    wire.heal();
    if (column === "refused") await wire.open();
    if (told === undefined) await galley.retrying("send", () => galley.replies(post)[1]);

    const after = await orders(galley);
    expect(expected === noTrouble ? [] : before.outcomes).toEqual([]);
    expect({ tasks: after.tasks.length, charged: after.charged }).toEqual(
      told === undefined ? { tasks: 1, charged: storyCredits } : { tasks: 0, charged: 0 },
    );
  });
});

const once = { tasks: 1, keys: 1, charged: storyCredits };

/** Limits requests that hang to two seconds: this limit runs on the machine’s own clock. */
function patienceFor(column: Column): Record<string, string> {
  return column === "timeout" ? { PARTNER_TIMEOUT_SECONDS: "2" } : {};
}

function isTranslation({ line, body }: Passing): boolean {
  return line.startsWith("POST ") && body.includes("\r\n\r\ntranslation\r\n");
}

function isLook({ line }: Passing): boolean {
  return /^GET \S+\/tasks\/[^/]+$/u.test(line);
}

function isDownload({ line }: Passing): boolean {
  return line.startsWith("GET ") && line.endsWith("/download");
}

/** The first download only shows that the result is there. */
function afterFirst(fits: (passing: Passing) => boolean): (passing: Passing) => boolean {
  let seen = 0;
  return (passing) => fits(passing) && (seen += 1) > 1;
}

function isUsage({ line }: Passing): boolean {
  return line.endsWith("/usage");
}

function compared(expected: string): RegExp {
  return expected.endsWith("said")
    ? /I couldn’t compare the translation with the original/u
    : /Nothing is missing: 2 chapters and 5 paragraphs/u;
}

function wordsFor(expected: string): RegExp {
  if (expected === noTrouble) return /Here is your link/u;
  if (expected.includes("says from when")) return /The button works again from/u;
  return expected.includes("no file yet")
    ? /There is no file yet/u
    : /gives no readable answer just now/u;
}

/**
 * Waits until the bot notices the refused key, and accepts it at its next look five minutes later.
 */
async function keyMended({ slack, clock }: WiredGalley): Promise<void> {
  const heard = (words: RegExp) =>
    slack.until(() => slack.people.ada.sees().directMessages.find(({ text }) => words.test(text)), {
      what: "the admins being told of the key",
    });
  await heard(/no longer accepts Galley’s API key/u);
  clock.skip(301_000);
  await heard(/accepts Galley’s API key again/u);
}
