import { toLines } from "#service/engines/pseudo.ts";

import { mostTokens } from "./prompt.ts";

/**
 * A text that is translated in one piece: a paragraph, or a part of a very long one. `lead` is the
 * text before it (blank lines, indents, ornaments), which is kept as it is.
 */
export type Unit = {
  /** The number of its paragraph, counted from 1. */
  readonly paragraph: number;
  readonly startsParagraph: boolean;
  readonly startsChapter: boolean;
  readonly lead: string;
  readonly text: string;
};

const hasWords = /[\p{L}\p{N}]/u;
const heading =
  /^(?:#{1,3}\s|第.{1,8}[章回話话卷部节節]|(?:chapter|part|book|prologue|epilogue|chapitre|kapitel|teil|capítulo|capitolo|глава|часть|rozdział|hoofdstuk)\b.{0,60}$|[ivxlc]{1,6}\.?$)/iu;

/**
 * Splits a text into paragraphs: lines with words in them, or blocks of lines where lines are
 * wrapped at a fixed width. `tail` returns the text after the last unit that was read.
 *
 * @param longest characters of a unit
 */
export function splitText(text: AsyncIterable<string>, longest: number) {
  let lead = "";
  const split = async function* (): AsyncGenerator<Unit> {
    let paragraph = 0;
    let isCut = false;
    for await (const line of paragraphs(text)) {
      const body = line.trim();
      const at = line.length - line.trimStart().length;
      if (!hasWords.test(body)) {
        lead += line;
        continue;
      }
      const startsLine = !isCut;
      if (startsLine) paragraph += 1;
      isCut = !line.endsWith("\n");
      lead += line.slice(0, at);
      const lines = body.split("\n").map((one) => one.trim());
      for (const [index, part] of parts(lines.join(" "), longest).entries()) {
        const startsParagraph = startsLine && index === 0;
        const startsChapter = startsParagraph && heading.test(body);
        const unit = { paragraph, startsParagraph, startsChapter };
        yield { ...unit, lead: lead + part.lead, text: part.text };
        lead = "";
      }
      lead = line.slice(at + body.length);
    }
  };
  return { units: split(), tail: () => lead };
}

/**
 * Returns a unit's translation with the text before it.
 *
 * @param space the separator of sentences in the target language
 */
export function placed({ lead, startsParagraph }: Unit, translation: string, space: string) {
  return (startsParagraph || lead !== "" ? lead : space) + translation;
}

/** The first characters show how a text is laid out. */
const evidence = 200_000;

async function* paragraphs(text: AsyncIterable<string>): AsyncGenerator<string> {
  const lines = toLines(text);
  const opening: string[] = [];
  for (let size = 0; size < evidence;) {
    const line = await lines.next();
    if (line.done === true) break;
    opening.push(line.value);
    size += line.value.length;
  }
  const all = async function* () {
    yield* opening;
    yield* lines;
  };
  yield* isWrapped(opening) ? wrappedBlocks(all()) : all();
}

const wrapWidth = { least: 45, most: 100 };

/**
 * True when most lines that another one follows end at about the same width, as in old plain-text
 * books.
 */
function isWrapped(lines: readonly string[]): boolean {
  const followed = lines.filter((line, index) => {
    return hasWords.test(line) && hasWords.test(lines[index + 1] ?? "");
  });
  const full = followed.filter((line) => {
    const { length } = line.trim();
    return length >= wrapWidth.least && length <= wrapWidth.most;
  });
  return followed.length >= 10 && full.length >= followed.length * 0.8;
}

async function* wrappedBlocks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let block = "";
  for await (const line of lines) {
    if (hasWords.test(line)) block += line;
    else {
      if (block !== "") yield block;
      yield line;
      block = "";
    }
  }
  if (block !== "") yield block;
}

type Part = { readonly lead: string; readonly text: string };

const cuts = [/^.*[.!?…。！？]["'”’»」』)]*(?=\s|(?<=[。！？」』]))/su, /^.*(?=\s)/su];

/** Cuts after sentences, otherwise at spaces, otherwise between any two characters. */
function parts(text: string, longest: number): readonly Part[] {
  const list: Part[] = [];
  let rest = text;
  let lead = "";
  while (rest.length > longest) {
    const opening = rest.slice(0, longest);
    const sizes = cuts.map((pattern) => pattern.exec(opening)?.[0].length ?? 0);
    const size = sizes.find((length) => length > 0) ?? wholeCharacters(opening);
    list.push({ lead, text: rest.slice(0, size) });
    const after = rest.slice(size);
    rest = after.trimStart();
    lead = after.slice(0, after.length - rest.length);
  }
  if (rest !== "") list.push({ lead, text: rest });
  return list;
}

function wholeCharacters(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return (last & 0xfc00) === 0xd800 ? text.length - 1 : text.length;
}

/** Units of one request; `from` is the index of the first one in the book. */
export type Chunk = { readonly from: number; readonly units: readonly Unit[] };

/** Consecutive chunks; different lanes may be worked on at once. */
export type Lane = readonly Chunk[];

const mostUnits = 40;
const longestLane = 10;

/**
 * Plans chunks of paragraphs within a budget. Each chapter begins a new lane, and a lane ends after
 * ten chunks.
 */
export async function* planLanes(units: AsyncIterable<Unit>, budget: number): AsyncGenerator<Lane> {
  let lane: Chunk[] = [];
  let chunk: Unit[] = [];
  let [from, tokens] = [0, 0];
  const close = (): void => {
    if (chunk.length > 0) lane.push({ from, units: chunk });
    from += chunk.length;
    [chunk, tokens] = [[], 0];
  };
  for await (const unit of units) {
    const more = mostTokens(unit.text);
    const isFull = tokens + more > budget || chunk.length === mostUnits;
    if (unit.startsChapter || isFull) close();
    if (lane.length > 0 && (unit.startsChapter || lane.length === longestLane)) {
      yield lane;
      lane = [];
    }
    chunk.push(unit);
    tokens += more;
  }
  close();
  if (lane.length > 0) yield lane;
}
