import type { KnownBlock } from "@slack/types";

import { defaultLanguages } from "../../../src/domain/languages.ts";
import { type Quote, newQuote } from "../../../src/domain/quote.ts";
import { type Result, type Task, type TaskState, planTask } from "../../../src/domain/task.ts";
import type { Desk } from "../../../src/slack/views/desk.ts";

/** 20 November 2026, 14:05 UTC. */
export const noon = 1_795_183_500_000;

export const desk: Desk = {
  approvers: ["U0APPROVER", "S0EDITORS"],
  rules: {
    languages: defaultLanguages,
    defaultTarget: "fr",
    previewChars: 3000,
    quoteStandsMs: 86_400_000,
    pollMinMs: 5000,
    pollMaxMs: 60_000,
    partnerTimeoutMs: 90_000,
    resendQuietMs: 60_000,
    resendWindowMs: 900_000,
  },
};

export function aPostedQuote(changes: Partial<Quote> = {}): Quote {
  const quote = newQuote({
    place: { workspace: "T1", channel: "C0BOOKS", message: "1.1", thread: "1.1" },
    requester: "U0MAIA",
    file: { id: "F1", name: "The Lighthouse.txt" },
    target: "fr",
    at: noon,
    standsMs: 86_400_000,
  });
  return { ...quote, ...changes };
}

/** Read, English, with a balance: on offer. */
export function aQuote(changes: Partial<Quote> = {}, characters = 12_345): Quote {
  return aPostedQuote({
    reading: {
      status: "read",
      manuscript: {
        encoding: "utf-8",
        fileBytes: 13_000,
        fileSha256: "f".repeat(64),
        textBytes: 13_000,
        textSha256: "a".repeat(64),
        characters,
        openings: [],
      },
    },
    language: "en",
    balance: { credits: 20_000, at: noon },
    ...changes,
  });
}

export function aTask(changes: Partial<Task> = {}): Task {
  const planned = planTask(
    { workspace: "T1", quoteId: "q", textSha256: "a".repeat(64) },
    {
      action: "translation",
      target: "fr",
      scope: undefined,
      glossaryHash: undefined,
      strategy: undefined,
      generation: 0,
      price: 12_345,
      approval: { by: "U0APPROVER", at: noon },
    },
  );
  return { ...planned, ...changes };
}

export function aPreview(changes: Partial<Task> = {}): Task {
  return aTask({ scope: 3000, price: 3000, ...changes });
}

export function aGlossaryTask(changes: Partial<Task> = {}): Task {
  return aTask({ action: "glossary_extraction", scope: 12_345, ...changes });
}

export function anEstimate(credits: number | undefined, tokens: number | undefined): Task {
  const state = completed({ estimatedCredits: credits, estimatedTokens: tokens });
  return aTask({ action: "token_estimate", price: 0, approval: undefined, state });
}

export function completed(result: Partial<Result> = {}): TaskState {
  return {
    status: "completed",
    taskId: "task-7",
    since: noon,
    endedAt: noon + 60_000,
    result: {
      charged: undefined,
      characters: undefined,
      estimatedCredits: undefined,
      estimatedTokens: undefined,
      sourceLang: undefined,
      terms: undefined,
      files: undefined,
      ...result,
    },
  };
}

type Running = Extract<TaskState, { status: "running" }>;

export function running(changes: Partial<Running> = {}): TaskState {
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

export function rejectedFor(reason: Extract<TaskState, { status: "rejected" }>["reason"]) {
  return { status: "rejected", at: noon, reason } as const;
}

/** Every text of the blocks in reading order, confirms included. */
function textsOf(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "text" && typeof value === "string" ? [value] : textsOf(value),
  );
}

export function shownText(blocks: readonly KnownBlock[]): string {
  return textsOf(blocks).join("\n");
}

/** The controls of a message: action ids in order. */
export function controlsOf(blocks: readonly KnownBlock[]): readonly string[] {
  return blocks.flatMap((block) =>
    block.type === "actions" ? block.elements.map(({ action_id }) => action_id ?? "") : [],
  );
}

export function confirmOf(blocks: readonly KnownBlock[], actionId: string): string {
  const elements = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
  const found = elements.find((element) => element.action_id === actionId);
  return found !== undefined && "confirm" in found ? (found.confirm?.text.text ?? "") : "";
}
