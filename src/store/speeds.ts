import { z } from "zod";

import type { Speeds } from "../features/translation/rules/polling.ts";
import { type SmallRecords, createSmallRecords } from "./small-records.ts";
import type { CasStore } from "./store.ts";

/** How fast the partner proved to be. */
export function createSpeeds(store: CasStore): SmallRecords<Speeds> {
  return createSmallRecords(store, {
    prefix: "speeds",
    schema: speeds,
    initial: {},
  });
}

const speed = z.object({
  runs: z.number().positive(),
  mean: z.number(),
  variance: z.number().nonnegative(),
});

const speeds: z.ZodType<Speeds> = z.object({
  translation: speed.exactOptional(),
  preview_translation: speed.exactOptional(),
  token_estimate: speed.exactOptional(),
  glossary_extraction: speed.exactOptional(),
  preview_metadata: speed.exactOptional(),
});
