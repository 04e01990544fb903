import { policySeen } from "#domain/approval/approving.ts";
import { type TextNames, textNamesKey, indexedNamesOf } from "#domain/claim.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import { mainProduct, offerOf, offerTag } from "#domain/offer.ts";
import type { Product, Quote } from "#domain/quote.ts";
import { type Policy, initialSettings } from "#domain/settings/settings.ts";
import type { Chapter } from "#domain/slice.ts";
import type { Step as QuoteStep } from "#domain/steps.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { serialise } from "#store/store.ts";

import { aManuscript, aQuote, anEstimate, setup } from "../../builders.ts";
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
};

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
  /** The acts that others may interrupt, by the id of the card. All others are whole. */
  readonly apart: Readonly<Record<string, readonly ("click" | QuoteStep["kind"])[]>>;
  /** The steps that matter for the story. Notices, deliveries and counts never do. */
  readonly plays: readonly QuoteStep["kind"][];
};

export function aText(name: string, characters: number): Text {
  return { sha256: name.padEnd(64, "0"), characters, chapters: [] };
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
  const { texts, cards, policy } = story;
  const settings = { ...initialSettings, policy: { ...initialSettings.policy, ...policy } };
  const records = {
    "account:": serialise(rich),
    "settings:T1": serialise(settings),
    ...Object.fromEntries(
      texts.map((text) => [`text:${textNamesKey(manuscriptOf(text))}`, serialise(namesOf(text))]),
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

/** The product of an offer, and the runs that already have part of it. Found by the offer's tag. */
export type Said = { readonly product: Product; readonly exists: readonly string[] };

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
  const { exists = [] } = offerOf(quote, product, setup) ?? {};
  said.set(offer, { product, exists: exists.map(({ key }) => key) });
  return { key: undefined, says: "", offer };
}

export function saidBy(offer: string | undefined): Said {
  return said.get(offer ?? "") ?? { product: "translation", exists: [] };
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

function namesOf({ sha256, chapters }: Text): TextNames {
  return {
    whole: `whole ${sha256}`,
    chapters: chapters.map(({ name }) => `chapter ${name}`),
    fingerprints: undefined,
  };
}
