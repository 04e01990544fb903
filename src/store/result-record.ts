import { z } from "zod";

import { maybe } from "../core/stored.ts";

const count = z.number();

const term = z.object({
  source: z.string(),
  target: z.string(),
  confidence: maybe(count),
  frequency: maybe(count),
});

const deliveryFile = z.object({
  fileId: z.string(),
  fileName: maybe(z.string()),
  fileSize: maybe(count),
  type: maybe(z.string()),
});

/** What a run has brought. */
export const result = z.object({
  charged: maybe(count),
  characters: maybe(count),
  estimatedCredits: maybe(count),
  estimatedTokens: maybe(count),
  sourceLang: maybe(z.string()),
  terms: maybe(z.array(term)),
  files: maybe(z.array(deliveryFile)),
});
