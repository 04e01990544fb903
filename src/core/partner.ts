import { z } from "zod";

import { type ReadonlyOf, count, maybe, optional, fraction } from "./fields.ts";

/** What can be asked of the translation partner. Contract, Actions. */
export const actions = [
  "translation",
  "preview_translation",
  "token_estimate",
  "glossary_extraction",
  "preview_metadata",
] as const;
export type Action = (typeof actions)[number];

/** How a supplied glossary meets the extracted one. Contract, POST /tasks rules 5-7. */
export const strategies = ["merge", "replace", "skip"] as const;
export type Strategy = (typeof strategies)[number];

/** Preferred translations by source term. */
export type Glossary = Readonly<Record<string, string>>;

export type Usage = {
  readonly keyPrefix: string;
  readonly balanceCredits: number;
  readonly periodUsedCredits: number;
  /** ISO 8601, UTC. */
  readonly periodStart: string;
  readonly periodEnd: string | undefined;
  readonly requestsPerMinute: number;
};

export const termSchema = z.object({
  source: z.string(),
  target: z.string(),
  confidence: maybe(fraction),
  /** How often it stands in the manuscript, by our own count. */
  frequency: optional(count),
});
export type Term = ReadonlyOf<typeof termSchema>;

export const deliveryFileSchema = z.object({
  fileId: z.string(),
  fileName: maybe(z.string()),
  fileSize: maybe(count),
  type: maybe(z.string()),
});
export type DeliveryFile = ReadonlyOf<typeof deliveryFileSchema>;

/**
 * How the partner's status word reads to us. Only `completed` is success; a word that we do not know
 * means "still running". Contract, States.
 */
export type Outcome = "pending" | "completed" | "failed" | "unrecognised";

export type PartnerTask = {
  readonly taskId: string;
  /** The partner's own word, kept as it came. */
  readonly status: string;
  readonly outcome: Outcome;
  /** What it is for, as far as the partner says so. */
  readonly action?: string | undefined;
  readonly targetLang?: string | undefined;
  readonly characters: number | undefined;
  readonly estimatedCredits: number | undefined;
  readonly estimatedTokens: number | undefined;
  /** Fraction from 0 to 1. */
  readonly progress: number | undefined;
  readonly chargedCredits: number | undefined;
  readonly sourceLang: string | undefined;
  readonly terms: readonly Term[] | undefined;
  readonly files: readonly DeliveryFile[] | undefined;
};

/** A link that dies soon. Contract, Limits: the unit of `expires_in` is not shown, so it is not kept. */
export type Download = {
  readonly url: string;
  readonly fileName: string | undefined;
  readonly fileSize: number | undefined;
};

export type CreateTask = {
  /** Same key, same bytes: the body is built from nothing but this value. */
  readonly key: string;
  readonly action: Action;
  readonly targetLang: string;
  readonly charLimit?: number;
  readonly estimatedChars?: number;
  readonly glossary?: Glossary;
  readonly strategy?: Strategy;
  readonly text: SourceText;
  /**
   * Called once, when all but the last bytes of the body have left and the text has proved to be the
   * promised one; `bodyProof` is equal for equal bodies alone. What it throws cuts the request short, so
   * that the partner never sees a whole one.
   */
  readonly beforeLastBytes: (bodyProof: string) => Promise<void>;
};

/** UTF-8 text without BOM whose length and hash were known before it is opened. */
export type SourceText = {
  readonly bytes: number;
  readonly sha256: string;
  readonly open: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
};

export type Partner = {
  readonly usage: () => Promise<Usage>;
  readonly createTask: (create: CreateTask) => Promise<PartnerTask>;
  readonly task: (taskId: string) => Promise<PartnerTask>;
  readonly download: (taskId: string) => Promise<Download>;
};
