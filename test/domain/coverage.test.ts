import { describe, expect, test } from "vitest";

import { type Claim } from "#domain/claim.ts";
import { claimOf, approvedSince } from "#domain/coverage.ts";
import { type ClaimedRun, coverageOf, createMatcher } from "#domain/match-claims.ts";
import type { Slice } from "#domain/slice.ts";
import type { Task } from "#domain/task.ts";

import { aCoverage, aQuote, aTask, hour, noon, opening } from "../builders.ts";
import { chapters, namesOf, text, undivided, upTo } from "./texts.ts";

type Had = { readonly task?: Partial<Task>; readonly book?: string; readonly characters?: number };

/** Returns the claim of another card on a text, or on some of it. */
function claimed(letters: string, { task = {}, book, characters }: Had = {}): Claim {
  const manuscript = text(letters, characters);
  const quote = aQuote({ id: "other", book, reading: { status: "read", manuscript } });
  const run = aTask({ key: `k-${letters}`, price: manuscript.characters, ...task });
  return claimOf(quote, run, namesOf(letters, characters));
}

type Found = Pick<ClaimedRun, "claim" | "status" | "link" | "isShared">;

function found(claim: Claim, changes: Partial<Found> = {}): Found {
  return { claim, status: "done", link: "https://x", isShared: true, ...changes };
}

/** Returns the coverage by claims for the language, and for variants of it. */
function coverageBy(
  { manuscript, names, book }: Texts,
  claims: readonly Found[],
  variants: readonly Claim[],
) {
  const matchOf = createMatcher({ manuscript, names });
  const matches = (claim: Claim) => [matchOf(claim)].filter((match) => match !== undefined);
  return coverageOf(manuscript, {
    quote: aQuote({ reading: { status: "read", manuscript } }),
    runs: claims.flatMap((one) => matches(one.claim).map((match) => ({ ...match, ...one }))),
    variants: variants.flatMap(matches),
    ofBook: claims
      .map(({ claim }) => claim)
      .filter((claim) => book !== undefined && claim.book === book),
  });
}

type Texts = Parameters<typeof createMatcher>[0] & { readonly book?: string | undefined };

function coverage(letters: string, ...claims: readonly Claim[]) {
  const texts = { manuscript: text(letters), names: namesOf(letters) };
  return coverageBy(
    texts,
    claims.map((claim) => found(claim)),
    [],
  );
}

/** Returns the claim on a text in which no gram became a fingerprint. */
const printless = (letters: string): Claim => ({ ...claimed(letters), fingerprints: undefined });
const part = (...numbers: readonly number[]): Had => ({
  task: { slice: chapters(...numbers) },
});
const slicesOf = ({ runs }: ReturnType<typeof coverage>) => runs.map(({ slice }) => slice);
const exactOf = (looked: ReturnType<typeof coverage>) =>
  slicesOf(looked).filter((slice) => slice.length > 0);

describe("of a text it is known exactly", () => {
  test.each<readonly [string, string, Claim, Slice]>([
    ["all of it", "abc", claimed("abc"), upTo(3)],
    ["the chapters that were there before", "abcde", claimed("abc"), upTo(3)],
    ["what is kept of a text that was longer", "abc", claimed("abcde"), upTo(3)],
    [
      "what is before and behind a chapter that changed",
      "abxde",
      claimed("abcde"),
      [...upTo(2), { from: 9000, to: 15_000 }],
    ],
    [
      "what stands behind a new first chapter",
      "xabc",
      claimed("abc"),
      [{ from: 3000, to: 12_000 }],
    ],
    ["chapters in another order", "cab", claimed("abc"), upTo(3)],
    [
      "those chapters alone that were approved",
      "abc",
      claimed("abc", part(1, 3)),
      [...chapters(1, 3)],
    ],
    [
      "chapters of a part that lie elsewhere now",
      "xbya",
      claimed("abc", part(1, 2)),
      [...chapters(2, 4)],
    ],
  ])("%s", (_, letters, claim, slice) => {
    expect(slicesOf(coverage(letters, claim))).toEqual([slice]);
  });

  test.each([
    ["none of another text", claimed("xyz")],
    ["none of chapters that were not approved", claimed("abc", part(3))],
    ["none that was extracted to a glossary", claimed("ab", { task: { kind: "glossary" } })],
    [
      "none of which there was a preview",
      claimed("abc", { task: { kind: "preview", slice: opening(3000) } }),
    ],
  ])("%s", (_, claim) => {
    const { runs } = coverage("ab", claim);

    expect(runs.filter(({ kind }) => kind === "translation")).toEqual([]);
  });

  test("all of it where other chapters are found in the same text, or none", () => {
    const ofWhole = claimed("abc");
    const names = { ...namesOf("abc"), chapters: [] };
    const redivided = { ...undivided("abc"), chapters: text("ab").chapters };

    expect(
      slicesOf(coverageBy({ manuscript: undivided("abc"), names }, [found(ofWhole)], [])),
    ).toEqual([upTo(3)]);
    expect(slicesOf(coverageBy({ manuscript: redivided, names }, [found(ofWhole)], []))).toEqual([
      upTo(3),
    ]);
  });

  test("what was approved of the very same bytes, to the character, names or no names", () => {
    const odd = [{ from: 17, to: 4711 }];
    const claim = claimed("abc", { task: { slice: odd } });
    const nameless = { manuscript: text("abc"), names: undefined };

    expect(slicesOf(coverage("abc", claim))).toEqual([odd]);
    expect(slicesOf(coverageBy(nameless, [found(claim)], []))).toEqual([odd]);
    expect(coverageBy({ ...nameless, manuscript: text("abcd") }, [found(claim)], []).runs).toEqual(
      [],
    );
  });

  test("an opening of the same text, and of no other one to the letter", () => {
    const preview = claimed("abc", { task: { kind: "preview", slice: opening(2000) } });

    expect(slicesOf(coverage("abc", preview))).toEqual([[{ from: 0, to: 2000 }]]);
    expect(exactOf(coverage("abcd", preview))).toEqual([]);
  });

  test.each([
    ["which is not all of it", 2000],
    ["be it a whole chapter", 4000],
  ])("an opening of the same text in another file, %s", (_, length) => {
    const preview = claimed("abc", { task: { kind: "preview", slice: opening(length) } });
    const otherFile = { manuscript: undivided("abc"), names: namesOf("abc") };

    expect(slicesOf(coverageBy(otherFile, [found(preview)], []))).toEqual([opening(length)]);
  });

  test("by the newest run first, and by each that has some of it", () => {
    const early = claimed("ab", { task: { approval: { by: "U0ANA", at: noon - hour } } });
    const { runs } = coverage("abc", early, claimed("bc"));

    expect(runs.map(({ key, slice }) => [key, slice])).toEqual([
      ["k-bc", [{ from: 3000, to: 9000 }]],
      ["k-ab", upTo(2)],
    ]);
  });
});

describe("a short chapter that two books share", () => {
  const short = 400;
  const texts = (letters: string) => ({
    manuscript: text(letters, short),
    names: namesOf(letters, short),
  });
  const had = (letters: string, task: Partial<Task> = {}) =>
    found(claimed(letters, { characters: short, task }));

  test("is told as an amount, and is no earlier translation, where it is next to nothing", () => {
    const { runs, units } = coverageBy(texts("axyz"), [had("abcde")], []);

    expect(runs).toMatchObject([{ slice: [], known: { characters: short } }]);
    expect(units).toEqual([{ from: 0, to: short, known: short, bought: short }]);
  });

  test("is nothing below 300 characters", () => {
    const [manuscript, names] = [text("axyz", 200), namesOf("axyz", 200)];
    const claim = found(claimed("abcde", { characters: 200 }));

    expect(coverageBy({ manuscript, names }, [claim], [])).toMatchObject({
      runs: [],
      units: [],
    });
  });

  test.each([
    ["beside another one", "abxyz", had("abcde"), [{ from: 0, to: 800 }]],
    ["as half of what is asked for", "ax", had("abcde"), [{ from: 0, to: short }]],
    ["as all of what is asked for", "a", had("abcde"), [{ from: 0, to: short }]],
  ])("counts %s", (_, letters, claim, slice) => {
    expect(slicesOf(coverageBy(texts(letters), [claim], []))).toEqual([slice]);
  });
});

describe("of what is not known to the letter, an amount is", () => {
  const known = ({ units }: ReturnType<typeof coverage>) =>
    units.map(({ from, to, known: had }) => [from, to, had]);

  const bought = ({ units }: ReturnType<typeof coverage>) =>
    units.reduce((sum, unit) => sum + unit.bought, 0);

  test("for each chapter that has some of it", () => {
    expect(known(coverage("aBc", claimed("abc")))).toEqual([
      [0, 3000, 3000],
      [3000, 6000, 2400],
      [6000, 9000, 3000],
    ]);
  });

  test("for the whole, where there are no chapters", () => {
    const texts = { manuscript: undivided("aBxyz"), names: { ...namesOf("aBxyz"), chapters: [] } };
    const looked = coverageBy(texts, [found(claimed("abc"))], []);

    expect(known(looked)).toEqual([[0, 15_000, 5400]]);
    expect(looked.runs).toMatchObject([{ slice: [], known: { characters: 5400 } }]);
  });

  test("over all earlier translations, and over no preview of them", () => {
    const preview = claimed("ab", { task: { kind: "preview", slice: opening(6000) } });

    expect(coverage("ABx", claimed("a"), claimed("b")).units).toHaveLength(2);
    expect(coverage("ABx", preview).units.map((unit) => unit.known)).toEqual([0, 0]);
  });

  test("of previews and glossaries too: their runs name it, and it counts for what Galley buys", () => {
    const preview = claimed("ab", { task: { kind: "preview", slice: opening(2000) } });
    const looked = coverage("axy", preview);

    expect(looked.runs).toMatchObject([
      { kind: "preview", slice: [], known: { characters: 2000 } },
    ]);
    expect(bought(looked)).toBe(2000);
  });

  test("each character once, whatever number of runs had it", () => {
    const looked = coverage("aBc", claimed("abc"), claimed("ab"), claimed("abcx"));

    expect(bought(looked)).toBe(8400);
  });

  test("of what other cards had alone: the card counts its own", () => {
    const manuscript = text("abc");
    const task = aTask({ key: "k-abc" });
    const quote = aQuote({ reading: { status: "read", manuscript }, tasks: [task] });
    const match = createMatcher({ manuscript, names: namesOf("abc") })(claimed("abc"));
    const runs = match === undefined ? [] : [{ ...match, ...found(match.claim) }];
    const own = coverageOf(manuscript, { quote, runs, variants: [], ofBook: [] });

    expect(own).toMatchObject({ units: [] });
    expect(own.runs).toHaveLength(1);
  });
});

describe("another variant of the language", () => {
  const texts = { manuscript: text("abc"), names: namesOf("abc") };
  const inVariant = (letters: string, task: Partial<Task> = {}) =>
    claimed(letters, { task: { target: "fr-CA", ...task } });
  const variants = (...claims: readonly Claim[]) => coverageBy(texts, [], claims).variants;

  test.each([
    ["exactly", inVariant("bxy")],
    ["by its fingerprints", inVariant("ABC")],
    ["exactly, and no fingerprint", { ...printless("abc"), target: "fr-CA" }],
  ])("is named where it has some of the text %s", (_, claim) => {
    expect(variants(claim)).toEqual(["fr-CA"]);
  });

  test("is named once, and covers nothing", () => {
    expect(variants(inVariant("abc"), inVariant("bxy"), inVariant("ABC"))).toEqual(["fr-CA"]);
    expect(coverageBy(texts, [], [inVariant("abc")]).runs).toEqual([]);
  });

  test("is not, where it has none, or nothing but a preview", () => {
    expect(
      variants(inVariant("xyz"), inVariant("abc", { kind: "preview", slice: opening(9000) })),
    ).toEqual([]);
  });
});

describe("what was approved of this manuscript", () => {
  const ofBook = claimed("xyz", { book: "Lantern" });
  const about = { manuscript: text("abc"), names: namesOf("abc"), book: ofBook.book };
  const priceOf = (one: Found) => coverageBy(about, [one], []).approved.map(({ price }) => price);
  test.each([
    ["the same text", found(claimed("abc")), [9000]],
    ["a part of it", found(claimed("abc", part(1))), [9000]],
    [
      "a preview of it",
      found(claimed("abc", { task: { kind: "preview", slice: opening(100), price: 100 } })),
      [100],
    ],
    ["the same text without fingerprints", found(printless("abc")), [9000]],
    ["an edited text by what is still there", found(claimed("ABC")), [7200]],
    ["a longer text by the edited chapter of it", found(claimed("Axyzvw")), [2400]],
    ["its book, whatever of it", found(ofBook), [9000]],
  ])("counts %s", (_, one, prices) => {
    expect(priceOf(one)).toEqual(prices);
  });

  test.each([
    ["another text", claimed("xyz")],
    ["another text without fingerprints", printless("xyz")],
  ])("does not count %s, beside the same text or alone", (_, other) => {
    expect(priceOf(found(other))).toEqual([]);
    expect(coverage("abc", claimed("abc"), other).approved).toMatchObject([{ key: "k-abc" }]);
  });

  test("counts from a time on, and in credits", () => {
    const at = (hours: number) => ({ by: "U0ANA", at: noon - hours * hour });
    const { approved } = coverage(
      "abc",
      claimed("abc", { task: { key: "k1", price: 5, approval: at(2) } }),
      claimed("abc", { task: { key: "k2", price: 70, approval: at(1) } }),
    );
    const quote = aQuote({ coverage: aCoverage({ approved }) });

    expect([3, 2, 1].map((hours) => approvedSince(quote, noon - hours * hour))).toEqual([
      75, 70, 0,
    ]);
  });
});
