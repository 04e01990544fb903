import { text as readText } from "node:stream/consumers";

import { describe, expect, test, vi } from "vitest";

import { request } from "../../src/http.ts";
import type { Message } from "../../src/sandbox/slack/model.ts";
import { patience } from "../patience.ts";
import { canRunRedis, connectTo, startRedisServer } from "../redis-server.ts";
import {
  approved,
  arrival,
  changesLanguage,
  orders,
  quoted,
  shortStory,
  storyCredits,
} from "./deeds.ts";
import { askedHowToGoOn, goesOn } from "./emptied-deeds.ts";
import { type House, openHouse } from "./house.ts";

const day = 86_400_000;
const anotherStory = shortStory.replaceAll("Ilse", "Elsa");
const undecided =
  "The store was emptied: nothing is sold before an admin decides, who was asked.\n";
const lossWarning = "Earlier records were lost: this may have been charged before.";

test("a first start asks nobody anything, and the next one neither", async () => {
  await using house = await openHouse();
  const { post } = await approved(house);
  await arrival(house, post);

  await house.stop();
  await house.start();

  expect(await readyz(house)).toBe("ready\n");
  expect(house.slack.people.ada.sees().directMessages).toEqual([]);
});

test("with the store emptied nothing is bought before an admin decides, who alone may", async () => {
  await using house = await openHouse();
  const { ada, ana } = house.slack.people;
  await translatedAndForgotten(house);
  const { card } = await quotedAnother(house);

  const asked = await askedHowToGoOn(house);
  const waiting = await readyz(house);
  await ana.clicks(card, "quote.approve");
  await house.hears(ana, /earlier approvals are not known.*I have asked them/u);
  await ada.clicks(asked, "records.go_on", { alters: (click) => ({ ...click, user: ana }) });
  const after = await readyz(house);
  const before = await orders(house);
  await goesOn(house);
  await ana.clicks(card, "quote.approve");
  await ada.clicks(asked, "records.go_on");
  await house.hears(ada, /nothing left to decide|already decided this/u);

  expect([waiting, after]).toEqual([undecided, undecided]);
  expect(house.drawn(asked)).toContain("Restored: 1 card.");
  expect(before.charged).toBe(storyCredits);
  expect(await readyz(house)).toBe("ready\n");
  expect(audited(house, "emptied")).toHaveLength(1);
  expect(audited(house, "went-on")).toMatchObject([{ by: ada.id }]);
});

test("the same text is not offered as new once its running card was taken up", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 20 } });
  const { post } = await approved(house);
  await house.card(post, /Translating…/u);
  await emptied(house);
  await goesOn(house);

  const again = await posted(house, "again.txt", shortStory);
  const card = await soon(house, again, /already being translated|Translated into French/u);

  expect(house.drawn(card)).not.toContain("[ Approve ·");
  expect((await orders(house)).keys.size).toBe(1);
});

test("for 90 days whoever approves something is told that records were lost", async () => {
  await using house = await openHouse({ env: { QUOTE_HOURS: "9999" } });
  const { ana } = house.slack.people;
  await translatedAndForgotten(house);
  await goesOn(house);
  const { post, card } = await quotedAnother(house);

  const soon = await ana.clicks(card, "quote.approve", { dialog: "deny" });
  house.clock.skip(91 * day);
  await changesLanguage(house, ana, { card, language: "de" });
  const late = await house.card(post, /→ German[\s\S]*\[ Approve ·/u);
  const then = await ana.clicks(late, "quote.approve", { dialog: "deny" });

  expect(soon.confirm?.text).toContain(lossWarning);
  expect(then.confirm?.text).not.toContain(lossWarning);
});

test("a card whose manuscript is gone is named as one that could not be taken up", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await approved(house);
  await arrival(house, post);
  const [file] = house.slack.state.files.all();
  if (file === undefined) throw new Error("nothing was uploaded");
  await robin.deletesFile(file);

  await emptied(house);
  const asked = await askedHowToGoOn(house);

  expect(house.drawn(asked)).toMatch(/Restored: 0 cards\..*Not restored: 1 card\..*Card 1/u);
});

test("a restart asks nobody a second time, and a day without an answer does", async () => {
  await using house = await openHouse();
  await translatedAndForgotten(house);
  await askedHowToGoOn(house);

  await house.stop();
  await house.start();
  const waiting = await readyz(house);
  const once = house.slack.people.ada.sees().directMessages.length;
  house.clock.skip(day);
  await house.slack.until(() => house.slack.people.ada.sees().directMessages.length > once);

  expect(waiting).toContain("The store was emptied");
  expect(once).toBe(1);
});

test("while Slack cannot be searched, nothing is bought and /readyz says what is waited for", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post } = await approved(house);
  await arrival(house, post);
  await house.stop();
  await house.loseLedger();
  house.slack.faults.onCall("users.conversations", { fault: "500-before" }, 3);
  await house.start();
  const { card } = await quoted(house, anotherStory);

  const waiting = await readyz(house);
  await ana.clicks(card, "quote.approve");
  await house.hears(ana, /store is empty, and I’m looking through my Slack cards/u);
  house.clock.skip(10_000);
  await askedHowToGoOn(house);

  expect(waiting).toBe(
    "The store is empty: looking through Slack for cards that tell what was bought.\n",
  );
  expect((await orders(house)).charged).toBe(storyCredits);
});

describe.runIf(canRunRedis("a Redis that is emptied under the desk"))("a Redis", () => {
  test("that is emptied while the desk runs is noticed, its runs go on, and nothing is bought twice", async () => {
    await using server = await startRedisServer();
    const direct = await connectTo(server);
    await using house = await openHouse({
      env: { STORE_URL: server.url },
      partner: { charsPerSecond: 20 },
    });
    const { ana } = house.slack.people;
    const { post, card } = await approved(house);
    await house.card(post, /Translating…/u);

    await direct.call((client) => client.flushAll());
    await vi.waitFor(async () => {
      expect(await readyz(house)).toMatch(/^The store (is empty|was emptied)/u);
    }, patience);
    await house.passing(1000, () =>
      house.slack.people.ada.sees().directMessages.find(({ text }) => /emptied/u.test(text)),
    );
    await ana.clicks(card, "quote.approve", { screen: "stale" });
    await house.hears(ana, /earlier approvals are not known/u);
    house.partner.change({ charsPerSecond: 1_000_000 });
    await arrival(house, post);
    await goesOn(house);

    expect(await readyz(house)).toBe("ready\n");
    expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
    await direct.close();
  });
});

/** Has the story translated, then restarts Galley without its ledger. */
async function translatedAndForgotten(house: House) {
  const { post } = await approved(house);
  await arrival(house, post);
  await emptied(house);
}

async function emptied(house: House) {
  await house.stop();
  await house.loseLedger();
  await house.start();
}

async function quotedAnother(house: House) {
  const post = await posted(house, "another.txt", anotherStory);
  return { post, card: await soon(house, post, /\[ Approve ·/u) };
}

function posted({ slack }: House, name: string, content: string) {
  return slack.people.robin.uploads("#translations", { name, content });
}

/**
 * Waits for a fitting card under this post. Time passes, as other partner requests wait for the
 * runs taken up.
 */
function soon(house: House, post: Message, fits: RegExp) {
  return house.passing(1000, () =>
    house.replies(post).find((card) => fits.test(house.drawn(card))),
  );
}

async function readyz(house: House): Promise<string> {
  // Readiness answers are cached for two seconds.
  house.clock.skip(2000);
  return await readText((await request(`${house.origin()}/readyz`)).body);
}

function audited({ log }: House, what: string) {
  return log.filter((line) => line["audit"] === true && line["what"] === what);
}
