import {
  type Group,
  type Matched,
  type Measured,
  type Texts,
  damping,
  matched,
  mostJoined,
  running,
  tolerance,
  withWholeJoints,
  withoutDoubt,
} from "./joints.ts";

/**
 * Aligns the paragraphs of a text with those of its translation by their lengths and numbers, after
 * Gale and Church, “A Program for Aligning Sentences in Bilingual Corpora” (1993). Long ones become
 * long ones, a few may have been joined or divided, and stretches of them may have been left out.
 * Returns all paragraphs of both in order; undefined when the two texts do not match at all. Yields now
 * and then, so that other work can run.
 */
export function* align<T extends Measured>(
  source: readonly T[],
  result: readonly T[],
): Generator<void, readonly Matched<T>[] | undefined> {
  const count = Math.max(source.length, result.length);
  let growth = (medianOf(lengthsOf(result)) ?? 1) / (medianOf(lengthsOf(source)) ?? 1);
  let together = growth;
  // The first, narrow search measures the growth. A path at the edge of its band may be better outside.
  for (let reach = narrow; ; reach *= 5) {
    const band = bandOf(source.length, result.length, reach);
    const { cost, gaps, groups, isAtEdge } = yield* cheapest(
      { source, result, growth, together },
      band,
    );
    const pairs = matched(groups, source, result);
    const { usual, spread } = growthIn(pairs);
    const isApart = cost * spread > worst * count + free;
    if (reach === narrow || ((isAtEdge || isApart) && band.mayWiden)) {
      growth = Math.exp(usual);
      together = totalGrowth(pairs, { usual, spread });
      continue;
    }
    // The less the others agree, the longer a missing stretch has to be to differ from joined ones.
    const least = Math.min(mostDoubted, 1 + Math.floor((12 * (cost - gaps)) / count));
    if (isApart) return undefined;
    const whole = withWholeJoints(groups, { source, result, together });
    return matched(withoutDoubt(whole, least), source, result);
  }
}

/** The cells in which a path is searched: in each row, `width` columns from `lows` on. */
type Band = {
  readonly columns: number;
  readonly width: number;
  readonly lows: Int32Array;
  readonly mayWiden: boolean;
};

/** Returns the band round the straight path, as far as memory allows. */
function bandOf(rows: number, columns: number, reach: number): Band {
  const widest = Math.min(columns, Math.floor(mostCells / (rows + 1)));
  const width = Math.min(widest, 2 * reach) + 1;
  const lows = Int32Array.from({ length: rows + 1 }, (_, row) => {
    const middle = Math.round((row * columns) / Math.max(1, rows));
    return Math.max(0, Math.min(middle - (width >> 1), columns + 1 - width));
  });
  return { columns, width, lows, mayWiden: 2 * reach < widest };
}

/** Finds the path of the least misfit from both beginnings to both ends. */
function* cheapest(texts: Texts & { readonly growth: number }, band: Band) {
  const steps = new Uint8Array(band.lows.length * band.width);
  const fill = createFilling(texts, band, steps);
  let [cost, filled] = [0, 0];
  for (let row = 0; row < band.lows.length; row += 1) {
    cost = fill(row);
    filled += band.width;
    if (filled < cellsAtOnce) continue;
    filled = 0;
    yield;
  }
  return { cost, ...wayBack(steps, band, createLongJoints(texts)) };
}

/**
 * Fills the cells of a row with the step by which the cheapest path arrives there; returns the cost of
 * the last one. Costs are kept for the last rows alone.
 */
function createFilling(
  { source, result, growth, together }: Texts & { readonly growth: number },
  { width, lows }: Band,
  steps: Uint8Array,
) {
  const [expected, written] = [running(source, growth), running(result, 1)];
  const numbers = Int32Array.from(result, (paragraph) => paragraph.numbers);
  const long = createLongJoints({ source, result, together });
  const costs = Array.from({ length: longestJoint + 1 }, () =>
    new Float64Array(width).fill(Infinity),
  );
  const costsOf = (row: number) => costs[(row + costs.length) % costs.length] ?? new Float64Array();
  // The costs of paths on which a stretch of the source is being left out.
  let [down, downAbove] = [new Float64Array(width), new Float64Array(width).fill(Infinity)];
  return (row: number): number => {
    const first = lows[row] ?? 0;
    const [now, above] = [costsOf(row), costsOf(row - 1)];
    const shift = first - (lows[row - 1] ?? 0);
    const number = source[row - 1]?.numbers ?? 0;
    const ways = waysTo(row, { expected, lows, costsOf });
    // The last row, and the first, may go on with notes or a preface of the translator.
    const putIn = row === 0 || row === source.length ? putInBeside : putInBetween;
    let [right, left] = [Infinity, Infinity];
    for (let k = 0; k < width; k += 1) {
      const column = first + k;
      const beginDown = (above[k + shift] ?? Infinity) + toLeave;
      const goDown = downAbove[k + shift] ?? Infinity;
      const beginRight = left + toLeave;
      const going = (goDown < beginDown ? goingDown : 0) | (right < beginRight ? goingRight : 0);
      const bonus = row === source.length && column === result.length ? brokenOff : 0;
      const leaving = Math.min(beginDown, goDown) + leftOut - bonus;
      down[k] = leaving;
      right = Math.min(beginRight, right) + putIn;
      let cost = row + column === 0 ? 0 : Math.min(leaving, right);
      let step = leaving < right ? stepDown : stepRight;
      for (let index = 0; index < ways.length; index += 1) {
        const way = ways[index];
        if (way === undefined) break;
        const before =
          (way.costs[k + way.offset] ?? Infinity) +
          way.price +
          (index === 0 ? anchor(number, numbers[column - 1] ?? 0) : 0);
        if (before >= cost) continue;
        const length = (written[column] ?? 0) - (written[column - way.result] ?? 0);
        // A length far off is no less probable than an odd one.
        const total = before + Math.min(worstFit, (length - way.length) ** 2 / (2 * way.spread));
        if (total >= cost) continue;
        cost = total;
        step = index;
      }
      const { divided, joined } = long(row, column);
      const divide = priceOf(divided) + (above[k + shift - divided] ?? Infinity);
      if (divide < cost) [cost, step] = [divide, stepDivide];
      const start = column - 1 - (lows[row - joined] ?? 0);
      const join = priceOf(joined) + (costsOf(row - joined)[start] ?? Infinity);
      if (join < cost) [cost, step] = [join, stepJoin];
      now[k] = left = cost;
      steps[row * width + k] = step | going;
    }
    [down, downAbove] = [downAbove, down];
    return left;
  };
}

/** Returns what the joints that end in a row need for each of its cells. */
function waysTo(
  row: number,
  {
    expected,
    lows,
    costsOf,
  }: {
    readonly expected: Float64Array;
    readonly lows: Int32Array;
    readonly costsOf: (row: number) => Float64Array;
  },
) {
  return joints.map(({ source, result, price }) => {
    const length = (expected[row] ?? 0) - (expected[row - source] ?? 0);
    // Short ones vary more than long ones.
    const spread = 6 * length + (length / 6) ** 2 + 1;
    const offset = (lows[row] ?? 0) - result - (lows[row - source] ?? 0);
    return { price, result, costs: costsOf(row - source), offset, length, spread };
  });
}

/**
 * Returns the steps to the last cell, in order, whether they touch an edge of the band, and the cost
 * of what they leave out of one text.
 */
function wayBack(
  steps: Uint8Array,
  { columns, width, lows }: Band,
  long: ReturnType<typeof createLongJoints>,
) {
  const groups: Group[] = [];
  let isAtEdge = false;
  let [leaving, gaps] = [0, 0];
  let [row, column] = [lows.length - 1, columns];
  while (row + column > 0) {
    const low = lows[row] ?? 0;
    const k = column - low;
    isAtEdge ||= (k < margin && low > 0) || (k >= width - margin && low + width <= columns);
    const cell = steps[row * width + k] ?? 0;
    const step = leaving === 0 ? cell & anyStep : leaving;
    const isGoing = (cell & (step === stepDown ? goingDown : goingRight)) !== 0;
    leaving = step >= stepDown && isGoing ? step : 0;
    const putIn = row === 0 || row === lows.length - 1 ? putInBeside : putInBetween;
    if (step >= stepDown) gaps += (step === stepDown ? leftOut : putIn) + (isGoing ? 0 : toLeave);
    const group = groupOf(step, long(row, column));
    groups.push(group);
    row -= group.source;
    column -= group.result;
  }
  return { groups: groups.reverse(), isAtEdge, gaps };
}

function groupOf(step: number, { divided, joined }: LongJoint): Group {
  if (step === stepDivide) return { source: 1, result: divided };
  if (step === stepJoin) return { source: joined, result: 1 };
  return step === stepDown ? down : step === stepRight ? right : (joints[step] ?? oneToOne);
}

/** How many paragraphs one may have become, or were joined to one, before a cell; 0 for none. */
type LongJoint = { readonly divided: number; readonly joined: number };

/**
 * Returns a function that finds the paragraphs before a cell that are together as long as the one on the
 * other side: a stanza or a dialogue may become one paragraph, whatever its lines.
 */
function createLongJoints({ source, result, together }: Texts) {
  const [expected, written] = [running(source, together), running(result, 1)];
  const longest = (totals: Float64Array, at: number, length: number): number => {
    const end = totals[at] ?? 0;
    let count = mostJoined + 1;
    if (at < count || end - (totals[at - count] ?? 0) > (1 + tolerance) * length + damping)
      return 0;
    let [low, high] = [count, Math.min(at, longestJoint)];
    while (low < high) {
      count = (low + high + 1) >> 1;
      if (end - (totals[at - count] ?? 0) > length) high = count - 1;
      else low = count;
    }
    const off = (n: number): number => Math.abs(end - (totals[at - n] ?? 0) - length);
    const best = low < at && low < longestJoint && off(low + 1) < off(low) ? low + 1 : low;
    return off(best) <= tolerance * length + damping ? best : 0;
  };
  return (row: number, column: number): LongJoint => {
    if (row === 0 || column === 0) return { divided: 0, joined: 0 };
    const divided = longest(written, column, together * (source[row - 1]?.characters ?? 0));
    return { divided, joined: longest(expected, row, result[column - 1]?.characters ?? 0) };
  };
}

function priceOf(count: number): number {
  return count === 0 ? Infinity : 2 * mostJoined - 1 + furtherJoined * (count - mostJoined);
}

/** Returns a bonus for two paragraphs with the same numbers, or a penalty for different ones. */
function anchor(one: number, other: number): number {
  if (one === other) return one === 0 ? 0 : -sameNumbers;
  return otherNumbers;
}

function lengthsOf(paragraphs: readonly Measured[]): readonly number[] {
  return paragraphs.map(({ characters }) => characters);
}

/** Returns the usual growth of paragraphs, and the spread of single ones around it; logarithms of ratios. */
export function growthIn(matched: readonly Matched<Measured>[]) {
  const growths = matched.flatMap(({ source: [one, ...more], result: [other, ...others] }) =>
    one && other && more.length + others.length === 0
      ? [growth(one.characters, other.characters)]
      : [],
  );
  const usual = medianOf(growths) ?? 0;
  const spread = 1.48 * (medianOf(growths.map((one) => Math.abs(one - usual))) ?? 0);
  return { usual, spread };
}

/**
 * Returns the growth of all that grew as usual, together. For single paragraphs it is damped: in a language
 * of few characters that would be too much for the length of many.
 */
function totalGrowth(
  pairs: readonly Matched<Measured>[],
  { usual, spread }: ReturnType<typeof growthIn>,
): number {
  let [before, after] = [0, 0];
  for (const {
    source: [one, ...more],
    result: [other, ...others],
  } of pairs) {
    if (one === undefined || other === undefined || more.length + others.length > 0) continue;
    if (Math.abs(growth(one.characters, other.characters) - usual) > 3 * spread) continue;
    before += one.characters;
    after += other.characters;
  }
  return before === 0 || after === 0 ? Math.exp(usual) : after / before;
}

/** Returns the logarithm of how a paragraph grew. */
export function growth(before: number, after: number): number {
  return Math.log((after + damping) / (before + damping));
}

export function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

/** For each paragraph: a text and its translation come to less. Of a few paragraphs nobody can tell. */
const worst = 0.22;
const free = 4;
/** Distances from the straight path, in paragraphs. */
const [narrow, margin] = [10, 3];
const mostCells = 16 * 1024 * 1024;
const cellsAtOnce = 100_000;
const worstFit = 10;
/** Costs of beginning to leave out, and of each paragraph: missing ones are mostly in one piece. */
const toLeave = 5;
const leftOut = 0.7;
/**
 * Cost of each paragraph that only the result has: at a lower one, paragraphs that fit badly would be
 * left out of both texts.
 */
const putInBetween = 3;
/** The same after the end, or before the beginning: an editor's notes, a preface. */
const putInBeside = 1;
/** Bonus for a stretch at the end: texts often break off there, and their last words are easily alike. */
const brokenOff = 2;
const [sameNumbers, otherNumbers] = [3, 1];
/** Cost of each paragraph beyond these: as much as of one that is left out. */
const [longestJoint, furtherJoined] = [60, 0.7];
const oneToOne = { source: 1, result: 1, price: 0 };
const joints = [
  oneToOne,
  ...[2, 3, mostJoined].flatMap((count) => [
    { source: count, result: 1, price: 2 * count - 1 },
    { source: 1, result: count, price: 2 * count - 1 },
  ]),
];
const [down, right] = [
  { source: 1, result: 0 },
  { source: 0, result: 1 },
];
/** Further steps, flags and the mask of a step, in one byte with the index of a joint. */
const [stepDivide, stepJoin, stepDown, stepRight] = [28, 29, 30, 31];
const [goingDown, goingRight, anyStep] = [32, 64, 31];
/** Translators join, divide and leave out paragraphs: as many are always a loss. */
const mostDoubted = 10;
