import { hash } from "node:crypto";

import { policySeen } from "#domain/approval/approving.ts";
import { type TextNames, textNamesKey, indexedNamesOf } from "#domain/claim.ts";
import { knownText } from "#domain/coverage.ts";
import { packPlaced, unpackPlaced } from "#domain/fingerprints.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import { mainProduct, offerOf, offerTag } from "#domain/offer.ts";
import type { Product, Quote } from "#domain/quote.ts";
import type { Marker, StoreOwner } from "#domain/recovery.ts";
import { type Policy, initialSettings } from "#domain/settings/settings.ts";
import { type Chapter, overlap } from "#domain/slice.ts";
import type { Step as QuoteStep } from "#domain/steps.ts";
import { cardMetadata } from "#features/shared/thread.ts";
import { createTextNamer } from "#manuscripts/text/name-text.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { serialise } from "#store/store.ts";

import { aManuscript, aQuote, anEstimate, noon, setup } from "../../builders.ts";
import { diary } from "../../journeys/varied-texts.ts";
import type { Witness } from "./between-invariants.ts";
import { firstWorld } from "./explore.ts";
import { onCard, rich, storeOver } from "./ours.ts";
import { grantByStore, storeOf } from "./store.ts";
import type { CardShown, Scenario, World } from "./world.ts";

/** A text, identified by its hash. Chapters with the same name are the same in every text. */
export type Text = {
  readonly sha256: string;
  /** Code points. */
  readonly characters: number;
  readonly chapters: readonly (Chapter & { readonly name: string })[];
  /** What it consists of. */
  readonly passages?: readonly (Passage & { readonly start: number })[];
  /** Its names, where the shipped code has read it. */
  readonly names?: TextNames;
};

/** The same name is the same passage in every text. */
export type Passage = { readonly name: string; readonly characters: number };

/** Several cards, and what may happen to them. */
export type Story = Scenario & {
  readonly cards: readonly Quote[];
  readonly texts: readonly Text[];
  readonly policy?: Partial<Policy>;
  /** The people who click on a card, by its id. */
  readonly approvers: Readonly<Record<string, readonly string[]>>;
  /** The languages that people may choose for each card. */
  readonly languages?: readonly string[];
  readonly comesTo: readonly Witness[];
  /** True to play what watches over the store: its marker, its owner, and the cards in Slack. */
  readonly isWatched?: true;
  /** The guards of a weaker design. */
  readonly guards?: Guards;
  /** The acts that others may interrupt, by the id of the card. All others are whole. */
  readonly apart: Readonly<Record<string, readonly ("click" | QuoteStep["kind"])[]>>;
  /** The steps that matter for the story. Notices, deliveries and counts never do. */
  readonly plays: readonly QuoteStep["kind"][];
};

/** What tells that the store lacks records. */
export type Guards = {
  /** Closes the sales: the marker of the records, the account's usage, or nothing. */
  readonly sales: "marker" | "usage" | "trusting";
  /** True when the runs on a card are read before it is changed, and before a first send. */
  readonly readsCards: boolean;
  /** True when a start checks whose store it is. */
  readonly checksOwner: boolean;
  /** What a text is known by: all of its fingerprints, one in 64 of them, or its names alone. */
  readonly knows: "fingerprints" | "few" | "names";
};

export function aText(name: string, characters: number): Text {
  return { sha256: name.padEnd(64, "0"), characters, chapters: [] };
}

/**
 * Returns a text of these chapters, each of these passages, as the shipped code knows it: by names of
 * its letters, and by fingerprints that lack most of them.
 */
export function aTextOf(chapters: readonly (readonly Passage[])[]): Text {
  const all = chapters.flat();
  const starts = all.map((_, n) => lengthOf(all.slice(0, n)));
  const passages = all.map((passage, n) => ({ ...passage, start: starts[n] ?? 0 }));
  const named = chapters.map((own, n) => ({
    name: own.map(({ name }) => name).join(),
    title: String(n),
    start: lengthOf(chapters.slice(0, n).flat()),
    characters: lengthOf(own),
  }));
  const sha256 = hash("sha256", JSON.stringify(chapters));
  const namer = createTextNamer();
  const text = all.map(({ name, characters }) => wordsOf(name).slice(0, characters)).join("");
  const cuts = named.map(({ start }) => start);
  namer.add(Buffer.from(text), { cuts, final: text.length });
  const whole = chapters.length === 1 ? [] : named;
  return { sha256, characters: text.length, chapters: whole, passages, names: namer.close(whole) };
}

function lengthOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { characters }) => sum + characters, 0);
}

function wordsOf(name: string): string {
  return diary(Number.parseInt(hash("sha256", name).slice(0, 8), 16), 40);
}

/** Returns a text with chapters of equal length, in the order of their names. */
export function aSerialOf(names: readonly string[], each: number): Text {
  const sha256 = names.join("").padEnd(64, "0");
  const chapters = names.map((name, index) => ({
    name,
    title: name,
    start: index * each,
    characters: each,
  }));
  return { sha256, characters: each * names.length, chapters };
}

/** Returns a card with the partner's estimate, so that the policy may approve it. */
export function anEstimatedCard(
  text: Text,
  id: string,
  policy: Partial<Policy>,
  changes: Partial<Quote> = {},
): Quote {
  const all = { ...initialSettings.policy, ...policy };
  const tasks = [anEstimate(text.characters, undefined)];
  return aCardOf(text, id, {
    tasks,
    approval: { policy: policySeen({ policy: all }) },
    ...changes,
  });
}

/** Returns a posted card whose manuscript is read and has a price. */
export function aCardOf(text: Text, id: string, changes: Partial<Quote> = {}): Quote {
  const place = {
    workspace: "T1",
    channel: `C0${id.toUpperCase()}`,
    message: "1.1",
    thread: "1.1",
  };
  const reading = { status: "read", manuscript: manuscriptOf(text) } as const;
  return onCard(aQuote({ id, place, reading, coverage: nothingFound(text, changes), ...changes }));
}

/** Returns a world with every card in the store and in Slack. */
export async function firstOf(story: Story): Promise<World> {
  const { texts, cards, policy, isWatched, guards } = story;
  const settings = { ...initialSettings, policy: { ...initialSettings.policy, ...policy } };
  const records = {
    "account:": serialise(rich),
    "settings:T1": serialise(settings),
    ...(isWatched && { "marker:store": serialise(marker), "owner:store": serialise(owner) }),
    ...Object.fromEntries(
      texts.map((text) => [
        `text:${textNamesKey(manuscriptOf(text))}`,
        serialise(namesKnown(text, guards?.knows)),
      ]),
    ),
  };
  const inSlack = Object.fromEntries(cards.map((card) => [card.id, shown(card)]));
  let world = firstWorld(story, { store: storeOf(records), cards: inSlack });
  const quoteStore = createQuoteStore(
    storeOver({
      now: () => world.now,
      ask: async (wish) => {
        if (wish.kind !== "commit") throw new Error(`nothing but cards is put there: ${wish.kind}`);
        const granted = grantByStore(world, wish);
        world = granted.world;
        return granted.value;
      },
    }),
    () => true,
  );
  for (const card of cards) await quoteStore.add(card);
  return world;
}

const marker: Marker = { version: 1, id: "life", at: noon, loss: undefined };
const owner: StoreOwner = { version: 1, workspace: "T1", at: noon, keys: ["key"] };

/** The product of an offer, and the runs that already have part of it. Found by the offer's tag. */
export type Said = {
  readonly product: Product;
  readonly exists: readonly string[];
  /** Characters that it calls translated before. */
  readonly told: number;
};

/** Returns the card as people read it. They click on the offer that it shows. */
export function shown(quote: Quote): CardShown {
  const card = cardsShown.get(quote) ?? draw(quote);
  cardsShown.set(quote, card);
  return card;
}

const cardsShown = new WeakMap<Quote, CardShown>();

function draw(quote: Quote): CardShown {
  const offer = offerTag(quote, setup);
  const product = mainProduct(quote);
  const { exists = [], slice } = offerOf(quote, product, setup) ?? {};
  const { known = 0, changed = [] } = knownText(quote) ?? {};
  const inSlice = changed.filter((unit) => overlap([unit], slice ?? []));
  const told = slice === undefined ? known : inSlice.reduce((sum, unit) => sum + unit.known, 0);
  said.set(offer, { product, exists: exists.map(({ key }) => key), told });
  return { key: undefined, says: "", offer, payload: cardMetadata(quote).event_payload };
}

export function saidBy(offer: string | undefined): Said {
  return said.get(offer ?? "") ?? { product: "translation", exists: [], told: 0 };
}

const said = new Map<string, Said>();

function nothingFound({ sha256 }: Text, { target = setup.defaultTarget }: Partial<Quote>) {
  const found = { runs: [], units: [], variants: [], approved: [] };
  return { target, textSha256: sha256, version: 0, ...found };
}

function manuscriptOf(text: Text): Manuscript {
  const { sha256, characters } = text;
  const chapters = text.chapters.map(({ title, start, characters: length }) => ({
    title,
    start,
    characters: length,
  }));
  const measures = { textSha256: sha256, characters, textBytes: characters };
  return aManuscript({ ...measures, chapters, indexedNames: indexedNamesOf(namesOf(text)) });
}

function namesKnown(text: Text, knows: Guards["knows"] = "fingerprints"): TextNames {
  const names = namesOf(text);
  if (knows === "fingerprints" || names.fingerprints === undefined) return names;
  if (knows === "names") return { ...names, fingerprints: undefined };
  const bound = names.fingerprints.bound / 64;
  const few = unpackPlaced(names.fingerprints).filter(({ rank }) => rank < bound);
  return { ...names, fingerprints: packPlaced(bound, few) };
}

function namesOf({ sha256, chapters, names }: Text): TextNames {
  if (names !== undefined) return names;
  return {
    whole: `whole ${sha256}`,
    chapters: chapters.map(({ name }) => `chapter ${name}`),
    fingerprints: undefined,
  };
}
