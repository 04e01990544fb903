import { vi } from "vitest";

import type { Message } from "../../src/sandbox/slack/model.ts";
import { patience } from "../patience.ts";
import {
  type Wing,
  approvesAutomatically,
  clicks,
  faces,
  opensSerials,
  posts,
  ready,
  said,
} from "./between-deeds.ts";
import { changesLanguage } from "./deeds.ts";
import { chapter, chapters, serial, tale } from "./long-texts.ts";
import { sets } from "./settings-deeds.ts";

// Stories about cards that share a text. They run on one Galley and on replicas that share a store.

/** Offers both cards, has the later one approved and delivered, then clicks the first in its old state. */
export async function approvesTheSecondThenTheFirst(house: Wing) {
  const text = tale();
  const serials = opensSerials(house);
  const first = await posts(house, text);
  const old = await house.card(first, faces.offered);
  const second = await posts(house, text, { channel: serials });
  await clicks(house, await house.card(second, faces.offered), "quote.approve");
  await house.reply(second, ready);

  const card = await house.card(first, faces.done);
  await clicks(house, old, "quote.approve", { screen: "stale" });
  await house.hears(house.slack.people.ana, /has changed/u);
  return { card, credits: text.length };
}

/** Changes two Spanish cards to French, the later one first, then approves both. */
export async function turnsBothIntoFrench(house: Wing, channel: string) {
  const { robin, ana } = house.slack.people;
  const text = tale();
  const first = await posts(house, text);
  const spanish = /→ Spanish.*\[ Approve ·/su;
  await house.card(first, spanish);
  const second = await posts(house, text, { channel });
  await changesLanguage(house, robin, {
    card: await house.card(second, spanish),
    language: "French",
  });
  const later = await house.card(second, /→ French.*\[ Approve ·/su);
  await changesLanguage(house, robin, {
    card: await house.card(first, spanish),
    language: "French",
  });
  const earlier = await house.card(first, /→ French.*\[ Approve ·/su);

  await clicks(house, later, "quote.approve", { screen: "stale" });
  await clicks(house, earlier, "quote.approve", { screen: "stale" });
  await house.reply(second, ready);
  await house.card(first, faces.done);
  await house.hears(ana, /has changed/u);
  return { credits: text.length };
}

/** Breaks the first download off once, so that the second file is read first. Then both have a price at once. */
export async function readsTheFirstLast(house: Wing) {
  const text = tale();
  const { slack, partner } = house;
  const serials = opensSerials(house);
  await approvesAutomatically(house);
  partner.change({ charsPerSecond: 1 });
  slack.faults.onCall("download", { fault: "lost-reply" });
  const first = await posts(house, text, { name: "first.txt" });
  await slack.until(() => slack.exchanges().find(({ name }) => name === "download first.txt"));
  const second = await posts(house, text, { channel: serials, name: "second.txt" });
  await house.card(second, /→ French[^]*\[ Approve ·/u);
  await said(house, first, /→ French[^]*\[ Approve ·/u, 1);
  partner.change({ charsPerSecond: 1_000_000 });

  const { other } = await house.passing(1000, () => approved(house, [first, second]));
  await house.card(other, faces.done);
  return { credits: text.length };
}

/** Posts an automatically approved text twice more while it runs. Robin clicks *Translate again* each time. */
export async function postsAgainAndAgain(house: Wing) {
  const { robin } = house.slack.people;
  const text = tale(0, 10);
  await approvesAutomatically(house);
  house.partner.change({ charsPerSecond: 1 });
  const first = await posts(house, text);
  await house.passing(1000, () =>
    house.replies(first).find((card) => /Translating…/u.test(house.drawn(card))),
  );

  const others = [await posts(house, text), await posts(house, text)];
  for (const post of others) {
    await clicks(house, await house.card(post, faces.running), "quote.again", { by: robin });
  }
  await house.hears(robin, /Nothing was charged/u);
  house.partner.change({ charsPerSecond: 1_000_000 });
  await house.reply(first, ready);

  for (const post of others) await house.card(post, faces.done);
  return { credits: text.length };
}

type Serials = Awaited<ReturnType<typeof offersBoth>>;

/** A serial of five chapters, and the same with a sixth, are both on offer. */
export async function offersBoth(house: Wing) {
  const grown = [serial(chapters(1, 5)), serial(chapters(1, 6))] as const;
  const first = await posts(house, grown[0], { name: "lantern.txt" });
  const shorter = await house.card(first, faces.offered);
  const second = await posts(house, grown[1], { name: "lantern (2).txt" });
  const longer = await house.card(second, faces.offered);
  // The delay keeps an approval under way while it reads the balance again.
  const usage = { kind: "delay", ms: 1500, method: "GET", path: "/usage", times: 100 } as const;
  house.partner.inject(usage);
  return { all: [first, second], shorter, longer, credits: grown.map(({ length }) => length) };
}

export async function approvesBothAtOnce(house: Wing, { shorter, longer }: Serials) {
  const { ana, ada } = house.slack.people;
  await Promise.all([
    clicks(house, shorter, "quote.approve", { by: ana }),
    clicks(house, longer, "quote.approve", { by: ada }),
  ]);
}

/** Clicks the second card while the first click waits for the balance, or after that click has ended. */
export async function approvesBothInTurn(house: Wing, { shorter, longer }: Serials) {
  const { ana, ada } = house.slack.people;
  const isAsked = async () => {
    const { faults } = await house.partner.books();
    if (!faults.fired.some(({ path }) => path === "/usage")) throw new Error("nobody asked");
  };
  const click = clicks(house, shorter, "quote.approve", { by: ana });
  await Promise.race([click, vi.waitFor(isAsked, patience)]);
  await clicks(house, longer, "quote.approve", { by: ada });
  await click;
}

/** Returns the card that was not approved, the replies to a stale click, and the credits of the approved one. */
export async function outcomeOf(house: Wing, { all, credits }: Serials) {
  house.partner.clearFaults();
  const { slack } = house;
  const result = { what: "the result of one of the two" };
  const { winner, other } = await slack.until(() => approved(house, all), result);
  const card = await house.card(other, /translated (?:before|into French)/iu);
  const told = slack.books.ephemerals().filter(fits(house, /has changed/u));
  return { card, told, credits: credits[winner] };
}

const west = ["Spanish", "French", "German", "Italian", "Portuguese", "Dutch", "Polish", "Russian"];
const east = ["Turkish", "Arabic", "Japanese", "Korean"];

/** Translates five chapters into twelve languages, then adds a sixth and approves every offer. */
export async function growsInTwelveLanguages(house: Wing) {
  await sets(house, { targets: [...west, ...east] });
  const five = serial(chapters(1, 5));
  const first = await posts(house, five);
  await approvesAll(house, first, "quote.approve", /\[ Approve ·/u);
  const second = await posts(house, serial(chapters(1, 6)));
  await approvesAll(house, second, "quote.part", /\[ Approve chapter 6 ·/u);
  return { before: five.length, added: chapter(6).trimEnd().length };
}

async function approvesAll(house: Wing, post: Message, action: string, offer: RegExp) {
  for (const card of await said(house, post, offer, 12)) await clicks(house, card, action);
  await said(house, post, ready, 12);
}

/** Returns the index of the post with a translation and the other post; undefined while neither has one. */
function approved(house: Wing, all: readonly Message[]) {
  const winner = all.findIndex((post) => house.replies(post).some(fits(house, ready)));
  const other = all.find((_, index) => index !== winner);
  return winner < 0 || other === undefined ? undefined : { winner, other };
}

function fits({ drawn }: Wing, words: RegExp) {
  return (message: Parameters<Wing["drawn"]>[0]) => words.test(drawn(message));
}
