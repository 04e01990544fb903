import { spansOf } from "../src/domain/exports/bilingual.ts";
import { typedTerms } from "../src/domain/glossary/term-review.ts";
import { readTerms } from "../src/manuscripts/documents/read-terms.ts";
import { createDocuments } from "../src/manuscripts/manuscripts.ts";
import { readManuscript } from "../src/manuscripts/text/read-manuscript.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf } from "./measure/spread.ts";

/** Inputs that once took seconds, each at a size and at four times that. */
export const hostile: Benchmark = {
  name: "hostile",
  isPicture: true,
  about:
    "Texts that are written to take long: the time for a million characters of four times as much, compared with the smaller text. Superlinear growth has a figure above 1.",
  run: async ({ rounds }) => {
    const rows: Row[] = [];
    for (const attack of attacks) rows.push(await rowOf(attack, Math.max(rounds, 5)));
    return rows;
  },
};

type Attack = {
  readonly what: string;
  /** Characters of the smaller text. */
  readonly size: number;
  readonly unit: string;
  readonly ends?: string;
  readonly read: (text: string) => unknown;
};

const attacks: readonly Attack[] = [
  {
    what: "a reply of blanks before a sign",
    size: 1000,
    unit: " ",
    ends: "=",
    read: (text) => typedTerms(`a${text}`),
  },
  {
    what: "a manuscript of blanks before a number",
    size: 2_000_000,
    unit: " ",
    ends: "1",
    read: (text) => readManuscript({ chunks: bytesOf(text), openings: [3000], preview: 3000 }),
  },
  {
    what: "a manuscript of lines that begin like headings",
    size: 2_000_000,
    unit: "Chapter One Hundred and \n",
    read: (text) => readManuscript({ chunks: bytesOf(text), openings: [3000], preview: 3000 }),
  },
  {
    what: "a page of line breaks between blanks",
    size: 1_000_000,
    unit: " \n\t ",
    read: (text) => readPage(Buffer.from(`<p>a${text}</p>`)),
  },
  {
    what: "a table of terms in JSON that has none",
    size: 1_000_000,
    unit: "1,",
    read: (text) => readTerms({ bytes: Buffer.from(`[${text}1]`), ending: ".json", target: "fr" }),
  },
  {
    what: "a table of terms in CSV with empty fields",
    size: 1_000_000,
    unit: "a,\n",
    read: (text) => readTerms({ bytes: Buffer.from(text), ending: ".csv", target: "fr" }),
  },
  { what: "a line of emphasis that never ends", size: 1_000_000, unit: "*a ", read: spansOf },
];

async function rowOf({ what, size, unit, ends = "", read }: Attack, rounds: number): Promise<Row> {
  const timed = (times: number) => {
    const text = unit.repeat(Math.ceil((times * size) / unit.length)) + ends;
    return async () => {
      const from = performance.now();
      // A refusal counts as an answer.
      await (async () => read(text))().catch(() => undefined);
      return (1_000_000 * (performance.now() - from)) / text.length;
    };
  };
  const sizes = { small: timed(1), large: timed(4) };
  await inTurns(2, sizes);
  const { small, large } = await inTurns(rounds, sizes);
  return {
    what,
    ours: shown(large, "ms"),
    beside: shown(small, "ms"),
    figure: ratioOf(large, small),
    goal: { atMost: 1.5 },
  };
}

async function readPage(bytes: Buffer): Promise<void> {
  const documents = createDocuments({ tick: () => performance.now() });
  const { text } = documents.open({ chunks: bytesOf(bytes), size: bytes.length, format: "html" });
  for await (const piece of text) void piece;
}

async function* bytesOf(text: string | Buffer): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += 64 * 1024) {
    yield bytes.subarray(from, from + 64 * 1024);
  }
}
