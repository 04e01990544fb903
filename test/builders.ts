import type { Coverage, ExistingRun } from "#domain/claim.ts";
import type { BookTerms } from "#domain/glossary/glossary.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import type { PartnerTask, Term, Usage } from "#domain/partner.ts";
import { manuscriptOf, newQuote, type Card, type Quote } from "#domain/quote.ts";
import { initialSettings } from "#domain/settings/settings.ts";
import { defaultLanguages, type Setup } from "#domain/settings/setup.ts";
import type { Slice } from "#domain/slice.ts";
import { newAccount } from "#domain/spending/account.ts";
import type { SpendRow } from "#domain/spending/spend.ts";
import {
  type Attempt,
  type Result,
  type Task,
  type TaskPlan,
  type TaskState,
  planTask,
} from "#domain/task.ts";

/** 20 November 2026, 14:05 UTC. */
export const noon = 1_795_183_500_000;
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;

/** The policy of every approval while nobody has set anything. */
export const noPolicy = {
  policy: initialSettings.policy,
  account: newAccount,
  mayStill: () => true,
} as const;

export const setup: Setup = {
  languages: defaultLanguages,
  defaultTarget: "fr",
  maxManuscriptBytes: 100 * 1024 * 1024,
  previewChars: 3000,
  quoteStandsMs: 24 * hour,
  pollMinMs: 5 * second,
  pollMaxMs: minute,
  partnerTimeoutMs: 90 * second,
  resendQuietMs: minute,
  resendWindowMs: 15 * minute,
};

/** Slack names a message by its time, in seconds. */
const postedTs = `${noon / second}.000100`;

/** A request by Maia at noon. */
export function aRequest(changes: Partial<Quote["request"]> = {}): Quote["request"] {
  const nothing = { details: undefined, previewChars: undefined, batch: undefined };
  return { by: "U0MAIA", at: noon, ...nothing, ...changes };
}

/** Just posted: not read yet. */
export function aPostedQuote(changes: Partial<Quote> = {}): Quote {
  const quote = newQuote({
    place: { workspace: "T1", channel: "C0BOOKS", message: postedTs, thread: postedTs },
    requester: "U0MAIA",
    file: { id: "F1", name: "The Lighthouse.txt" },
    book: undefined,
    target: "fr",
    at: noon,
    standsMs: setup.quoteStandsMs,
  });
  return { ...quote, ...changes };
}

/** Read, English, with a balance: on offer. */
export function aQuote(changes: Partial<Quote> = {}, characters = 12_345): Quote {
  const quote = aPostedQuote({
    reading: { status: "read", manuscript: aManuscript({ characters }) },
    language: "en",
    balance: { credits: 20_000, at: noon },
    ...changes,
  });
  const manuscript = manuscriptOf(quote);
  const looked =
    manuscript && aCoverage({ target: quote.target, textSha256: manuscript.textSha256 });
  const coverage = changes.coverage ?? looked;
  const glossary = { terms: noTerms(quote.target), ...changes.glossary };
  return { ...quote, coverage, glossary };
}

/** Returns the quote after the partner failed to name the language in time. */
export function inNoLanguage(quote: Quote): Quote {
  return { ...quote, language: undefined };
}

/** Returns the terms of a book that has decided nothing for the language. */
export function noTerms(target: string): BookTerms {
  return { target, hash: undefined, count: 0 };
}

/** Returns a look-up that found no earlier approval of the text. */
export function aCoverage(changes: Partial<Coverage> = {}): Coverage {
  const found = { runs: [], units: [], variants: [], approved: [] };
  return { target: "fr", textSha256: "a".repeat(64), version: 0, ...found, ...changes };
}

/** Returns another card's translation of the first 9,000 code points, in the same conversation. */
export function aCoveringRun(changes: Partial<ExistingRun> = {}): ExistingRun {
  return {
    key: "k0",
    quoteId: "q0",
    kind: "translation",
    slice: [{ from: 0, to: 9000 }],
    at: noon,
    status: "done",
    glossary: undefined,
    link: "https://lantern-books.slack.com/archives/C0BOOKS/p1",
    isShared: true,
    ...changes,
  };
}

/** Returns a quote of five chapters; another card has translated the first three. */
export function aSerial(run: Partial<ExistingRun> = {}, changes: Partial<Quote> = {}): Quote {
  const chapters = [0, 3000, 6000, 9000, 11_000].map((start, index, starts) => ({
    title: `Chapter ${index + 1}`,
    start,
    characters: (starts[index + 1] ?? 12_345) - start,
  }));
  const manuscript = aManuscript({ characters: 12_345, chapters });
  const coverage = aCoverage({ runs: [aCoveringRun(run)] });
  return aQuote({ reading: { status: "read", manuscript }, coverage, ...changes });
}

export function aManuscript(changes: Partial<Manuscript> = {}): Manuscript {
  return {
    encoding: "utf-8",
    textBytes: 13_000,
    textSha256: "a".repeat(64),
    characters: 12_345,
    chapters: [],
    indexedNames: [],
    openings: [{ limit: 2000, slice: opening(2000), measured: { bytes: 2000, sha256: "o" } }],
    ...changes,
  };
}

/** Returns the first code points of a text as a slice. */
export function opening(characters: number): Slice {
  return [{ from: 0, to: characters }];
}

/** Returns an approved full translation, with the key that follows from its plan. */
export function aTask(changes: Partial<Task> = {}): Task {
  const plan: TaskPlan = {
    kind: "translation",
    target: "fr",
    slice: undefined,
    generation: 0,
    price: 12_345,
    approval: { by: "U0APPROVER", at: noon },
    ...changes,
  };
  const ground = { workspace: "T1", quoteId: "q", textSha256: "a".repeat(64) };
  return { ...planTask(ground, plan), ...changes };
}

export function aPreview(changes: Partial<Task> = {}): Task {
  return aTask({ kind: "preview", slice: opening(3000), price: 3000, ...changes });
}

export function aGlossaryTask(changes: Partial<Task> = {}): Task {
  return aTask({ kind: "glossary", slice: opening(12_345), ...changes });
}

export function aLanguageTask(changes: Partial<Task> = {}): Task {
  return aTask({
    kind: "language",
    slice: opening(2000),
    price: 0,
    approval: undefined,
    ...changes,
  });
}

export function anEstimateTask(changes: Partial<Task> = {}): Task {
  return aTask({ kind: "estimate", price: 0, approval: undefined, ...changes });
}

/** Without a slice, as estimates were once sent, it says nothing of the partner's rate. */
export function anEstimate(
  credits: number | undefined,
  tokens: number | undefined,
  slice?: Task["slice"],
): Task {
  const state = completed({ estimatedCredits: credits, estimatedTokens: tokens });
  return anEstimateTask({ state, slice });
}

export const inquirySlice = [{ from: 0, to: 2000 }];

export function anAttempt(changes: Partial<Attempt> = {}): Attempt {
  return { startedAt: noon, endedAt: undefined, outcome: undefined, fault: undefined, ...changes };
}

/** Returns a task whose sends ended like this, each 10 s after it began, a minute apart. */
export function aSendingTask(
  outcomes: readonly Attempt["outcome"][] = [undefined],
  changes: Partial<Task> = {},
): Task {
  const attempts = outcomes.map((outcome, n) => {
    const startedAt = noon + n * minute;
    const endedAt = outcome === undefined ? undefined : startedAt + 10 * second;
    return anAttempt({ startedAt, endedAt, outcome });
  });
  return aTask({ attempts, state: { status: "sending" }, ...changes });
}

export function completed(
  result: Partial<Result> = {},
): Extract<TaskState, { status: "completed" }> {
  return {
    status: "completed",
    taskId: "task-7",
    since: noon,
    endedAt: noon + minute,
    result: {
      charged: undefined,
      estimatedCredits: undefined,
      estimatedTokens: undefined,
      sourceLang: undefined,
      terms: undefined,
      ...result,
    },
  };
}

type Running = Extract<TaskState, { status: "running" }>;

export function running(changes: Partial<Running> = {}): Running {
  return {
    status: "running",
    taskId: "task-7",
    since: noon,
    lookedAt: noon,
    word: "pending",
    progress: undefined,
    msLeft: undefined,
    overdueSince: undefined,
    missing: 0,
    ...changes,
  };
}

type Failed = Extract<TaskState, { status: "failed" }>;

export function failed(changes: Partial<Failed> = {}): Failed {
  return {
    status: "failed",
    taskId: "task-7",
    at: noon,
    word: "failed",
    lookedAt: noon,
    ...changes,
  };
}

export function rejectedFor(reason: Extract<TaskState, { status: "rejected" }>["reason"]) {
  return { status: "rejected", at: noon, reason } as const;
}

export const unknown: TaskState = { status: "unknown", since: noon, fault: "UnavailableError" };
export const vanished: Extract<TaskState, { status: "vanished" }> = {
  status: "vanished",
  taskId: "task-7",
  at: noon,
};

export function aPartnerTask(changes: Partial<PartnerTask> = {}): PartnerTask {
  return {
    taskId: "task-7",
    status: changes.outcome ?? "pending",
    outcome: "pending",
    characters: undefined,
    estimatedCredits: undefined,
    estimatedTokens: undefined,
    progress: undefined,
    chargedCredits: undefined,
    sourceLang: undefined,
    terms: undefined,
    ...changes,
  };
}

export function aTerm(source: string, target: string, confidence?: number): Term {
  return { source, target, confidence };
}

type PostedCard = Extract<Card, { status: "posted" }>;

export function aCard(changes: Partial<PostedCard> = {}): PostedCard {
  return { status: "posted", channel: "C0BOOKS", ts: "2.2", face: "", key: undefined, ...changes };
}

export function aUsage(changes: Partial<Usage> = {}): Usage {
  return {
    keyPrefix: "sk_live_ab12cd34ef",
    balanceCredits: 20_000,
    periodUsedCredits: 5000,
    periodStart: "2026-11-01T00:00:00Z",
    periodEnd: undefined,
    requestsPerMinute: 60,
    ...changes,
  };
}

export function aSpendRow(changes: Partial<SpendRow> = {}): SpendRow {
  return {
    key: "k1",
    quoteId: "q1",
    workspace: "T1",
    channel: "C0BOOKS",
    person: "U0MAIA",
    approver: "U0ANA",
    book: undefined,
    product: "translation",
    target: "fr",
    characters: 12_345,
    credits: 12_345,
    basis: "charged",
    approvedAt: noon,
    ...changes,
  };
}
