import type { Change, Changes } from "./changes.ts";

/** The number of last changes in the error of a wait that failed. */
const LAST_SHOWN = 12;
/** Long enough for a busy machine: only a change that never comes is waited for so long. */
export const PATIENCE_MS = 180_000;

export type Wait = {
  readonly within?: number;
  /** The awaited thing in words, for the error when it does not come. */
  readonly what?: string;
};

/** The result of `look` before the awaited thing has come: any falsy value. */
export type Nothing = undefined | null | false | 0 | "";

/**
 * Resolves at the first change after which `look` returns something; looks once at the start, too.
 * It never sleeps: it looks again exactly when something has happened. After `within` ms it rejects
 * with an error that lists the last changes.
 */
export async function untilSeen<T>(
  changes: Changes,
  look: () => T | Nothing,
  { within = PATIENCE_MS, what = "what was waited for" }: Wait = {},
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const check = () => {
    try {
      const found = look();
      if (isSomething(found)) resolve(found);
    } catch (error) {
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const stop = changes.onChange(check);
  const late = AbortSignal.timeout(within);
  late.addEventListener("abort", () => reject(new Error(missed(changes, within, what))));
  check();
  try {
    return await promise;
  } finally {
    stop();
  }
}

const isSomething = <T>(found: T | Nothing): found is T => Boolean(found);

function missed(changes: Changes, within: number, what: string): string {
  const last = changes.history().slice(-LAST_SHOWN).map(lineOf);
  const seen = last.length === 0 ? "nothing happened" : `last seen:\n  ${last.join("\n  ")}`;
  return `${what} did not come within ${within} ms; ${seen}`;
}

function lineOf(change: Change): string {
  if (change.kind === "exchange") {
    const { direction, name, outcome } = change.exchange;
    return `${direction} ${name}: ${outcome}`;
  }
  const said = "message" in change ? change.message : undefined;
  return `${change.kind} ${said?.ts ?? ""} ${said?.text.slice(0, 100) ?? ""}`.trim();
}
