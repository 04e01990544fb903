import type { Paragraph } from "./lines.ts";

/** The features that identify a paragraph: its length, and the numbers in it. */
export type Measured = Pick<Paragraph, "characters" | "numbers">;

/** Neighbouring paragraphs of the source and their translation; one side is 0 where it lacks them. */
export type Group = { readonly source: number; readonly result: number };

/** The paragraphs of a group, and where they begin in both texts. */
export type Matched<T> = {
  readonly row: number;
  readonly column: number;
  readonly source: readonly T[];
  readonly result: readonly T[];
};

export type Texts = {
  readonly source: readonly Measured[];
  readonly result: readonly Measured[];
  /** Characters of the result for each of the source, where many are counted together. */
  readonly together: number;
};

/**
 * Joins a run of one-sided groups with those beside it that are longer by about as much: they are parts of
 * one long joint, which fitted better by chance when it ended a little earlier, or one paragraph on.
 */
export function withWholeJoints(groups: readonly Group[], texts: Texts): readonly Group[] {
  const [expected, written] = [running(texts.source, texts.together), running(texts.result, 1)];
  const starts = matched(groups, texts.source, texts.result);
  const lengthOf = (from: number, to: number): readonly [ours: number, theirs: number] => {
    const { row = texts.source.length, column = texts.result.length } = starts[to] ?? {};
    const before = starts[from];
    const ours = (expected[row] ?? 0) - (expected[before?.row ?? row] ?? 0);
    return [ours, (written[column] ?? 0) - (written[before?.column ?? column] ?? 0)];
  };
  const whole: Group[] = [];
  let next = 0;
  for (let begin = 0; begin < groups.length; begin += 1) {
    const end = endOfRun(groups, begin);
    if (end - begin < leastRun) continue;
    const lacking = Math.max(...lengthOf(begin, end));
    const window = windows.find(([before, after]) => {
      const [from, to] = [begin - before, end + after];
      if (from < next || to > groups.length) return false;
      const [ours, theirs] = lengthOf(from, to);
      const isBesideJoint = groups.slice(from, to).some(isLong);
      if (end - begin < mostJoined && !isBesideJoint) return false;
      const most = tolerance * (isBesideJoint ? Math.min(ours, theirs) : lacking) + damping;
      return Math.abs(ours - theirs) <= most;
    });
    if (window !== undefined) {
      const [from, to] = [begin - window[0], end + window[1]];
      const joint = joinedWith({ source: 0, result: 0 }, groups.slice(from, to));
      whole.push(...groups.slice(next, from), joint);
      next = to;
    }
    begin = end - 1;
  }
  return [...whole, ...groups.slice(next)];
}

/** Returns the end of the one-sided groups of one kind that begin here; the same place without any. */
function endOfRun(groups: readonly Group[], begin: number): number {
  const first = groups[begin];
  let end = begin;
  if (first?.source === 0) while (groups[end]?.source === 0) end += 1;
  else if (first?.result === 0) while (groups[end]?.result === 0) end += 1;
  return end;
}

/** Paragraphs: fewer are doubted by another rule. Beside a long joint, a shorter run may be part of it. */
const leastRun = 3;
/** How many groups before and after a run may be parts of one joint: the fewest first. */
const windows = [0, 1, 2, 3, 4, 5, 6].flatMap((all) =>
  [0, 1, 2, 3]
    .map((before) => [before, all - before] as const)
    .filter(([, after]) => after >= 0 && after < 4),
);

/**
 * Joins a run of fewer than `least` one-sided groups to the group before it, and one or two to a long joint beside
 * them: lengths alone cannot tell exactly where it ends.
 */
export function withoutDoubt(groups: readonly Group[], least: number): readonly Group[] {
  const settled: Group[] = [];
  let lone: Group[] = [];
  const settle = (): void => {
    const before = settled.at(-1);
    const isEnd = lone.length < 3 && before !== undefined && isLong(before);
    const last = lone.length < least || isEnd ? settled.pop() : undefined;
    if (last === undefined) settled.push(...lone);
    else settled.push(joinedWith(last, lone));
    lone = [];
  };
  for (const group of groups) {
    const isLone = group.source === 0 || group.result === 0;
    const isStart = isLong(group) && lone.length > 0 && lone.length < 3;
    if (isStart) settled.push(joinedWith(group, lone.splice(0)));
    else {
      if (!isLone) settle();
      (isLone ? lone : settled).push(group);
    }
  }
  settle();
  return settled;
}

function isLong({ source, result }: Group): boolean {
  return Math.max(source, result) > mostJoined;
}

function joinedWith({ source, result }: Group, lone: readonly Group[]): Group {
  return { source: source + sum(lone, "source"), result: result + sum(lone, "result") };
}

function sum(groups: readonly Group[], side: keyof Group): number {
  return groups.reduce((total, group) => total + group[side], 0);
}

export function matched<T>(
  groups: readonly Group[],
  source: readonly T[],
  result: readonly T[],
): readonly Matched<T>[] {
  let [row, column] = [0, 0];
  return groups.map((group) => {
    const start = { row, column };
    row += group.source;
    column += group.result;
    return {
      ...start,
      source: source.slice(start.row, row),
      result: result.slice(start.column, column),
    };
  });
}

export function running(paragraphs: readonly Measured[], growth: number): Float64Array {
  const totals = new Float64Array(paragraphs.length + 1);
  for (const [index, { characters }] of paragraphs.entries()) {
    totals[index + 1] = (totals[index] ?? 0) + growth * characters;
  }
  return totals;
}

/** The most paragraphs of an ordinary joint. */
export const mostJoined = 4;
/** How far the length of more paragraphs may be from that of the one. */
export const tolerance = 0.2;
/** Characters added to every paragraph: in a short one, a word more or less says nothing. */
export const damping = 12;
