import { createHash } from "node:crypto";

import { countCharacters } from "../src/manuscripts/text/count.ts";
import { readManuscript } from "../src/manuscripts/text/read-manuscript.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf, spreadOf } from "./measure/spread.ts";

export const counting: Benchmark = {
  name: "counting",
  isPicture: true,
  about: "Counting code points of UTF-8 in pieces of 64 kB, compared with TextDecoder and a loop.",
  run: async ({ rounds }) => {
    const rows: Row[] = [];
    for (const [language, sentence] of Object.entries(sentences)) {
      rows.push(await compare(language, sentence, rounds));
    }
    for (const [kind, paragraph] of Object.entries(paragraphs)) {
      rows.push(await compareReading(kind, paragraph, rounds));
    }
    return rows;
  },
};

const sentences = {
  English: "Marlow Finch walked down to the harbour; nobody knew why.\n",
  Chinese: "芬奇走到港口。灯塔之家在水面上显得很暗，没有人知道为什么。\n",
  Korean: "말로 핀치는 항구로 걸어 내려갔다. 등불의 집은 물 위에 어둡게 서 있었다.\n",
  "a mixture with emoji": "Ilse 🙂 lachte: “芬奇, 핀치, naïve!” 🎉🎉 сказала она.\n",
};

const paragraphs = {
  prose: `${"Marlow Finch walked down to the harbour; nobody knew why. ".repeat(10)}\n\n`,
  "dialogue in short lines":
    "“Did you see the lamp?”\n“I saw the water, and the house.”\n“Then go.”\n",
};

async function compareReading(kind: string, paragraph: string, rounds: number): Promise<Row> {
  const piece = Buffer.from(paragraph.repeat(Math.floor((64 * 1024) / paragraph.length)));
  const reading = { openings: [3000], preview: 3000 };
  const read = () =>
    megabytesPerSecond(piece, () => readManuscript({ chunks: all(piece), ...reading }));
  const hash = () =>
    megabytesPerSecond(piece, async () => {
      const sha = createHash("sha256");
      for await (const one of all(piece)) sha.update(one);
      return sha.digest();
    });
  await inTurns(1, { read, hash });
  const found = await inTurns(Math.max(rounds, 5), { read, hash });
  return {
    what: `the whole pass, ${kind}`,
    ours: shown(found.read, "MB/s"),
    beside: shown(found.hash, "MB/s"),
    figure: ratioOf(found.read, found.hash),
  };
}

async function compare(language: string, sentence: string, rounds: number): Promise<Row> {
  const one = Buffer.from(sentence);
  const piece = Buffer.concat(
    Array.from({ length: Math.floor((64 * 1024) / one.length) }, () => one),
  );
  check(countCharacters(piece), byDecoder(piece));
  const speed = (count: (piece: Uint8Array) => number) => () =>
    megabytesPerSecond(piece, () => {
      let counted = 0;
      for (let n = 0; n < pieces; n += 1) counted += count(piece);
      if (counted === 0) throw new Error("nothing was counted");
    });
  const variants = { ours: speed(countCharacters), decoder: speed(byDecoder) };
  await inTurns(1, variants);
  const { ours, decoder } = await inTurns(Math.max(rounds, 5), variants);
  return {
    what: `counting in MB/s, ${language}`,
    ours: shown(ours, "MB/s"),
    beside: shown(decoder, "MB/s"),
    figure: spreadOf(ours),
    goal: { atLeast: 2000 },
  };
}

function check(ours: number, theirs: number): void {
  if (ours !== theirs) throw new Error(`counted ${ours} and ${theirs} characters of the same text`);
}

async function megabytesPerSecond(piece: Buffer, run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (piece.length * pieces) / (user + system);
}

async function* all(piece: Buffer): AsyncGenerator<Buffer> {
  for (let n = 0; n < pieces; n += 1) yield piece;
}

function byDecoder(piece: Uint8Array): number {
  const text = new TextDecoder().decode(piece);
  let surrogates = 0;
  for (let n = 0; n < text.length; n += 1) {
    if ((text.charCodeAt(n) & 0xfc00) === 0xd800) surrogates += 1;
  }
  return text.length - surrogates;
}

/** 64 MB in all. */
const pieces = 1000;
