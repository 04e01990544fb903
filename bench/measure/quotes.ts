import { newQuote, type Quote } from "../../src/domain/quote.ts";
import { planTask, type TaskState } from "../../src/domain/task.ts";

/** Returns a quote with a translation that has run since `at`: a record of about the usual size. Times in ms. */
export function aRunningQuote(n: number, at: number): Quote {
  const message = `${Math.floor(at / 1000)}.${String(n).padStart(6, "0")}`;
  const quote = newQuote({
    place: { workspace: "T0BENCH", channel: "C0BOOKS", message, thread: message },
    requester: "U0ROBIN",
    file: { id: `F${n}`, name: `Chapter ${n}.txt` },
    target: "fr",
    at,
    standsMs: 86_400_000,
  });
  const characters = 2000 + ((n * 7919) % 400_000);
  const text = String(n).padStart(64, "a");
  const state: TaskState = {
    status: "running",
    taskId: `task-${n}`,
    since: at,
    lookedAt: at,
    word: "pending",
    progress: undefined,
    msLeft: undefined,
    overdueSince: undefined,
    missing: 0,
  };
  const plan = { ...anOrder, price: characters, approval: { by: "U0ANA", at } };
  const ground = { workspace: "T0BENCH", quoteId: quote.id, textSha256: text };
  const task = planTask(ground, plan);
  const attempt = { startedAt: at, endedAt: at, outcome: "created", fault: undefined } as const;
  return {
    ...quote,
    reading: { status: "read", manuscript: manuscriptOf(characters, text) },
    language: "en",
    balance: { credits: 1_000_000, at },
    coverage: {
      target: "fr",
      version: 0,
      textSha256: text,
      runs: [],
      units: [],
      variants: [],
      approved: [],
    },
    tasks: [{ ...task, attempts: [attempt], sent: { bodySha256: text }, state }],
    card: { status: "undeliverable", why: "bench" },
  };
}

const anOrder = {
  kind: "translation",
  target: "fr",
  generation: 0,
} as const;

function manuscriptOf(characters: number, textSha256: string) {
  const opening = {
    limit: 2000,
    slice: [{ from: 0, to: 2000 }],
    measured: { bytes: 2000, sha256: textSha256 },
  };
  return {
    encoding: "utf-8",
    textBytes: characters,
    textSha256,
    characters,
    chapters: [],
    indexedNames: [],
    openings: [opening, { ...opening, limit: 3000 }, { ...opening, limit: 30_000 }],
  } as const;
}
