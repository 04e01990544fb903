import { namesIn } from "../src/domain/claim.ts";
import type { TextRead } from "../src/domain/context.ts";
import { createComparison, fingerprintsIn } from "../src/domain/fingerprints.ts";
import { lengthOf, wholeOf } from "../src/domain/slice.ts";
import { createTextMeter } from "../src/manuscripts/text/read-manuscript.ts";
import { type Book, booksIn } from "./measure/books.ts";
import { type Novel, chances, madeNovels } from "./measure/novels.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { spreadOf } from "./measure/spread.ts";

export const identity: Benchmark = {
  name: "identity",
  isPicture: true,
  about:
    "How well Galley recognises a changed copy of a text that was bought: the share of the copy, in per cent of its characters, that it takes for bought, and how many chapters and whole texts have the same letters. Then the bytes that a claim keeps, and a look-up of a novel in 1,000 claims. The novels are generated in three scripts. `BOOKS=folder npm run bench -- identity` uses the books of a folder, and compares documents with other copies of the same book (one name contains the other).",
  run: async () => {
    const folder = process.env["BOOKS"];
    const books = folder === undefined ? [] : await booksIn(folder);
    const novels =
      folder === undefined ? madeNovels() : books.filter(({ ending }) => ending === ".txt");
    return [
      ...changes.map((change) => rowOf(change, novels)),
      sizeRow(novels),
      lookUpRow(novels),
      ...pairRows(books),
    ];
  },
};

type Change = {
  readonly what: string;
  /** Makes the copy. */
  readonly made: (text: string, read: TextRead, all: readonly Novel[]) => string;
  readonly goal?: Row["goal"];
};

const changes: readonly Change[] = [
  {
    what: "after other quotes, apostrophes and dashes",
    made: (text) =>
      text
        .replaceAll(/["“”«»]/gu, "“")
        .replaceAll(/['’]/gu, "’")
        .replaceAll(/--|—/gu, " – "),
    goal: { atLeast: 100 },
  },
  {
    what: "without punctuation",
    made: (text) => text.replaceAll(/\p{P}/gu, ""),
    goal: { atLeast: 100 },
  },
  { what: "in capitals", made: (text) => text.toUpperCase(), goal: { atLeast: 100 } },
  { what: "after one wrong letter in 1,000", made: (text) => misread(text, 1000) },
  { what: "after one wrong letter in 100", made: (text) => misread(text, 100) },
  { what: "after ten edited sentences", made: (text) => edited(text, 10), goal: { atLeast: 95 } },
  {
    what: "after an edited sentence in every 2,000 characters",
    made: (text) => edited(text, Math.ceil(text.length / 2000)),
  },
  {
    what: "after another division: no heading is left",
    made: withoutHeadings,
    goal: { atLeast: 95 },
  },
  {
    what: "after other lines: wrapped at 72, Windows line ends",
    made: (text) => wrapped(text).replaceAll("\n", "\r\n"),
    goal: { atLeast: 100 },
  },
  {
    what: "after no lines: one for each chapter",
    made: (text, read) =>
      pieces(text, read)
        .map((one) => one.replaceAll(/(?<=\n\n.*)\n+/gu, " "))
        .join("\n\n"),
  },
  { what: "after NFD", made: (text) => text.normalize("NFD"), goal: { atLeast: 100 } },
  { what: "of a slice of 5 % alone", made: sliced, goal: { atLeast: 95 } },
  {
    what: "in another book",
    made: (text, _, all) =>
      all[(all.findIndex((one) => one.text === text) + 1) % all.length]?.text ?? "",
    goal: { atMost: 1 },
  },
];

function rowOf({ what, made, goal }: Change, novels: readonly Novel[]): Row {
  const kept = novels.map(({ text }) => {
    const read = readText(text);
    return found(readText(made(text, read, novels)), read);
  });
  const shares = kept.map(({ share }) => share);
  return {
    what: `known ${what}, in %`,
    ours: shown(shares, "%"),
    beside: besideOf(kept),
    figure: spreadOf(shares),
    ...(goal !== undefined && { goal }),
  };
}

function besideOf(kept: readonly Found[]): string {
  const sum = (of: (one: Found) => number) => kept.reduce((so, one) => so + of(one), 0);
  const chapters = `chapters ${sum(({ chapters }) => chapters.same)} of ${sum(({ chapters }) => chapters.all)}`;
  return `${chapters}, wholes ${sum(({ isWhole }) => Number(isWhole))} of ${kept.length}`;
}

type Found = {
  readonly share: number;
  readonly chapters: { readonly same: number; readonly all: number };
  readonly isWhole: boolean;
};

/** Compares two texts: what of `one` is taken for bought when `other` was. */
function found(one: TextRead, other: TextRead): Found {
  const [here, there] = [one, other].map(({ names, manuscript }) => namesIn(names, manuscript));
  const { characters } = one.manuscript;
  const { fingerprints } = one.names;
  const claim = there?.fingerprints;
  const known = fingerprints && claim ? createComparison(fingerprints, characters)(claim) : [];
  const chapters = new Set(there?.chapters.map(({ name }) => name));
  const all = here?.chapters ?? [];
  return {
    share: (100 * lengthOf(known)) / characters,
    chapters: { same: all.filter(({ name }) => chapters.has(name)).length, all: all.length },
    isWhole: one.names.whole === other.names.whole,
  };
}

function sizeRow(novels: readonly Novel[]): Row {
  const sizes = novels.map(({ text }) => {
    const { manuscript } = readText(text);
    return (100_000 * (claimOf(text)?.list.length ?? 0)) / manuscript.characters / 1000;
  });
  return {
    what: "kept for a claim of 100,000 characters, in kB",
    ours: shown(sizes, " kB"),
    figure: spreadOf(sizes),
    goal: { atMost: 12 },
  };
}

function claimOf(text: string) {
  const { manuscript, names } = readText(text);
  return names.fingerprints && fingerprintsIn(names.fingerprints, wholeOf(manuscript));
}

/** The first novel is looked for in 1,000 claims of others. */
function lookUpRow(novels: readonly Novel[]): Row {
  const { manuscript, names } = readText(novels[0]?.text ?? "");
  const claims = novels.slice(1).flatMap(({ text }) => claimOf(text) ?? []);
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    const compare =
      names.fingerprints && createComparison(names.fingerprints, manuscript.characters);
    for (let index = 0; index < 1000; index += 1) {
      const claim = claims[index % claims.length];
      if (claim !== undefined) compare?.(claim);
    }
    return performance.now() - began;
  });
  return {
    what: "a novel compared with 1,000 claims, in ms",
    ours: shown(times, " ms"),
    figure: spreadOf(times),
  };
}

function pairRows(books: readonly Book[]): readonly Row[] {
  const pairs = books.flatMap((one) =>
    books
      .filter((other) => other !== one && other.ending !== one.ending && isSameBook(one, other))
      .map((other) => ({ one, other })),
  );
  return pairs.map(({ one, other }) => {
    const kept = found(one.read, other.read);
    return {
      what: `of ${one.name}${one.ending} known when ${other.name}${other.ending} was bought, in %`,
      ours: shown([kept.share], "%"),
      beside: besideOf([kept]),
      figure: spreadOf([kept.share]),
    };
  });
}

function isSameBook({ name }: Book, { name: other }: Book): boolean {
  return name.includes(other) || other.includes(name);
}

function readText(text: string): TextRead {
  const meter = createTextMeter({ openings: [] });
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length;) {
    let to = Math.min(bytes.length, from + 256 * 1024);
    while (to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80) to += 1;
    meter.add(bytes.subarray(from, to));
    from = to;
  }
  const { manuscript, names } = meter.close();
  const file = { encoding: "utf-8" } as const;
  return { manuscript: { ...file, ...manuscript }, names };
}

/** Adds two letters before the end of this many sentences. */
function edited(text: string, count: number): string {
  const chance = chances(text.length);
  const ends = Array.from(text.matchAll(/[.!?。！？…]/gu), ({ index }) => index);
  const places = Array.from({ length: count }, () => ends[Math.floor(ends.length * chance())] ?? 0);
  return places
    .toSorted((one, other) => other - one)
    .reduce((so, place) => `${so.slice(0, place)}xy${so.slice(place)}`, text);
}

/** Replaces one letter in `distance`. */
function misread(text: string, distance: number): string {
  const chance = chances(text.length);
  return text.replaceAll(/\p{L}/gu, (letter) => (chance() * distance < 1 ? "x" : letter));
}

function pieces(text: string, { manuscript }: TextRead): readonly string[] {
  const characters = Array.from(text);
  if (manuscript.chapters.length === 0) return [text];
  return manuscript.chapters.map((one) =>
    characters.slice(one.start, one.start + one.characters).join(""),
  );
}

function withoutHeadings(text: string, read: TextRead): string {
  return pieces(text, read)
    .map((one) => one.replace(/^\s*\S.*\n/u, ""))
    .join("");
}

/** Wraps lines at 60 to 72 characters. Blank lines part the paragraphs, as in old plain texts. */
function wrapped(text: string): string {
  return text
    .split(/\n+/u)
    .map((line) => line.replaceAll(/(?<line>.{60,72}) /gu, "$<line>\n"))
    .join("\n\n");
}

function sliced(text: string): string {
  const from = text.indexOf("\n", Math.floor(text.length * 0.4)) + 1;
  return text.slice(from, from + Math.floor(text.length / 20));
}
