import { medianOf } from "#domain/delivery/align.ts";
import { hasWords } from "#domain/delivery/lines.ts";
import { createForbiddenCheck } from "#domain/glossary/forbidden.ts";
import { createTermCheck, folded } from "#domain/glossary/term-counts.ts";
import type { Glossary, Stretch } from "#domain/partner.ts";

import type { Bilingual, Doubt, Row } from "./bilingual.ts";

/** A paragraph to look at; `row` is its index in the text. */
export type Suspect = { readonly row: number; readonly doubts: readonly Doubt[] };

/**
 * Finds the paragraphs that a reviewer should look at first: those that the partner named, then the
 * likeliest faults. It compares lengths, repetitions, scripts, numbers and the run's terms; it finds no fault within a
 * sentence.
 */
export function findSuspects(
  rows: readonly Row[],
  {
    glossary,
    forbidden,
    gaps = { untranslated: [], doubtful: [] },
  }: Partial<Pick<Bilingual, "gaps">> & Pick<Bilingual, "glossary" | "forbidden">,
): readonly Suspect[] {
  const untranslated = rowsIn(rows, gaps.untranslated);
  const doubtful = rowsIn(rows, gaps.doubtful);
  const rankOf = ({ row }: Suspect) => (untranslated.has(row) ? 2 : Number(doubtful.has(row)));
  const looks = [
    lookAtLengths(rows),
    lookAtRepetitions(rows),
    lookAtScripts(rows),
    lookAtNumbers,
    lookAtTerms(glossary),
    lookAtForbidden(forbidden),
  ];
  return rows
    .map((pair, row): Suspect => {
      const gapDoubts: readonly Doubt[] = [
        ...(untranslated.has(row) ? [{ why: "untranslated" } as const] : []),
        ...(doubtful.has(row) ? [{ why: "doubtful" } as const] : []),
      ];
      const textDoubts = looks.flatMap((look) => look(pair));
      const doubts = [
        ...gapDoubts,
        ...textDoubts.filter(({ why }) => gapDoubts.every((one) => one.why !== why)),
      ];
      return { row, doubts: pair.target === "" ? [{ why: "missing" }] : doubts };
    })
    .filter(({ doubts }) => doubts.length > 0)
    .toSorted(
      (one, other) =>
        rankOf(other) - rankOf(one) || weightOf(other) - weightOf(one) || one.row - other.row,
    );
}

function rowsIn(rows: readonly Row[], stretches: readonly Stretch[]): ReadonlySet<number> {
  let paragraph = 0;
  return new Set(
    rows.flatMap(({ source }, row) => {
      const [first, count] = [paragraph + 1, source.split("\n").filter(hasWords).length];
      paragraph += count;
      const isNamed = stretches.some(({ from, to }) => from <= paragraph && to >= first);
      return count > 0 && isNamed ? [row] : [];
    }),
  );
}

/** Puts doubts into words, one on each line. */
export function remarkOf(doubts: readonly Doubt[], remarks: Bilingual["remarks"]): string {
  return doubts
    .map(({ why, words = [] }) => remarks[why].replace("{0}", () => words.join(", ")))
    .join("\n");
}

type Check = (row: Row) => readonly Doubt[];

function weightOf({ doubts }: Suspect): number {
  return doubts.reduce((sum, { why }) => sum + weights[why], 0);
}

const weights = {
  missing: 8,
  untranslated: 5,
  doubtful: 5,
  repeated: 5,
  length: 4,
  numbers: 2,
  forbidden: 2,
  terms: 1,
};

/** Growth varies from paragraph to paragraph; a paragraph far from the usual growth is suspect. */
function lookAtLengths(rows: readonly Row[]): Check {
  const growth = ({ source, target }: Row) =>
    Math.log((target.length + damping) / (source.length + damping));
  const all = rows.filter(({ target }) => target !== "").map(growth);
  const usual = medianOf(all) ?? 0;
  const spread = Math.max(leastSpread, medianOf(all.map((one) => Math.abs(one - usual))) ?? 0);
  return (row) => (Math.abs(growth(row) - usual) < farOff * spread ? [] : [{ why: "length" }]);
}

function lookAtRepetitions(rows: readonly Row[]): Check {
  const sources = new Map<string, Set<string>>();
  for (const { source, target } of rows) {
    if (target.length < longText) continue;
    sources.set(target, (sources.get(target) ?? new Set()).add(source));
  }
  return ({ target }) => ((sources.get(target)?.size ?? 0) > 1 ? [{ why: "repeated" }] : []);
}

/** Finds text left as it was, or much of the source's script in a translation with another one. */
function lookAtScripts(rows: readonly Row[]): Check {
  const from = scriptOf(rows.map(({ source }) => source));
  const to = scriptOf(rows.map(({ target }) => target));
  const isOther = from !== undefined && to !== undefined && from !== to;
  return ({ source, target }) => {
    const isSame = source === target && target.length >= longText;
    const remainder = isOther ? (target.match(from)?.length ?? 0) : 0;
    return isSame || remainder > mostLeft * target.length ? [{ why: "untranslated" }] : [];
  };
}

function scriptOf(texts: readonly string[]): RegExp | undefined {
  const sample = texts.slice(0, sampled).join(" ");
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  return scripts.find((script) => 2 * (sample.match(script)?.length ?? 0) > letters);
}

const scripts = [
  ...["Latin", "Cyrillic", "Greek", "Arabic", "Hebrew", "Devanagari", "Thai", "Hangul"].map(
    (name) => new RegExp(`\\p{Script=${name}}`, "gu"),
  ),
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
];

/** Finds missing numbers. Numbers of one digit are often written out, so they are not compared. */
function lookAtNumbers({ source, target }: Row): readonly Doubt[] {
  const there = new Set(numbersIn(target));
  const words = [...new Set(numbersIn(source))].filter((number) => !there.has(number));
  return words.length === 0 ? [] : [{ why: "numbers", words }];
}

/** Numbers of two or more digits, without the separators between thousands. */
function numbersIn(text: string): readonly string[] {
  const numbers = text.normalize("NFKC").match(/\d(?:[.,’' ]?\d)+/gu) ?? [];
  return numbers.map((number) => number.replaceAll(/\D/gu, ""));
}

function lookAtTerms(glossary: Glossary): Check {
  const terms = Object.entries(glossary);
  return ({ source, target }) => {
    const likely = terms.filter(([term]) => source.includes(term));
    if (likely.length === 0) return [];
    const check = createTermCheck(Object.fromEntries(likely));
    check.source(source);
    check.result(target);
    const { missing: words } = check.end();
    return words.length === 0 ? [] : [{ why: "terms", words }];
  };
}

function lookAtForbidden(forbidden: readonly string[]): Check {
  return ({ target }) => {
    const text = folded(target);
    const likely = forbidden.filter((term) => text.includes(folded(term)));
    if (likely.length === 0) return [];
    const check = createForbiddenCheck(likely);
    check.add(target);
    const words = check.end();
    return words.length === 0 ? [] : [{ why: "forbidden", words }];
  };
}

/** Added to each length, so that a word more or less in a short paragraph does not count. */
const damping = 24;
const leastSpread = 0.08;
/** In spreads. Not one of 1,000 usual paragraphs is this far off. */
const farOff = 6;
const longText = 60;
const mostLeft = 0.2;
const sampled = 200;
