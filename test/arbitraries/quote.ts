import type * as fc from "fast-check";

import { type Quote, quoteSchema } from "#domain/quote.ts";
import { type Task, taskSchema } from "#domain/task.ts";

import { arbitraryOf } from "./of-schema.ts";

/** Any record of the right shape, sensible or not; but no two runs have one key. */
export const arbitraryQuote: fc.Arbitrary<Quote> = arbitraryOf(quoteSchema).filter(
  ({ tasks }) => new Set(tasks.map(({ key }) => key)).size === tasks.length,
);

export const arbitraryTask: fc.Arbitrary<Task> = arbitraryOf(taskSchema);
