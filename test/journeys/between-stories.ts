import { vi } from "vitest";

import type { Message } from "#sandbox/slack/model.ts";

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
import { changesLanguage, partOffered } from "./deeds.ts";
import { chapter, chapters, serial, tale } from "./long-texts.ts";
import { sets } from "./settings-deeds.ts";

// Stories about cards that share a text. They run on one Galley and on replicas that share a store.

/** Offers both cards, has the later one approved and delivered, then clicks the first in its old state. */
export async function approvesTheSecondThenTheFirst(galley: Wing) {
  const text = tale();
  const serials = opensSerials(galley);
  const first = await posts(galley, text);
  const old = await galley.card(first, faces.offered);
  const second = await posts(galley, text, { channel: serials });
  await clicks(galley, await galley.card(second, faces.offered), "quote.approve");
  await galley.reply(second, ready);

  const card = await galley.card(first, faces.done);
  await clicks(galley, old, "quote.approve", { screen: "stale" });
  await galley.hears(galley.slack.people.ana, /has changed/u);
  return { card, credits: text.length };
}

/** Changes two Spanish cards to French, the later one first, then approves both. */
export async function turnsBothIntoFrench(galley: Wing, channel: string) {
  const { robin, ana } = galley.slack.people;
  const text = tale();
  const first = await posts(galley, text);
  const spanish = /→ Spanish.*\[ Approve ·/su;
  await galley.card(first, spanish);
  const second = await posts(galley, text, { channel });
  await changesLanguage(galley, robin, {
    card: await galley.card(second, spanish),
    language: "French",
  });
  const later = await galley.card(second, /→ French.*\[ Approve ·/su);
  await changesLanguage(galley, robin, {
    card: await galley.card(first, spanish),
    language: "French",
  });
  const earlier = await galley.card(first, /→ French.*\[ Approve ·/su);

  await clicks(galley, later, "quote.approve", { screen: "stale" });
  await clicks(galley, earlier, "quote.approve", { screen: "stale" });
  await galley.reply(second, ready);
  await galley.card(first, faces.done);
  await galley.hears(ana, /has changed/u);
  return { credits: text.length };
}

/**
 * Breaks the first download off once, so that the second file is read first, and tells no balance until
 * both have a price. Then Galley may approve either.
 */
export async function readsTheFirstLast(galley: Wing) {
  const text = tale();
  const { slack, partner } = galley;
  const serials = opensSerials(galley);
  await approvesAutomatically(galley);
  partner.inject({ kind: "status", status: 500, method: "GET", path: "/usage", times: 1000 });
  slack.faults.onCall("download", { fault: "lost-reply" });
  const first = await posts(galley, text, { name: "first.txt" });
  await slack.until(() => slack.exchanges().find(({ name }) => name === "download first.txt"));
  const second = await posts(galley, text, { channel: serials, name: "second.txt" });
  for (const post of [second, first]) await said(galley, post, /→ French[^]*\[ Approve ·/u, 1);
  partner.clearFaults();

  const { other } = await galley.passing(1000, () => approved(galley, [first, second]));
  await galley.card(other, faces.done);
  return { credits: text.length };
}

/** Posts an automatically approved text twice more while it runs. Robin clicks *Translate again* each time. */
export async function postsAgainAndAgain(galley: Wing) {
  const { robin } = galley.slack.people;
  const text = tale(0, 10);
  await approvesAutomatically(galley);
  galley.partner.change({ charsPerSecond: 1 });
  const first = await posts(galley, text);
  await galley.passing(1000, () =>
    galley.replies(first).find((card) => /Translating…/u.test(galley.drawn(card))),
  );

  const others = [await posts(galley, text), await posts(galley, text)];
  for (const post of others) {
    await galley.passing(1000, () => galley.replies(post)[0]);
    await clicks(galley, await galley.card(post, faces.running), "quote.again", { by: robin });
  }
  await galley.hears(robin, /Only .* can do this. Nothing was changed/u);
  galley.partner.change({ charsPerSecond: 1_000_000 });
  await galley.reply(first, ready);

  for (const post of others) await galley.card(post, faces.done);
  return { credits: text.length };
}

type Serials = Awaited<ReturnType<typeof offersBoth>>;

/** A serial of five chapters, and the same with a sixth, are both on offer. */
export async function offersBoth(galley: Wing) {
  const grown = [serial(chapters(1, 5)), serial(chapters(1, 6))] as const;
  const first = await posts(galley, grown[0], { name: "lantern.txt" });
  const shorter = await galley.card(first, faces.offered);
  const second = await posts(galley, grown[1], { name: "lantern (2).txt" });
  const longer = await galley.card(second, faces.offered);
  // The delay keeps an approval under way while it reads the balance again.
  const usage = { kind: "delay", ms: 1500, method: "GET", path: "/usage", times: 100 } as const;
  galley.partner.inject(usage);
  return { all: [first, second], shorter, longer, credits: grown.map(({ length }) => length) };
}

export async function approvesBothAtOnce(galley: Wing, { shorter, longer }: Serials) {
  const { ana, ada } = galley.slack.people;
  await Promise.all([
    clicks(galley, shorter, "quote.approve", { by: ana }),
    clicks(galley, longer, "quote.approve", { by: ada }),
  ]);
}

/** Clicks the second card while the first click waits for the balance, or after that click has ended. */
export async function approvesBothInTurn(galley: Wing, { shorter, longer }: Serials) {
  const { ana, ada } = galley.slack.people;
  const isAsked = async () => {
    const { faults } = await galley.partner.records();
    if (!faults.fired.some(({ path }) => path === "/usage")) throw new Error("nobody asked");
  };
  const click = clicks(galley, shorter, "quote.approve", { by: ana });
  await Promise.race([click, vi.waitFor(isAsked, patience)]);
  await clicks(galley, longer, "quote.approve", { by: ada });
  await click;
}

/** Returns the card that was not approved, the replies to a stale click, and the credits of the approved one. */
export async function outcomeOf(galley: Wing, { all, credits }: Serials) {
  galley.partner.clearFaults();
  const { slack } = galley;
  const result = { what: "the result of one of the two" };
  const { winner, other } = await slack.until(() => approved(galley, all), result);
  const card = await galley.card(other, /translated (?:before|into French)/iu);
  const told = slack.records.ephemerals().filter(fits(galley, /has changed/u));
  return { card, told, credits: credits[winner] };
}

/** Returns what the other card shows: the longer serial leaves nothing, the shorter one leaves chapter 6. */
export function restOf({ credits: all }: Serials, credits: number | undefined): RegExp {
  return credits === Math.max(...all)
    ? /Translated into French/u
    : /chapter 6, (?<size>[\d,]+) characters[^]*Approve · \k<size> cr/u;
}

/** Translates five chapters into several languages, then adds a sixth and approves every offer. */
export async function growsInLanguages(galley: Wing, targets: readonly string[]) {
  await sets(galley, { targets: [...targets] });
  const all = { times: targets.length, offer: /\[ Approve ·/u, action: "quote.approve" };
  const five = serial(chapters(1, 5));
  await approvesAll(galley, await posts(galley, five), all);
  const second = await posts(galley, serial(chapters(1, 6)));
  const next = { offer: partOffered("chapter 6"), action: "quote.part" };
  await approvesAll(galley, second, { ...all, ...next });
  return { before: five.length, added: chapter(6).trimEnd().length };
}

type Offers = { readonly times: number; readonly offer: RegExp; readonly action: string };

async function approvesAll(galley: Wing, post: Message, { times, offer, action }: Offers) {
  for (const card of await said(galley, post, offer, times)) await clicks(galley, card, action);
  await said(galley, post, /✅/u, times);
}

/** Returns the index of the post with a translation and the other post; undefined while neither has one. */
function approved(galley: Wing, all: readonly Message[]) {
  const winner = all.findIndex((post) => galley.replies(post).some(fits(galley, ready)));
  const other = all.find((_, index) => index !== winner);
  return winner < 0 || other === undefined ? undefined : { winner, other };
}

function fits({ drawn }: Wing, words: RegExp) {
  return (message: Parameters<Wing["drawn"]>[0]) => words.test(drawn(message));
}
