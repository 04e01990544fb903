import type { Paragraph } from "../../../core/lines.ts";

/** The features that identify a paragraph: its length, and the numbers in it. */
export type Measured = Pick<Paragraph, "characters" | "numbers">;

/** Neighbouring paragraphs of the source and their translation; one side is 0 where it lacks them. */
export type Group = { readonly source: number; readonly result: number };

/**
 * Aligns the paragraphs of a text with those of its translation by their lengths and numbers, after
 * Gale and Church, “A Program for Aligning Sentences in Bilingual Corpora” (1993). Long ones become
 * long ones, up to six may have been joined or divided, and a stretch of them may have been left out.
 * Returns all paragraphs of both in order; undefined when the two texts do not match at all. Yields now
 * and then, so that other work can run.
 */
export function* align(
  source: readonly Measured[],
  result: readonly Measured[],
): Generator<void, readonly Group[] | undefined> {
  const isLonger = source.length >= result.length;
  const [long, short] = isLonger ? [source, result] : [result, source];
  const { usual, spread } = growthOf(long, short);
  const isSure = spread < sureSpread;
  const steps = yield* cheapest(
    { long, short, source: isLonger ? "long" : "short" },
    isSure ? Math.exp(usual) : undefined,
  );
  if (isApart(steps.cost, long.length)) return undefined;
  // The less the lengths agree, the longer a missing stretch has to be to differ from joined ones.
  const least = isSure ? 1 + Math.floor((4 * steps.cost) / long.length) : leastLoose;
  return withoutDoubt(
    steps.taken.map(({ rows, columns }) =>
      isLonger ? { source: rows, result: columns } : { source: columns, result: rows },
    ),
    least,
  );
}

/** Joins a run of fewer than `least` one-sided groups to the group before it. */
function withoutDoubt(groups: readonly Group[], least: number): readonly Group[] {
  const settled: Group[] = [];
  let lone: Group[] = [];
  const settle = (): void => {
    const last = lone.length < least ? settled.pop() : undefined;
    if (last === undefined) settled.push(...lone);
    else settled.push([last, ...lone].reduce(together));
    lone = [];
  };
  for (const one of groups) {
    const isLone = one.source === 0 || one.result === 0;
    if (isLone) lone.push(one);
    else {
      settle();
      settled.push(one);
    }
  }
  settle();
  return settled;
}

function together(one: Group, other: Group): Group {
  return { source: one.source + other.source, result: one.result + other.result };
}

/**
 * Finds the cheapest alignment. `known`: characters of `short` for each of `long`; undefined when the
 * lengths do not tell.
 */
function* cheapest(texts: Omit<Texts, "growth">, known: number | undefined): Generator<void, Path> {
  const { long, short } = texts;
  const [all, left] = [sum(long), sum(short)];
  const lacking = long.length - short.length;
  // If a stretch is left out, average paragraphs show how a text grows; if none is, the whole texts do.
  const usual = known ?? left / Math.max(1, short.length) / Math.max(1, all / long.length);
  const torn = { ...texts, growth: usual };
  const gap = gapOf(torn);
  let found = yield* walk(torn, (i) => (i < gap ? i : Math.max(gap, i - lacking)));
  if (lacking >= reach / 4 && known === undefined) {
    const whole = { ...texts, growth: left / Math.max(1, all) };
    const even = yield* walk(whole, (i) => Math.round((i * short.length) / long.length));
    if (even.cost <= found.cost) found = even;
  }
  if (!isApart(found.cost, long.length)) return found;
  const broken = yield* walk(torn, alongCharacters(torn));
  return broken.cost < found.cost ? broken : found;
}

/**
 * Counts characters alone: they show the position even where paragraphs were joined and divided before
 * the text breaks off.
 */
function alongCharacters({ long, short, growth }: Texts): Middle {
  const [expected, written] = [running(long, growth), running(short, 1)];
  const middles = new Int32Array(long.length + 1);
  let column = 0;
  for (const row of middles.keys()) {
    while (column < short.length && (written[column] ?? 0) < (expected[row] ?? 0)) column += 1;
    middles[row] = column;
  }
  return (row) => middles[row] ?? 0;
}

/**
 * Returns true when the misfit is too large for a translation. The free cost lets a short text lack a
 * stretch as well.
 */
function isApart(cost: number, paragraphs: number): boolean {
  return cost > worstCost * paragraphs + freeCost;
}

type Texts = {
  readonly long: readonly Measured[];
  readonly short: readonly Measured[];
  readonly source: "long" | "short";
  /** Characters of `short` for each of `long`. */
  readonly growth: number;
};

/** Returns the first paragraph that the shorter text lacks, if all that it lacks is in one place. */
function gapOf({ long, short, growth }: Texts): number {
  const lacking = long.length - short.length;
  const fit = (i: number, j: number) =>
    misfit(growth * (long[i]?.characters ?? 0), short[j]?.characters ?? 0);
  let cost = short.reduce((total, _, j) => total + fit(j + lacking, j), 0);
  let best = { at: 0, cost };
  for (let j = 0; j < short.length; j += 1) {
    cost += fit(j, j) - fit(j + lacking, j);
    if (cost < best.cost) best = { at: j + 1, cost };
  }
  return best.at;
}

/** Paragraphs of `long` and of `short` that go together. */
type Step = { readonly rows: number; readonly columns: number };

/** `cost`: the total misfit. */
type Path = { readonly cost: number; readonly taken: readonly Step[] };

/** The column of each row near which the path is searched. */
type Middle = (row: number) => number;

/** Finds the cheapest path from both beginnings to both ends. */
function* walk(texts: Texts, middle: Middle): Generator<void, Path> {
  const { long, short } = texts;
  const cells = createCells(long.length, middle);
  const fill = createFilling(texts, cells);
  for (let i = 0; i <= long.length; i += 1) {
    cells.begin(i);
    const last = Math.min(short.length, middle(i) + reach);
    for (let j = Math.max(0, middle(i) - reach); j <= last; j += 1) fill(i, j);
    if (i % rowsAtOnce === 0) yield;
  }
  const cost = cells.cost("any", long.length, short.length);
  return { cost, taken: wayBack(cells, long.length, short.length) };
}

/** Computes the least cost of a path to a cell from the cells before it. */
function createFilling({ long, short, source, growth }: Texts, cells: Cells) {
  const expected = running(long, growth);
  const written = running(short, 1);
  const [ofLong, ofShort] = source === "long" ? [leftOut, putIn] : [putIn, leftOut];
  return (i: number, j: number): void => {
    const [beginDown, goDown] = [
      cells.cost("any", i - 1, j) + toLeave,
      cells.cost("down", i - 1, j),
    ];
    const [beginRight, goRight] = [
      cells.cost("any", i, j - 1) + toLeave,
      cells.cost("right", i, j - 1),
    ];
    const bonus = i === long.length && j === short.length ? brokenOff : 0;
    const down = Math.min(beginDown, goDown) + ofLong - bonus;
    const right = Math.min(beginRight, goRight) + ofShort - bonus;
    let [any, step] = i + j === 0 ? [0, 0] : down < right ? [down, stepDown] : [right, stepRight];
    for (let index = 0; index < joints.length; index += 1) {
      const { rows, columns, price } = joints[index] ?? oneToOne;
      const isOne = rows === columns;
      const before =
        cells.cost("any", i - rows, j - columns) +
        price +
        (isOne ? anchor(long[i - 1]?.numbers, short[j - 1]?.numbers) : 0);
      if (before >= any) continue;
      const was = (expected[i] ?? 0) - (expected[i - rows] ?? 0);
      const cost = before + misfit(was, (written[j] ?? 0) - (written[j - columns] ?? 0));
      if (cost < any) [any, step] = [cost, index];
    }
    const isGoing = (goDown < beginDown ? goingDown : 0) | (goRight < beginRight ? goingRight : 0);
    cells.put(i, j, { any, down, right, step: step | isGoing });
  };
}

type Cells = ReturnType<typeof createCells>;

/** Keeps the costs of the last rows alone, and for every cell the step that leads there. */
function createCells(rows: number, middle: Middle) {
  const width = 2 * reach + 1;
  const kept = mostJoined + 1;
  const row = () => new Float64Array(kept * width);
  const costs = { any: row(), down: row(), right: row() };
  const steps = new Uint8Array((rows + 1) * width);
  const columnOf = (i: number, j: number) => j - middle(i) + reach;
  return {
    begin: (i: number): void => {
      const start = (i % kept) * width;
      for (const plane of Object.values(costs)) plane.fill(Infinity, start, start + width);
    },
    /** Returns the cost of any path to a cell, or of one on which a stretch of a text is being left out. */
    cost: (way: keyof typeof costs, i: number, j: number): number => {
      const column = i < 0 || j < 0 ? -1 : columnOf(i, j);
      return column < 0 || column >= width
        ? Infinity
        : (costs[way][(i % kept) * width + column] ?? 0);
    },
    step: (i: number, j: number): number => steps[i * width + columnOf(i, j)] ?? 0,
    put: (
      i: number,
      j: number,
      cell: { any: number; down: number; right: number; step: number },
    ) => {
      const column = columnOf(i, j);
      const at = (i % kept) * width + column;
      costs.any[at] = cell.any;
      costs.down[at] = cell.down;
      costs.right[at] = cell.right;
      steps[i * width + column] = cell.step;
    },
  };
}

function wayBack(cells: Cells, rows: number, columns: number): readonly Step[] {
  const taken: Step[] = [];
  let [i, j] = [rows, columns];
  let leaving = 0;
  while (i + j > 0) {
    const cell = cells.step(i, j);
    const index = leaving === 0 ? cell & anyStep : leaving;
    if (index === stepDown) leaving = (cell & goingDown) === 0 ? 0 : stepDown;
    if (index === stepRight) leaving = (cell & goingRight) === 0 ? 0 : stepRight;
    const step =
      index === stepDown ? down : index === stepRight ? right : (joints[index] ?? oneToOne);
    taken.push(step);
    i -= step.rows;
    j -= step.columns;
  }
  return taken.toReversed();
}

/**
 * Returns how far a length is from the expected one, capped: a length far off is no less probable than
 * an odd one.
 */
function misfit(expected: number, found: number): number {
  // Short ones vary more than long ones.
  const spread = 6 * expected + (expected / 6) ** 2 + 1;
  return Math.min(worstFit, (found - expected) ** 2 / (2 * spread));
}

/** Returns a bonus for two paragraphs with the same numbers, or a penalty for different ones. */
function anchor(one = 0, other = 0): number {
  if (one === other) return one === 0 ? 0 : -sameNumbers;
  return otherNumbers;
}

function running(lengths: readonly Measured[], growth: number): Float64Array {
  const totals = new Float64Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) {
    totals[index + 1] = (totals[index] ?? 0) + growth * length.characters;
  }
  return totals;
}

/** The usual growth of paragraphs, and the spread of single ones around it; logarithms of ratios. */
type Growth = { readonly usual: number; readonly spread: number };

/** Measures the growth at the beginning or the end, whichever agrees better: text in between may have moved. */
export function growthOf(source: readonly Measured[], result: readonly Measured[]): Growth {
  const count = Math.min(window, source.length, result.length);
  const pairs = Array.from({ length: count }, (_, index) => index);
  const head = pairs.map((i) => growth(source[i]?.characters, result[i]?.characters));
  const tail = pairs.map((i) =>
    growth(source.at(-1 - i)?.characters, result.at(-1 - i)?.characters),
  );
  const [one, other] = [spreadIn(head), spreadIn(tail)];
  return one.spread <= other.spread ? one : other;
}

function spreadIn(growths: readonly number[]): Growth {
  const usual = medianOf(growths);
  return { usual, spread: 1.48 * medianOf(growths.map((one) => Math.abs(one - usual))) };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

/** Returns the logarithm of how a paragraph grew. */
export function growth(before = 0, after = 0): number {
  return Math.log((after + damping) / (before + damping));
}

function sum(lengths: readonly Measured[]): number {
  return lengths.reduce((total, { characters }) => total + characters, 0);
}

/** For each paragraph: a text and its translation come to less. */
const worstCost = 0.95;
const freeCost = 20;
/** Distance from the middle within which the path is searched, in paragraphs. */
const reach = 40;
const rowsAtOnce = 20;
const worstFit = 10;
/** Costs of beginning to leave out, and of each paragraph: missing ones are mostly in one piece. */
const toLeave = 5;
const leftOut = 0.7;
/**
 * Cost of each paragraph that only the result has: at a lower one, paragraphs that fit badly would be
 * left out of both texts.
 */
const putIn = 3;
/** Bonus for a stretch at the end: texts often break off there, and their last words are easily alike. */
const brokenOff = 2;
const [sameNumbers, otherNumbers] = [3, 1];
const mostJoined = 6;
const oneToOne = { rows: 1, columns: 1, price: 0 };
const joints = [
  oneToOne,
  ...[2, 3, 4, 5, mostJoined].flatMap((count) => [
    { rows: count, columns: 1, price: 1 + count },
    { rows: 1, columns: count, price: 1 + count },
  ]),
];
const [down, right] = [
  { rows: 1, columns: 0 },
  { rows: 0, columns: 1 },
];
/** Further steps, flags and the mask of a step, in one byte with the index of a joint. */
const [stepDown, stepRight, goingDown, goingRight, anyStep] = [30, 31, 32, 64, 31];
/** The most that single paragraphs vary when the texts match from their beginning or end. */
const sureSpread = 0.25;
/** Translators join, divide and leave out paragraphs: fewer than these are no loss. */
const leastLoose = 10;
/** Characters added to every paragraph: in a short one, a word more or less says nothing. */
const damping = 12;
const window = 300;
