import { text as readText } from "node:stream/consumers";

import { describe, expect, test, vi } from "vitest";

import { request } from "#lib/http.ts";
import type { Message } from "#sandbox/slack/model.ts";

import { patience } from "../../patience.ts";
import { canRunRedis, connectTo, startRedisServer } from "../../redis-server.ts";
import {
  approved,
  arrival,
  changesLanguage,
  estimated,
  hurries,
  orders,
  quoted,
  running,
  shortStory,
  storyCredits,
} from "../deeds.ts";
import { askedHowToGoOn, goesOn } from "../emptied-deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { tale } from "../long-texts.ts";

const day = 86_400_000;
const anotherStory = tale(1).slice(0, storyCredits);
const undecided =
  "The store lost records: nothing is sold before an admin decides, who was asked.\n";
const lossWarning = "Galley lost track of earlier approvals: this may have been charged before.";

test("a first start asks nobody anything, and the next one neither", async () => {
  await using galley = await openGalley();
  const { post } = await approved(galley);
  await arrival(galley, post);

  await galley.stop();
  await galley.start();

  expect(await readyz(galley)).toBe("ready\n");
  expect(galley.slack.people.ada.sees().directMessages).toEqual([]);
});

test("with the store emptied nothing is bought before an admin decides, who alone may", async () => {
  await using galley = await openGalley();
  const { ada, ana } = galley.slack.people;
  await translatedAndForgotten(galley);
  const { card } = await quotedAnother(galley);

  const asked = await askedHowToGoOn(galley);
  const waiting = await readyz(galley);
  await ana.clicks(card, "quote.approve");
  await galley.hears(ana, /can’t see earlier approvals.*ask an admin/u);
  await ada.clicks(asked, "records.go_on", { alters: (click) => ({ ...click, user: ana }) });
  const after = await readyz(galley);
  const before = await orders(galley);
  await goesOn(galley);
  await ana.clicks(card, "quote.approve");
  await ada.clicks(asked, "records.go_on");
  await galley.hears(ada, /Galley works again/u);

  expect([waiting, after]).toEqual([undecided, undecided]);
  expect(galley.drawn(asked)).toContain("Restored: 1 card.");
  expect(before.charged).toBe(storyCredits);
  expect(await readyz(galley)).toBe("ready\n");
  expect(audited(galley, "emptied")).toHaveLength(1);
  expect(audited(galley, "went-on")).toMatchObject([{ by: ada.id }]);
});

test("the same text is not offered as new once its running card was taken up", async () => {
  await using galley = await openGalley();
  await running(galley, { charsPerSecond: 20 });
  await emptied(galley);
  await goesOn(galley);

  const again = await posted(galley, "again.txt", shortStory);
  const card = await soon(galley, again, /already being translated|Translated into French/u);

  expect(galley.drawn(card)).not.toContain("[ Approve ·");
  expect((await orders(galley)).keys.size).toBe(1);
});

test("for 90 days whoever approves something is told that records were lost", async () => {
  await using galley = await openGalley({ env: { QUOTE_HOURS: "9999" } });
  const { ana } = galley.slack.people;
  await translatedAndForgotten(galley);
  await goesOn(galley);
  const { post, card } = await quotedAnother(galley);

  const soon = await ana.clicks(card, "quote.approve", { dialog: "deny" });
  galley.clock.skip(91 * day);
  await changesLanguage(galley, ana, { card, language: "de" });
  const late = await galley.card(post, /→ German[\s\S]*\[ Approve ·/u);
  const then = await ana.clicks(late, "quote.approve", { dialog: "deny" });

  expect(soon.confirm?.text).toContain(lossWarning);
  expect(then.confirm?.text).not.toContain(lossWarning);
});

test("a card whose manuscript is gone is named as one that could not be taken up", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await approved(galley);
  await arrival(galley, post);
  const [file] = galley.slack.state.files.all();
  if (file === undefined) throw new Error("nothing was uploaded");
  await robin.deletesFile(file);

  await emptied(galley);
  const asked = await askedHowToGoOn(galley);

  expect(galley.drawn(asked)).toMatch(/Restored: 0 cards\..*Not restored: 1 card\./u);
});

test("a restart asks nobody a second time, and a day without an answer does", async () => {
  await using galley = await openGalley();
  await translatedAndForgotten(galley);
  await askedHowToGoOn(galley);

  await galley.stop();
  await galley.start();
  const waiting = await readyz(galley);
  const once = galley.slack.people.ada.sees().directMessages.length;
  galley.clock.skip(day);
  await galley.slack.until(() => galley.slack.people.ada.sees().directMessages.length > once);

  expect(waiting).toContain("The store lost records");
  expect(once).toBe(1);
});

test("while Slack cannot be searched, nothing is bought and /readyz says what is waited for", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post } = await approved(galley);
  await arrival(galley, post);
  await galley.stop();
  await galley.loseLedger();
  galley.slack.faults.onCall("users.conversations", { fault: "500-before" }, 3);
  await galley.start();
  const { card } = await quoted(galley, anotherStory);

  const waiting = await readyz(galley);
  await ana.clicks(card, "quote.approve");
  await galley.hears(ana, /can’t see earlier approvals just now/u);
  galley.clock.skip(10_000);
  await askedHowToGoOn(galley);

  expect(waiting).toBe(
    "The store lacks records: looking through Slack for cards that tell what was bought.\n",
  );
  expect((await orders(galley)).charged).toBe(storyCredits);
});

describe.runIf(canRunRedis("a Redis that is emptied under Galley"))("a Redis", () => {
  test("that is emptied while Galley runs is noticed, its runs go on, and nothing is bought twice", async () => {
    await using server = await startRedisServer();
    const direct = await connectTo(server);
    await using galley = await openGalley({ env: { STORE_URL: server.url } });
    const { ana } = galley.slack.people;
    const { post, offer } = await running(galley, { charsPerSecond: 20 });

    await direct.call((client) => client.flushAll());
    await vi.waitFor(async () => {
      expect(await readyz(galley)).toMatch(/^The store (lacks|lost) records/u);
    }, patience);
    await galley.passing(1000, () =>
      galley.slack.people.ada.sees().directMessages.find(({ text }) => /lost records/u.test(text)),
    );
    await ana.clicks(offer, "quote.approve", { screen: "stale" });
    await galley.hears(ana, /can’t see earlier approvals/u);
    hurries(galley);
    await arrival(galley, post);
    await goesOn(galley);

    expect(await readyz(galley)).toBe("ready\n");
    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
    await direct.close();
  });

  test("that goes back under Galley sells nothing, and what only the card names is delivered", async () => {
    await using server = await startRedisServer();
    const direct = await connectTo(server);
    await using galley = await openGalley({ env: { STORE_URL: server.url } });
    const { ana } = galley.slack.people;
    const { post, card } = await quoted(galley);
    const { card: other } = await quotedAnother(galley);
    await estimated(galley, card);
    await direct.call((client) => client.eval(keepCopy, { keys: [], arguments: [] }));
    galley.partner.change({ charsPerSecond: 20 });
    await ana.clicks(card, "quote.approve");
    await galley.card(post, /Translating…/u);

    await direct.call((client) => client.eval(putBack, { keys: [], arguments: [] }));
    await ana.clicks(other, "quote.approve");
    await galley.hears(ana, /can’t see earlier approvals/u);
    await vi.waitFor(async () => {
      // What /readyz said just before is remembered for seconds.
      galley.clock.skip(5000);
      expect(await readyz(galley)).toMatch(/^The store (lacks|lost) records/mu);
    }, patience);
    await galley.passing(1000, () =>
      galley.slack.people.ada.sees().directMessages.find(({ text }) => /lost records/u.test(text)),
    );
    hurries(galley);
    await arrival(galley, post);
    await goesOn(galley);

    expect(await readyz(galley)).toBe("ready\n");
    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
    await direct.close();
  });
});

/** Keeps a copy of all keys in another database, as a replica that lags. */
const keepCopy =
  "for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', key, key, 'DB', 1) end";
const putBack = `
  redis.call('FLUSHDB')
  redis.call('SELECT', 1)
  for _, key in ipairs(redis.call('KEYS', '*')) do redis.call('COPY', key, key, 'DB', 0) end
`;

/** Has the story translated, then restarts Galley without its ledger. */
async function translatedAndForgotten(galley: Galley) {
  const { post } = await approved(galley);
  await arrival(galley, post);
  await emptied(galley);
}

async function emptied(galley: Galley) {
  await galley.stop();
  await galley.loseLedger();
  await galley.start();
}

async function quotedAnother(galley: Galley) {
  const post = await posted(galley, "another.txt", anotherStory);
  return { post, card: await soon(galley, post, /\[ Approve ·/u) };
}

function posted({ slack }: Galley, name: string, content: string) {
  return slack.people.robin.uploads("#translations", { name, content });
}

/**
 * Waits for a fitting card under this post. Time passes, as other partner requests wait for the
 * runs taken up.
 */
function soon(galley: Galley, post: Message, fits: RegExp) {
  return galley.passing(1000, () =>
    galley.replies(post).find((card) => fits.test(galley.drawn(card))),
  );
}

async function readyz(galley: Galley): Promise<string> {
  // Readiness answers are cached for two seconds.
  galley.clock.skip(2000);
  return await readText((await request(`${galley.origin()}/readyz`)).body);
}

function audited({ log }: Galley, what: string) {
  return log.filter((line) => line["audit"] === true && line["kind"] === what);
}
