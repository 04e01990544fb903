import { namesIn } from "../src/domain/claim.ts";
import type { TextRead } from "../src/domain/context.ts";
import { createTextMeter } from "../src/manuscripts/text/read-manuscript.ts";
import { type Book, booksIn } from "./measure/books.ts";
import { type Novel, chances, madeNovels } from "./measure/novels.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { spreadOf } from "./measure/spread.ts";

export const names: Benchmark = {
  name: "names",
  about:
    "How well Galley recognises a changed copy of a text: the share of its fingerprints, in per cent, that the copy has, and how many chapters and whole texts match. The novels are generated in three scripts. `BOOKS=folder npm run bench -- names` uses the books of a folder, and compares documents with other copies of the same book (one name contains the other).",
  run: async () => {
    const folder = process.env["BOOKS"];
    const books = folder === undefined ? [] : await booksIn(folder);
    const novels =
      folder === undefined ? madeNovels() : books.filter(({ ending }) => ending === ".txt");
    return [...changes.map((change) => rowOf(change, novels)), sizeRow(novels), ...pairRows(books)];
  },
};

type Change = {
  readonly what: string;
  /** Makes the copy. The prints of the text are looked for in it; those of a slice are looked for in the text. */
  readonly made: (text: string, read: TextRead, all: readonly Novel[]) => string;
  readonly isSlice?: boolean;
  readonly goal?: Row["goal"];
};

const changes: readonly Change[] = [
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
  { what: "of a slice of 5 % alone", made: sliced, isSlice: true, goal: { atLeast: 95 } },
  {
    what: "in another book",
    made: (text, _, all) =>
      all[(all.findIndex((one) => one.text === text) + 1) % all.length]?.text ?? "",
    goal: { atMost: 1 },
  },
];

function rowOf({ what, made, isSlice, goal }: Change, novels: readonly Novel[]): Row {
  const kept = novels.map(({ text }) => {
    const read = readText(text);
    const copy = readText(made(text, read, novels));
    return isSlice === true ? found(copy, read) : found(read, copy);
  });
  const shares = kept.map(({ share }) => share);
  return {
    what: `prints found ${what}, in %`,
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

/** Compares two texts: the share of prints, the chapters and the whole of `one` found in `other`. */
function found(one: TextRead, other: TextRead): Found {
  const [here, there] = [one, other].map(({ names, manuscript }) => namesIn(names, manuscript));
  const prints = new Set(there?.prints);
  const chapters = new Set(there?.chapters.map(({ name }) => name));
  const all = here?.chapters ?? [];
  return {
    share:
      (100 * (here?.prints.filter((print) => prints.has(print)).length ?? 0)) /
      (here?.prints.length ?? 1),
    chapters: { same: all.filter(({ name }) => chapters.has(name)).length, all: all.length },
    isWhole: one.names.whole === other.names.whole,
  };
}

function sizeRow(novels: readonly Novel[]): Row {
  const sizes = novels.map(({ text }) => text.length / readText(text).names.prints.length);
  return { what: "characters for one print", ours: shown(sizes, ""), figure: spreadOf(sizes) };
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
      what: `prints of ${one.name}${one.ending} found in ${other.name}${other.ending}, in %`,
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
