/** The usual growth of paragraphs, and the spread of single ones around it; logarithms of ratios. */
export type Growth = { readonly usual: number; readonly spread: number };

type Lengths = readonly number[];

/** Measures the growth at the beginning or the end, whichever agrees better: text in between may have moved. */
export function growthOf(source: Lengths, result: Lengths): Growth {
  const fromEnd = result.length - source.length;
  const count = Math.min(window, source.length, result.length);
  const pairs = Array.from({ length: count }, (_, index) => index);
  const head = pairs.map((i) => ratio(source[i], result[i]));
  const tail = pairs.map((i) => {
    const place = source.length - 1 - i;
    return ratio(source[place], result[place + fromEnd]);
  });
  const [one, other] = [spreadIn(head), spreadIn(tail)];
  return one.spread <= other.spread ? one : other;
}

/**
 * Counts the paragraphs that match one to one from the beginning, and from the end. Single ones may be
 * odd; several odd ones near each other show that the texts diverge.
 */
export function alike(source: Lengths, result: Lengths, growth: Growth) {
  const short = Math.min(source.length, result.length);
  const begun = runOf(short, (i) => isOdd(growth, source[i], result[i]));
  if (begun === short && source.length === result.length) return { begun, ended: 0 };
  const ended = runOf(short, (i) =>
    isOdd(growth, source[source.length - 1 - i], result[result.length - 1 - i]),
  );
  // Short paragraphs are easily alike: the alignment finds where exactly the texts diverge.
  const both = Math.max(0, short - 2 * slack);
  const before = Math.min(both, Math.max(0, begun - slack));
  return { begun: before, ended: Math.min(both - before, Math.max(0, ended - slack)) };
}

function runOf(count: number, isOddAt: (index: number) => boolean): number {
  const odd: number[] = [];
  for (let index = 0; index < count; index += 1) {
    if (!isOddAt(index)) continue;
    odd.push(index);
    const first = odd.at(-mostOdd);
    if (first !== undefined && index - first < near) return first;
  }
  return count;
}

/** Returns true for a long paragraph that came back much shorter than the others. */
export function isCutShort(growth: Growth, before: number, after: number): boolean {
  const enough = Math.max(leastCut, 5 * growth.spread);
  return before >= longEnough && growth.usual - ratio(before, after) > enough;
}

function isOdd({ usual, spread }: Growth, before: number | undefined, after: number | undefined) {
  return (
    Math.abs(ratio(before, after) - usual) > Math.max(leastOdd, Math.min(mostSpread, 3.5 * spread))
  );
}

function spreadIn(ratios: Lengths): Growth {
  const usual = medianOf(ratios);
  return { usual, spread: 1.48 * medianOf(ratios.map((one) => Math.abs(one - usual))) };
}

function medianOf(values: Lengths): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

function ratio(before = 0, after = 0): number {
  return Math.log((after + damping) / (before + damping));
}

/** Characters added to every paragraph: in a short one, a word more or less says nothing. */
const damping = 12;
const window = 300;
const [leastOdd, mostSpread] = [0.3, 1];
const [mostOdd, near] = [3, 10];
const slack = 15;
const leastCut = 0.4;
const longEnough = 80;
