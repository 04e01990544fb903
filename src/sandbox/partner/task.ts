import { z } from "zod";

export const actions = [
  "translation",
  "preview_translation",
  "token_estimate",
  "glossary_extraction",
  "preview_metadata",
] as const;
export type Action = (typeof actions)[number];

export const strategies = ["merge", "replace", "skip"] as const;
export type Strategy = (typeof strategies)[number];

const termSchema = z.object({ source: z.string(), target: z.string(), confidence: z.number() });
export type Term = z.infer<typeof termSchema>;

/** One task as the journal keeps it: characters are code points, times are epoch milliseconds. */
export const taskSchema = z.object({
  id: z.string(),
  account: z.string(),
  idempotencyKey: z.string().optional(),
  action: z.enum(actions),
  fileName: z.string(),
  targetLang: z.string(),
  strategy: z.enum(strategies),
  /** Pairs and not an object, so that a term called `__proto__` stays a term. */
  glossary: z.array(z.tuple([z.string(), z.string()])),
  charLimit: z.number().optional(),
  /** Code points of the whole source, whatever part of it is worked on. */
  sourceCharacters: z.number(),
  /** Code points that the task works on. */
  characters: z.number(),
  /** What the creation response calls char_count: counted, or reserved by estimated_chars. */
  announced: z.number(),
  /** Credits to be charged when it completes. */
  price: z.number(),
  reserved: z.number(),
  language: z.string(),
  createdAt: z.number(),
  /** Injected: the word that the task ends with instead of `completed`. */
  endsAs: z.string().optional(),
  neverEnds: z.boolean().optional(),
  /** Injected: fractions of the text that its result lacks. */
  omits: z.object({ from: z.number(), to: z.number() }).optional(),
  ignoresTerms: z.boolean().optional(),
  /** It does not say what it was charged. */
  hidesCharge: z.boolean().optional(),
  status: z.string(),
  endedAt: z.number().optional(),
  charged: z.number(),
  terms: z.array(termSchema).optional(),
  outputBytes: z.number().optional(),
});
export type Task = z.infer<typeof taskSchema>;

export function producesText(action: Action): boolean {
  return action === "translation" || action === "preview_translation";
}
