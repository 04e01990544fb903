import { z } from "zod";

import { type TermBase, emptyTermBase } from "../features/glossary/rules/glossary.ts";
import { maybe } from "./maybe.ts";
import { type SmallRecords, createSmallRecords } from "./small-records.ts";
import type { CasStore } from "./store.ts";

/** The terms of each workspace, series and book, by a name that begins with the workspace's Slack id. */
export function createTermBases(store: CasStore): SmallRecords<TermBase> {
  return createSmallRecords(store, {
    prefix: "terms",
    schema: termBase,
    initial: emptyTermBase,
  });
}

const at = z.number();

const decision = z.object({
  target: z.string(),
  origin: z.discriminatedUnion("by", [
    z.object({ by: z.literal("extraction"), key: z.string(), at }),
    z.object({ by: z.literal("person"), person: z.string(), at }),
  ]),
  confidence: maybe(z.number()),
  frequency: maybe(z.number()),
});

const termBase: z.ZodType<TermBase> = z.object({
  version: z.literal(1),
  series: maybe(z.string()),
  terms: z.record(z.string(), z.record(z.string(), decision)),
  runs: maybe(z.array(z.string())),
  removed: maybe(z.record(z.string(), z.array(z.string()))),
});
