import { type Spread, spreadOf } from "./spread.ts";

/** One line of the page: the subject, our figure, the one beside it, and their ratio. */
export type Row = {
  readonly what: string;
  readonly ours: string;
  readonly beside?: string;
  /** The ratio of ours to the other, or a figure without a peer. */
  readonly figure?: Spread;
  readonly goal?: Goal;
  /** The reason from the profile, listed when the goal is missed. */
  readonly ifMissed?: string;
  /** True for a row without a goal that the page shows all the same. */
  readonly isOnPage?: true;
};

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

export type Benchmark = {
  readonly name: string;
  /** One sentence about the things that are compared. */
  readonly about: string;
  /** True when the page shows the rows without a goal, too. */
  readonly showsAll?: true;
  /** True when the page shows the picture alone, which has every goal and its figure. */
  readonly isPicture?: true;
  readonly run: (how: How) => Promise<readonly Row[]>;
};

export type How = { readonly rounds: number; readonly isLong: boolean };

export function isReached({ figure, goal }: Row): boolean | undefined {
  if (figure === undefined || goal === undefined) return undefined;
  return "atMost" in goal ? figure.median <= goal.atMost : figure.median >= goal.atLeast;
}

/** Returns a median with its unit. */
export function shown(values: readonly number[], unit: string): string {
  return `${round(spreadOf(values).median)} ${unit}`;
}

/** Formats a figure with three significant digits. */
export function round(value: number): string {
  if (!Number.isFinite(value)) return "–";
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.max(Math.abs(value), 0.001))));
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}
