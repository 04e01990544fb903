import { createHash } from "node:crypto";

import type { TextNames } from "#domain/claim.ts";
import type { AppContext, InquiryNews, Manuscripts, People, Person } from "#domain/context.ts";
import { UnavailableError } from "#domain/errors.ts";
import { type Inquiries, firstInquiries } from "#domain/estimate/inquiries.ts";
import type { Manuscript } from "#domain/manuscript.ts";
import type { CreateTask, Partner, PartnerTask } from "#domain/partner.ts";
import type { Quote } from "#domain/quote.ts";
import { type AuditEvent, auditOf } from "#domain/settings/audit.ts";
import type { Slice } from "#domain/slice.ts";
import type { LowBalance } from "#domain/spending/account.ts";
import { type Step, hasWorkLeft } from "#domain/steps.ts";
import { createLearnedSpeeds } from "#features/translation/run-task.ts";
import { createForm, bodyDigest } from "#partner/multipart.ts";
import { createRefusals } from "#slack/answers.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { createQuoteStore } from "#store/quotes.ts";
import { recordNamed } from "#store/small-records.ts";
import { openSmallStores } from "#store/small-stores.ts";
import type { CasStore } from "#store/store.ts";
import { advanceQuote, dueSteps } from "#worker/advance-quote.ts";

import { aCard, aManuscript, aPartnerTask, aQuote, minute, noon, setup } from "../builders.ts";
import { aThread } from "./fake-thread.ts";

/** The fakes' text has no names: its hash alone identifies it. */
export const noNames: TextNames = { whole: "the fakes", chapters: [], fingerprints: undefined };

export const text = "It rained. ".repeat(400);

export const manuscript: Manuscript = aManuscript({
  textBytes: text.length,
  textSha256: sha256(text),
  characters: text.length,
});

/** Returns a quote on offer, with the text that the fakes hand out. */
export function anOffer(changes: Partial<Quote> = {}): Quote {
  return aQuote({ reading: { status: "read", manuscript }, card: aCard(), ...changes });
}

type Options = {
  readonly store?: CasStore;
  readonly partner?: Partial<Partner>;
  readonly manuscripts?: Partial<Manuscripts>;
  readonly people?: Partial<People>;
  /** The content behind every download link. */
  readonly result?: string | Uint8Array;
  readonly thread?: ReturnType<typeof aThread>;
  readonly inquiries?: Inquiries;
};

/**
 * Returns the ports over a ledger in memory, a clock that stands still, and small fakes of the
 * outside world.
 */
export function testAppContext(options: Options = {}) {
  const clock = { now: noon };
  const events: AuditEvent[] = [];
  const woken: string[] = [];
  const warnings: LowBalance[] = [];
  const partner = aPartner();
  const asked = { ...partner.partner, ...options.partner };
  const store = options.store ?? createMemoryStore();
  const thread = options.thread ?? aThread();
  const { accounts, speeds, ...kept } = openSmallStores(store);
  const news: InquiryNews[] = [];
  let inquiries = options.inquiries ?? firstInquiries;
  const quoteStore = createQuoteStore(store, (quote) => hasWorkLeft(quote, setup), {
    apiKeyFingerprint: "key",
  });
  quoteStore.watch((before, after) => void events.push(...auditOf(before, after)));
  const ctx: AppContext = {
    ...kept,
    setup,
    workspace: "T1",
    now: () => clock.now,
    tick: () => clock.now,
    quoteStore,
    partner: asked,
    openLink: (taskId) => asked.download(taskId),
    tryKey: async () => {},
    aheadMs: () => undefined,
    openResult: resultOf(options.result ?? "fini"),
    manuscripts: { ...aShelf(), ...options.manuscripts },
    thread: thread.thread,
    people: { ...aGalley(), ...options.people },
    wake: (id) => void woken.push(id),
    inquiries: {
      read: async () => inquiries,
      change: async (next) => (inquiries = next(inquiries)),
      decide: async (next) => {
        const decided = next(inquiries);
        inquiries = decided.record;
        return decided;
      },
      tell: (one) => void news.push(one),
    },
    records: {
      status: async () => "open",
      isStoreFit: async () => true,
      noteLoss: async () => {},
      resumeSales: async () => ({ status: "nothing-lost" }),
    },
    refusals: createRefusals({ tick: () => clock.now, unheard: () => undefined }),
    account: recordNamed(accounts, "key"),
    speeds: createLearnedSpeeds({
      records: speeds,
      onFault: () => undefined,
    }),
    warnOfBalance: (low) => void warnings.push(low),
    warnOfBudget: () => undefined,
    // No wait ends by itself: the awaited event always comes first.
    sleep: (ms) => (ms === 0 ? Promise.resolve() : new Promise(() => undefined)),
    audit: (event) => void events.push(event),
  };
  return { ctx, clock, events, woken, warnings, news, partner, thread };
}

export type TestPorts = ReturnType<typeof testAppContext>;

/** Takes due steps in order of time, until only the quote's expiry is left. */
export async function runOut({ ctx, clock }: TestPorts, id: string): Promise<readonly unknown[]> {
  const faults: unknown[] = [];
  const tries = new Map<string, number>();
  for (let turn = 0; turn < 200; turn += 1) {
    const step = await nextStep(ctx, id, faults);
    if (step === "again") continue;
    if (step === undefined) return faults;
    clock.now = Math.max(clock.now, step.at);
    try {
      await advanceQuote(ctx, id, step);
    } catch (error) {
      faults.push(error);
      const count = (tries.get(step.kind) ?? 0) + 1;
      tries.set(step.kind, count);
      clock.now += Math.min(minute, 1000 * 2 ** count);
    }
  }
  throw new Error("it never comes to rest");
}

async function nextStep(
  ctx: AppContext,
  id: string,
  faults: unknown[],
): Promise<Step | "again" | undefined> {
  try {
    const steps = await dueSteps(ctx, id);
    return steps.filter((step) => step.kind !== "expire").toSorted((a, b) => a.at - b.at)[0];
  } catch (error) {
    faults.push(error);
    return "again";
  }
}

/**
 * Returns a partner that honours its keys: one task for each key, even when its answers are lost.
 */
export function aPartner() {
  const tasks = new Map<string, PartnerTask>();
  const arrived: CreateTask[] = [];
  /**
   * The fates of the next creates: a fault before anything is made, or the answer lost after it.
   */
  const script: (Error | "answer-lost" | "answered")[] = [];
  const partner: Partner = {
    usage: async () => ({
      keyPrefix: "gk_",
      balanceCredits: 20_000,
      periodUsedCredits: 0,
      periodStart: "2026-11-01",
      periodEnd: undefined,
      requestsPerMinute: 60,
    }),
    createTask: async (create) => {
      const { stream } = createForm(create, "file");
      for await (const _ of stream(new AbortController().signal));
      arrived.push(create);
      const fate = script.shift() ?? "answered";
      if (fate instanceof Error) throw fate;
      const made =
        tasks.get(create.key) ??
        aPartnerTask({ taskId: `task-${tasks.size + 1}`, sourceLang: "en" });
      tasks.set(create.key, made);
      if (fate === "answer-lost") throw new UnavailableError("no answer");
      return made;
    },
    bodyDigest: (body) => bodyDigest(body, "file"),
    task: async (taskId) => aPartnerTask({ taskId, outcome: "completed", chargedCredits: 4400 }),
    download: async () => ({ url: "https://p.example/d", fileSize: undefined }),
  };
  return { partner, tasks, arrived, script };
}

function aShelf(): Manuscripts {
  const opening = (limit: number) => text.slice(0, limit);
  const sliceOf = (slice: Slice = [{ from: 0, to: text.length }]) =>
    slice.map(({ from, to }) => text.slice(from, to)).join("");
  return {
    expect: () => undefined,
    read: async (_id, { openings: limits, permitted }) => {
      await permitted;
      const openings = limits.map((limit) => ({
        limit,
        slice: [{ from: 0, to: opening(limit).length }],
        measured: { bytes: opening(limit).length, sha256: sha256(opening(limit)) },
      }));
      return { manuscript: { ...manuscript, openings }, names: noNames };
    },
    open: async function* open({ slice }) {
      yield Buffer.from(sliceOf(slice));
    },
    measure: async ({ slice: ranges }) => {
      const slice = sliceOf(ranges);
      return { bytes: slice.length, sha256: sha256(slice), textSha256: sha256(text) };
    },
    putBack: async () => ({ status: "too-large" }),
  };
}

function resultOf(content: string | Uint8Array): AppContext["openResult"] {
  return async function* open() {
    yield Buffer.from(content);
  };
}

function aGalley(): People {
  const person = (id: string): Person => ({ id, isMember: id !== "U0GUEST" });
  return {
    find: async (id) => person(id),
    roles: async () => ({ admins: new Set(["U0ADA"]), approvers: new Set(["U0ANA", "U0GUEST"]) }),
    isIn: async (_, id) => id !== "U0STRANGER",
    forget: () => undefined,
  };
}

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}
