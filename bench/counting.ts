import { countCharacters } from "../src/manuscripts/count.ts";
import { inTurns } from "./measure/rounds.ts";
import { type Benchmark, type Row, shown } from "./measure/row.ts";
import { ratioOf } from "./measure/spread.ts";

export const counting: Benchmark = {
  name: "counting",
  about:
    "Code points of UTF-8 in pieces of 64 kB: our count of bytes four at a time, beside a TextDecoder and a loop over what it gives that takes surrogate pairs for one. The whole pass that reads a manuscript took 570–690 MB/s of prose and 300–330 of dialogue in short lines on a busy machine: in its profile SHA-256, which alone does 1,760, is a third of prose and a quarter of dialogue, looking at lines for headings a sixth and a half, counting an eighth and less.",
  run: async ({ rounds }) => {
    const rows: Row[] = [];
    for (const [language, sentence] of Object.entries(sentences)) {
      rows.push(await compare(language, sentence, rounds));
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

async function compare(language: string, sentence: string, rounds: number): Promise<Row> {
  const one = Buffer.from(sentence);
  const piece = Buffer.concat(
    Array.from({ length: Math.floor((64 * 1024) / one.length) }, () => one),
  );
  check(countCharacters(piece), byDecoder(piece));
  const speed = (count: (piece: Uint8Array) => number) => () => megabytesPerSecond(count, piece);
  const variants = { ours: speed(countCharacters), decoder: speed(byDecoder) };
  await inTurns(1, variants);
  const { ours, decoder } = await inTurns(Math.max(rounds, 5), variants);
  return {
    what: `how many times as fast, ${language}`,
    ours: shown(ours, "MB/s"),
    beside: shown(decoder, "MB/s"),
    figure: ratioOf(ours, decoder),
    goal: { atLeast: 4 },
  };
}

function check(ours: number, theirs: number): void {
  if (ours !== theirs) throw new Error(`counted ${ours} and ${theirs} characters of the same text`);
}

function megabytesPerSecond(count: (piece: Uint8Array) => number, piece: Uint8Array): number {
  const before = process.cpuUsage();
  let counted = 0;
  for (let n = 0; n < pieces; n += 1) counted += count(piece);
  if (counted === 0) throw new Error("nothing was counted");
  const { user, system } = process.cpuUsage(before);
  return (piece.length * pieces) / (user + system);
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
