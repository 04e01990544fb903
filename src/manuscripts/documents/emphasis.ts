import { emphasisSigns } from "../../core/text-names.ts";
import { type Block, type Emphasis, type Piece, textOf } from "./paragraph.ts";

/**
 * Returns the paragraph with signs around its emphasised runs, so that a translation can show where
 * they are. The first look in a paragraph has one sign, the second two, all others three; runs keep
 * their order. Emphasis that a whole paragraph shares has no signs.
 * The sign is one that the paragraph does not contain. A paragraph that contains both is sent
 * without signs.
 */
export function withSigns(block: Block): Block {
  const runs = runsIn(block.pieces);
  if (runs.length === 0) return block;
  const sign = Array.from(emphasisSigns).find((one) => !block.text.includes(one)) ?? "";
  const bare = { ...block, emphasis: { runs: runs.length, sign: "" } };
  if (sign === "") return bare;
  const looks = [...new Set(runs.map(({ look }) => look))];
  const pieces: Piece[] = [];
  let next = 0;
  for (const { first, last, look, at } of runs) {
    const text = sign.repeat(Math.min(mostSigns, looks.indexOf(look) + 1));
    const beside = (kind: "opens" | "closes", place: number): Piece => {
      return { kind, text, at: { start: place, end: place }, look: undefined };
    };
    pieces.push(...block.pieces.slice(next, first), beside("opens", at.start));
    pieces.push(...block.pieces.slice(first, last + 1), beside("closes", at.end));
    next = last + 1;
  }
  pieces.push(...block.pieces.slice(next));
  const text = textOf(pieces, block.blanks);
  // A combining accent after a sign would attach to it.
  if (/[*_][\p{M}\u1160-\u11FF]/u.test(text)) return bare;
  return { ...bare, text, pieces, emphasis: { runs: runs.length, sign } };
}

/** Returns a text without the signs of its paragraph. */
export function withoutSigns({ emphasis }: Pick<Block, "emphasis">, text: string): string {
  if (emphasis === undefined || emphasis.sign === "") return text;
  return text.replaceAll(emphasis.sign, "").replaceAll(/ {2,}/gu, " ");
}

const mostSigns = 3;

/** Pieces from `first` to `last`, and the place of the element around them. */
type Run = {
  readonly first: number;
  readonly last: number;
  readonly look: string;
  readonly at: { readonly start: number; readonly end: number };
};

/** Returns the runs of one look that contain words. Notes and line breaks do not end a run. */
function runsIn(pieces: readonly Piece[]): readonly Run[] {
  if (!pieces.some(({ emphasis = [] }) => emphasis.some(({ key }) => key !== ""))) return [];
  const inked = pieces.filter(({ kind, text }) => kind === "text" && /[^ \t\r\n\f]/u.test(text));
  const shared = sharedBy(inked.map(({ emphasis = [] }) => emphasis));
  const runs: Run[] = [];
  let open: (Run & { readonly words: string }) | undefined;
  const close = (next: string): void => {
    const isDropCap = /^\p{L}$/u.test(open?.words ?? "") && /^\p{L}/u.test(next);
    if (open !== undefined && /[\p{L}\p{N}]/u.test(open.words) && !isDropCap) runs.push(open);
    open = undefined;
  };
  for (const [index, { kind, text, emphasis = [] }] of pieces.entries()) {
    if (kind !== "text") continue;
    const own = emphasis.slice(shared);
    const look = own.map(({ key }) => key).join("");
    const { start, end } = own[0]?.at ?? {};
    if (look !== open?.look) close(text);
    if (look === "" || start === undefined || end === undefined) continue;
    open = { first: index, at: { start, end }, words: "", ...open, look, last: index };
    open = { ...open, at: { start: open.at.start, end }, words: open.words + text };
  }
  close("");
  return runs;
}

/** Returns how many of the outermost emphases all pieces share. */
function sharedBy(all: readonly (readonly Emphasis[])[]): number {
  const [first = [], ...others] = all;
  const differs = first.findIndex(
    ({ key }, depth) => !others.every((other) => other[depth]?.key === key),
  );
  return differs < 0 ? first.length : differs;
}
