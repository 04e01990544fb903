import { describe, expect, test } from "vitest";

import { type Claim } from "#domain/claim.ts";
import { claimOf, type ClaimedRun, approvedSince, coverageOf } from "#domain/coverage.ts";
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

function found(claim: Claim, changes: Partial<ClaimedRun> = {}): ClaimedRun {
  return { claim, status: "done", link: "https://x", isShared: true, ...changes };
}

function coverage(letters: string, ...claims: readonly Claim[]) {
  const texts = { manuscript: text(letters), names: namesOf(letters) };
  return coverageOf(
    texts,
    claims.map((claim) => found(claim)),
    [],
  );
}

/** Returns the claim on a text in which no passage is long enough for a print. */
const printless = (letters: string): Claim => ({ ...claimed(letters), prints: [] });
const part = (...numbers: readonly number[]): Had => ({
  task: { slice: chapters(...numbers) },
});
const slicesOf = ({ runs }: ReturnType<typeof coverage>) => runs.map(({ slice }) => slice);

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
    ["none that was only edited", claimed("AB")],
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
      slicesOf(coverageOf({ manuscript: undivided("abc"), names }, [found(ofWhole)], [])),
    ).toEqual([upTo(3)]);
    expect(slicesOf(coverageOf({ manuscript: redivided, names }, [found(ofWhole)], []))).toEqual([
      upTo(3),
    ]);
  });

  test("what was approved of the very same bytes, to the character, names or no names", () => {
    const odd = [{ from: 17, to: 4711 }];
    const claim = claimed("abc", { task: { slice: odd } });
    const nameless = { manuscript: text("abc"), names: undefined };

    expect(slicesOf(coverage("abc", claim))).toEqual([odd]);
    expect(slicesOf(coverageOf(nameless, [found(claim)], []))).toEqual([odd]);
    expect(coverageOf({ ...nameless, manuscript: text("abcd") }, [found(claim)], []).runs).toEqual(
      [],
    );
  });

  test("an opening of the same text, and of no other one", () => {
    const preview = claimed("abc", { task: { kind: "preview", slice: opening(2000) } });

    expect(slicesOf(coverage("abc", preview))).toEqual([[{ from: 0, to: 2000 }]]);
    expect(slicesOf(coverage("abcd", preview))).toEqual([]);
  });

  test.each([
    ["which is not all of it", 2000],
    ["be it a whole chapter", 4000],
  ])("an opening of the same text in another file, %s", (_, length) => {
    const preview = claimed("abc", { task: { kind: "preview", slice: opening(length) } });
    const otherFile = { manuscript: undivided("abc"), names: namesOf("abc") };

    expect(slicesOf(coverageOf(otherFile, [found(preview)], []))).toEqual([opening(length)]);
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
  const short = 1000;
  const texts = (letters: string) => ({
    manuscript: text(letters, short),
    names: namesOf(letters, short),
  });
  const had = (letters: string, task: Partial<Task> = {}) =>
    found(claimed(letters, { characters: short, task }));

  test("is no earlier translation where it is all that they share", () => {
    expect(coverageOf(texts("axyz"), [had("abcde")], []).runs).toEqual([]);
  });

  test.each([
    ["beside another one", "abxyz", had("abcde"), [{ from: 0, to: 2000 }]],
    [
      "as all that was approved",
      "axyz",
      had("abcde", { slice: [{ from: 0, to: short }] }),
      [{ from: 0, to: short }],
    ],
    ["as half of what was approved", "axyz", had("ab"), [{ from: 0, to: short }]],
    ["as half of what is asked for", "ax", had("abcde"), [{ from: 0, to: short }]],
    ["as most of what is asked for", "a", had("abcde"), [{ from: 0, to: short }]],
  ])("counts %s", (_, letters, claim, slice) => {
    expect(slicesOf(coverageOf(texts(letters), [claim], []))).toEqual([slice]);
  });
});

describe("of what is not known exactly, the share of its paragraphs is", () => {
  test("for each chapter that was edited", () => {
    expect(coverage("aBc", claimed("abc")).known).toEqual([{ from: 3000, to: 6000, share: 0.8 }]);
  });

  test("for the whole, where there are no chapters", () => {
    const texts = { manuscript: undivided("aBxyz"), names: { ...namesOf("aBxyz"), chapters: [] } };

    expect(coverageOf(texts, [found(claimed("abc"))], []).known).toEqual([
      { from: 0, to: 15_000, share: 9 / 25 },
    ]);
  });

  test("from a fifth on, and not below", () => {
    const texts = (letters: string) => ({
      manuscript: undivided(letters),
      names: { ...namesOf(letters), chapters: [] },
    });

    expect(coverageOf(texts("axyzv"), [found(claimed("ab"))], []).known).toHaveLength(1);
    expect(coverageOf(texts("axyzvw"), [found(claimed("ab"))], []).known).toEqual([]);
  });

  test("over all earlier translations, and over no preview of them", () => {
    const preview = claimed("ab", { task: { kind: "preview", slice: opening(6000) } });

    expect(coverage("ABx", claimed("a"), claimed("b")).known).toHaveLength(2);
    expect(coverage("ABx", preview).known).toEqual([]);
  });

  test("for a chapter of which there is a preview as well", () => {
    const preview = claimed("aBc", { task: { kind: "preview", slice: opening(9000) } });

    expect(coverage("aBc", claimed("abc"), preview).known).toMatchObject([{ share: 0.8 }]);
  });
});

describe("another variant of the language", () => {
  const texts = { manuscript: text("abc"), names: namesOf("abc") };
  const inVariant = (letters: string, task: Partial<Task> = {}) =>
    claimed(letters, { task: { target: "fr-CA", ...task } });
  const variants = (...claims: readonly Claim[]) => coverageOf(texts, [], claims).variants;

  test.each([
    ["exactly", inVariant("bxy")],
    ["by its paragraphs", inVariant("ABC")],
    ["exactly, and no paragraph that is long enough", { ...printless("abc"), target: "fr-CA" }],
  ])("is named where it has some of the text %s", (_, claim) => {
    expect(variants(claim)).toEqual(["fr-CA"]);
  });

  test("is named once, and covers nothing", () => {
    expect(variants(inVariant("abc"), inVariant("bxy"), inVariant("ABC"))).toEqual(["fr-CA"]);
    expect(coverageOf(texts, [], [inVariant("abc")]).runs).toEqual([]);
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
  const priceOf = (one: ClaimedRun) =>
    coverageOf(about, [one], []).approved.map(({ price }) => price);
  const sharing = (count: number): Claim => {
    const [own, shared] = [claimed("xyz"), claimed("abc").prints.slice(0, count)];
    return { ...own, prints: [...own.prints.slice(count), ...shared] };
  };

  test.each([
    ["the same text", found(claimed("abc")), [9000]],
    ["a part of it", found(claimed("abc", part(1))), [9000]],
    [
      "a preview of it",
      found(claimed("abc", { task: { kind: "preview", slice: opening(100), price: 100 } })),
      [100],
    ],
    ["the same text, whose paragraphs are all too short", found(printless("abc")), [9000]],
    ["an edited text", found(claimed("ABC")), [9000]],
    ["a text that shares a fifth of its paragraphs", found(sharing(3)), [9000]],
    ["a longer text that has an edited chapter of it", found(claimed("Axyzvw")), [18_000]],
    ["its book, whatever of it", found(ofBook), [9000]],
    [
      "its book, with a paragraph that both share",
      found({ ...sharing(1), book: ofBook.book }),
      [9000],
    ],
  ])("counts %s", (_, one, prices) => {
    expect(priceOf(one)).toEqual(prices);
  });

  test.each([
    ["another text that shares a paragraph by chance", sharing(1)],
    ["another text whose paragraphs are all too short", printless("xyz")],
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
