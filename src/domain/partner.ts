import { z } from "zod";

import { type ReadonlyOf, count, maybe, optional, fraction, stored } from "./fields.ts";

export const actions = [
  "translation",
  "preview_translation",
  "token_estimate",
  "glossary_extraction",
  "preview_metadata",
] as const;
export type Action = (typeof actions)[number];

/** How a supplied glossary is combined with the extracted one. Contract, POST /tasks rules 5-7. */
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

export const termSchema = stored({
  source: z.string(),
  target: z.string(),
  confidence: maybe(fraction),
  /** The number of occurrences in the manuscript, by our own count. */
  frequency: optional(count),
});
export type Term = ReadonlyOf<typeof termSchema>;

/**
 * Our reading of the partner's status word. Only `completed` is success; an unknown word means
 * "still running". Contract, States.
 */
export type Outcome = "pending" | "completed" | "failed" | "unrecognised";

export type PartnerTask = {
  readonly taskId: string;
  readonly status: string;
  readonly outcome: Outcome;
  readonly action?: string | undefined;
  readonly targetLang?: string | undefined;
  /** By the partner's clock, ms. */
  readonly createdAt?: number | undefined;
  readonly characters: number | undefined;
  readonly estimatedCredits: number | undefined;
  readonly estimatedTokens: number | undefined;
  readonly progress: number | undefined;
  readonly chargedCredits: number | undefined;
  readonly sourceLang: string | undefined;
  readonly terms: readonly Term[] | undefined;
  readonly gaps?: Gaps | undefined;
};

/** Paragraphs, counted from 1 without blank lines. */
export type Stretch = { readonly from: number; readonly to: number };

/** Paragraphs that the partner itself names. Not in the contract. */
export type Gaps = {
  /** Those that stayed in the original language. */
  readonly untranslated: readonly Stretch[];
  readonly doubtful: readonly Stretch[];
};

/** A short-lived link. Contract, Limits: `expires_in` has no unit, so it is not kept. */
export type Download = {
  readonly url: string;
  readonly fileSize: number | undefined;
};

export type CreateTask = {
  /** Same key, same bytes: the body is built from this value alone. */
  readonly key: string;
  readonly action: Action;
  readonly targetLang: string;
  readonly charLimit?: number;
  readonly estimatedChars?: number;
  readonly glossary?: Glossary;
  readonly strategy?: Strategy;
  readonly text: SourceText;
  /**
   * Called once, when all but the last bytes are sent and the text has the promised length and hash.
   * An error that it throws cuts the request short: the partner never gets a whole one.
   */
  readonly beforeLastBytes: () => Promise<void>;
};

/** What the bytes of a create request are made of. */
export type TaskBody = Omit<CreateTask, "beforeLastBytes">;

/** UTF-8 text without BOM whose length and hash are known before it is opened. */
export type SourceText = {
  readonly bytes: number;
  readonly sha256: string;
  readonly open: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
};

export type Partner = {
  readonly usage: () => Promise<Usage>;
  readonly createTask: (create: CreateTask) => Promise<PartnerTask>;
  /** Returns a hash that is equal for equal bodies only; it reads no text. */
  readonly bodyDigest: (body: TaskBody) => string;
  readonly task: (taskId: string) => Promise<PartnerTask>;
  readonly download: (taskId: string) => Promise<Download>;
};

/** Opens a finished text. Throws a PartnerError while streaming; NotFoundError for an expired link. */
export type OpenResult = (url: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;
