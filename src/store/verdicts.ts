import { z } from "zod";

import { type Verdicts, noVerdicts } from "../features/estimate/rules/inquiries.ts";
import { maybe } from "./maybe.ts";
import { task } from "./records.ts";
import { type SmallRecords, createSmallRecords } from "./small-records.ts";
import type { CasStore } from "./store.ts";

/** What is known of the cost of inquiries at each account, by the print of its key. */
export function createVerdicts(store: CasStore): SmallRecords<Verdicts> {
  return createSmallRecords(store, {
    prefix: "inquiries",
    schema: verdicts,
    initial: noVerdicts,
  });
}

const at = z.number();
const credits = z.number();
const untold = maybe(z.enum(["probe", "inquiry", "unclear"]));

const probe = z.object({
  before: z.object({ balance: credits, used: credits }),
  beside: z.string(),
  task,
});

const verdict = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("open"),
    since: at,
    generation: z.int().nonnegative(),
    busyAt: maybe(at),
    probe: maybe(probe),
  }),
  z.object({ status: z.literal("free") }),
  z.object({ status: z.literal("charged"), credits, untold }),
  z.object({ status: z.literal("none"), at, spent: z.boolean(), untold }),
]);

const verdicts: z.ZodType<Verdicts> = z.object({
  version: z.literal(1),
  language: maybe(verdict),
  estimate: maybe(verdict),
});
