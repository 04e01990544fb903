import { type Tally, countQuote, emptyTally } from "../core/backlog.ts";
import type { DeskRules } from "../core/desk-rules.ts";
import type { Quote } from "../core/quote.ts";
import { stepsOf } from "../core/steps.ts";

/** `isWhole` is false when there were more open quotes than are ever read at once. */
export type Survey = Tally & { readonly isWhole: boolean };

type Deps = {
  /** Open quotes, newest first. */
  readonly list: (page: { offset: number; limit: number }) => Promise<readonly Quote[]>;
  readonly rules: DeskRules;
  readonly now: () => number;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
  /** Lets everything else go first. */
  readonly pause: () => Promise<void>;
  readonly largest?: number;
};

/**
 * Counts how the open quotes stand, for whoever asks: at most once in ten seconds, in small pieces between
 * which clicks are answered, and never more than `largest` quotes.
 *
 * @returns a function that throws when the store cannot answer.
 */
export function createSurvey(deps: Deps): () => Promise<Survey> {
  let last: { readonly at: number; readonly survey: Promise<Survey> } | undefined;
  return () => {
    if (last !== undefined && deps.tick() - last.at < freshMs) return last.survey;
    const survey = count(deps);
    last = { at: deps.tick(), survey };
    survey.catch(() => {
      last = undefined;
    });
    return survey;
  };
}

async function count({ list, rules, now, pause, largest = 20_000 }: Deps): Promise<Survey> {
  let tally = emptyTally;
  for (let offset = 0; offset < largest; offset += pageSize) {
    const page = await list({ offset, limit: pageSize });
    const at = now();
    for (const quote of page) {
      tally = countQuote(tally, quote, { steps: stepsOf(quote, rules), now: at });
    }
    if (page.length < pageSize) return { ...tally, isWhole: true };
    await pause();
  }
  return { ...tally, isWhole: false };
}

const freshMs = 10_000;
/** So few that reading them holds nobody up. */
const pageSize = 50;
