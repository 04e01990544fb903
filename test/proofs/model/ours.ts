import type { AppContext, Thread } from "#domain/context.ts";
import {
  BadRequestError,
  IdempotencyConflictError,
  ManuscriptError,
  PaymentRequiredError,
  RateLimitedError,
  UnauthorizedError,
  UnavailableError,
} from "#domain/errors.ts";
import { cardDigest, cardTask } from "#domain/estimate/card-digest.ts";
import type { Inquiries } from "#domain/estimate/inquiries.ts";
import { emptyTermBase } from "#domain/glossary/glossary.ts";
import { offerTag } from "#domain/offer.ts";
import type { Partner, PartnerTask, Usage } from "#domain/partner.ts";
import { type Quote, translationOf } from "#domain/quote.ts";
import type { CardRun } from "#domain/recovery.ts";
import { initialSettings } from "#domain/settings/settings.ts";
import { type Account, newAccount } from "#domain/spending/account.ts";
import { type Step, stepsOf } from "#domain/steps.ts";
import { approveQuote } from "#features/approval/approve-quote.ts";
import { restoreQuote } from "#features/shared/restore-quote.ts";
import { createRefusals } from "#slack/answers.ts";
import { createClaims } from "#store/claims.ts";
import { createQuoteStore, parseQuote, printQuote } from "#store/quotes.ts";
import { RedisUnavailableError } from "#store/redis.ts";
import { type CasStore, type Change, createStore, deserialise, serialise } from "#store/store.ts";
import { advanceQuote } from "#worker/advance-quote.ts";

import { aManuscript, aQuote, noon, setup } from "../../builders.ts";
import type { Design } from "./designs.ts";
import { NoAnswer, type Outside, type Program, readCard, readFound } from "./replay.ts";
import { storeOf } from "./store.ts";
import { type CardShown, theCard } from "./world.ts";

/**
 * The shipped code: its ledger, use cases and rules run inside the model, and only the world
 * outside the process is simulated. Left out: the agenda (anyone may take any due step at any
 * time), the streaming of the manuscript, estimates, and a card that is not posted yet.
 */
export const ours: Design = {
  name: "ours",
  checksLast: true,
  postsAre: "pings",
  acts: (world) => {
    const { offer } = theCard(world);
    return [{ name: `click ${offer}`, uses: "clicks", take: clickOn(offer) }];
  },
  isQuiet: (wish) =>
    wish.kind === "find" || (wish.kind === "read" && !wish.key.startsWith("quote:")),
  steps: (record) => {
    const quote = parseQuote(record);
    const steps = stepsOf(quote, setup).filter(({ kind: word }) => !notPlayed.has(word));
    return steps.map(withInquiryDecisions).map((step) => ({
      name: JSON.stringify(step),
      at: step.at,
      take: (outside) => advanceQuote(portsOver(outside), quote.id, step),
    }));
  },
};

/** Sends no inquiry: each is known to cost credits. */
function withInquiryDecisions(step: Step): Step {
  return step.kind === "send" && !step.paid
    ? { kind: "weigh-inquiry", key: step.key, at: 0 }
    : step;
}

/** An account whose balance reading never gets old. */
export const rich: Account = {
  ...newAccount,
  reading: { balance: 20_000, used: 0, at: 10 * noon },
};

/** A card that people can click on. */
const quote: Quote = onCard(aQuote());

/** The store and the cards before anything happens. */
export const offered = {
  store: storeOf({
    [`quote:${quote.id}`]: printQuote(quote),
    "account:": serialise(rich),
  }),
  cards: { [quote.id]: shownBy(quote) },
};

export function onCard(quote: Quote): Quote {
  const face = cardDigest(quote);
  return {
    ...quote,
    card: { status: "posted", channel: "C0BOOKS", ts: "1.2", face, key: undefined },
  };
}

function clickOn(offer: string | undefined): Program {
  return async (outside) => {
    const { id: quoteId, place, file, request } = quote;
    const ctx = portsOver(outside);
    const click = { quoteId, ...place, person: "U0ANA" };
    const approved = await approveQuote(ctx, { ...click, product: "translation", offer });
    if (approved.status !== "unknown-card") return;
    const source = { file: file.id, message: place.message, target: quote.target };
    await restoreQuote(ctx, { ...click, source }, [
      { ...file, person: request.by, ts: place.message, thread: place.message },
    ]);
  };
}

export function portsOver(outside: Outside, changes: Partial<AppContext> = {}): AppContext {
  const store = storeOver(outside);
  return {
    setup,
    workspace: "T1",
    now: outside.now,
    tick: outside.now,
    quoteStore: createQuoteStore(store, () => true),
    partner: partnerOver(outside),
    openLink: unused,
    tryKey: async () => undefined,
    aheadMs: () => undefined,
    openResult: async function* () {
      yield Buffer.from("-");
    },
    refusals: createRefusals({ tick: outside.now, unheard: () => undefined }),
    thread: threadOver(outside),
    manuscripts: {
      read: async () => ({
        manuscript: aManuscript(),
        names: { whole: "", chapters: [], fingerprints: undefined },
      }),
      // Results are not compared: the requests for it change nothing in the model.
      open: gone,
      expect: () => undefined,
      measure: unused,
      putBack: unused,
    },
    people: {
      find: async (id) => ({ id, isMember: true }),
      roles: async () => ({ admins: new Set<string>(), approvers: new Set(["U0ANA"]) }),
      isIn: async () => true,
      forget: () => undefined,
    },
    wake: () => undefined,
    // Estimates and languages are left out, which keeps the number of states small.
    inquiries: {
      read: async () => switchedOff,
      change: async () => switchedOff,
      decide: unused,
      tell: () => undefined,
    },
    terms: {
      read: async () => emptyTermBase,
      change: async () => emptyTermBase,
      decide: unused,
      erase: unused,
    },
    bookPairs: { decide: unused, unfinished: async () => [] },
    erased: { read: async () => undefined, change: unused, decide: unused },
    books: { read: async () => undefined, change: unused, decide: unused },
    limits: {
      read: async () => undefined,
      change: async () => undefined,
      decide: async (_, next) => next(undefined),
    },
    glossaries: { keep: async () => "", find: async () => undefined, erase: unused },
    settings: {
      read: async () => initialSettings,
      change: async () => initialSettings,
      decide: unused,
    },
    // `test/features/recovery/restore-records.test.ts` covers an emptied store.
    records: {
      status: async () => "open",
      isStoreFit: async () => true,
      noteLoss: async () => {},
      resumeSales: async () => ({ status: "nothing-lost" }),
    },
    claims: createClaims(store),
    // The model knows only the bytes of a text, not its names.
    texts: { read: async () => undefined, change: async () => undefined },
    account: {
      read: async () => rich,
      change: async (next) => next(rich),
      decide: async (next) => next(rich),
    },
    speeds: { current: () => ({}), learn: async () => {}, recall: async () => {} },
    held: { find: async () => ({ terms: [], spend: [], glossary: [], limit: [], book: [] }) },
    spend: { put: async () => {}, read: async () => undefined, month: async () => [] },
    warnOfBalance: () => undefined,
    warnOfBudget: () => undefined,
    sleep: (ms) => (ms === 0 ? Promise.resolve() : new Promise(() => undefined)),
    audit: () => undefined,
    ...changes,
  };
}

export function storeOver({ ask }: Outside): CasStore {
  return createStore({
    get: async (key) => {
      const record = await ask({ kind: "read", key });
      return typeof record === "string" ? record : undefined;
    },
    set: unused,
    delete: unused,
    clear: unused,
    commit: async (changes) => {
      const written = await ask({ kind: "commit", changes: changes.map(inOneOrder) });
      if (written === "behind") throw new RedisUnavailableError("lacks records that it had");
      return written === true;
    },
    deadlinesPassed: async () => {},
    find: async (index, values) => new Map(readFound(await ask({ kind: "find", index, values }))),
    // One page holds all keys.
    list: async (index, value, { offset }) => {
      const found = readFound(await ask({ kind: "find", index, values: [value] }));
      return offset === 0 ? found.flatMap(([, keys]) => keys) : [];
    },
    ping: unused,
    hasAllCommits: async () => (await ask({ kind: "has-all-commits", atOnce: true })) === true,
    writable: unused,
    close: unused,
  });
}

/** Sorts a record, so that equal contents print alike and make one state. */
function inOneOrder(change: Change): Change {
  const { key, after } = change;
  if (after === undefined) return change;
  const ordered = inOrder.get(after) ?? inOneOrderOf(key, after);
  inOrder.set(after, ordered);
  return { ...change, after: ordered };
}

function inOneOrderOf(key: string, record: string): string {
  if (key.startsWith("quote:")) {
    const quote = parseQuote(record);
    const { coverage } = quote;
    if (coverage === undefined) return printQuote(quote);
    const [runs, approved] = [coverage.runs.toSorted(byKey), coverage.approved.toSorted(byKey)];
    return printQuote({ ...quote, coverage: { ...coverage, runs, approved } });
  }
  if (!key.startsWith("account:")) return record;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the ledger has written it just now
  const account = deserialise(record) as Account;
  return serialise({ ...account, reservations: account.reservations.toSorted(byKey) });
}

function byKey(one: { readonly key: string }, other: { readonly key: string }): number {
  return one.key < other.key ? -1 : 1;
}

const inOrder = new Map<string, string>();

function partnerOver({ ask }: Outside): Partner {
  return {
    createTask: async ({ key, beforeLastBytes }) => {
      await beforeLastBytes();
      try {
        return taskSeen(Number(await ask({ kind: "create", key })), "pending");
      } catch (error) {
        throw error instanceof NoAnswer ? faultOf(error) : error;
      }
    },
    bodyDigest: () => "b".repeat(64),
    task: async (taskId) => {
      const task = Number(taskId);
      const word = await ask({ kind: "look", task });
      return taskSeen(task, word === "failed" ? "failed" : "completed");
    },
    usage: async () => usage,
    download: async (taskId) => ({ url: `https://partner.invalid/${taskId}`, fileSize: 1 }),
  };
}

const usage: Usage = {
  keyPrefix: "model",
  balanceCredits: 20_000,
  periodUsedCredits: 0,
  periodStart: "2026-11-01T00:00:00Z",
  periodEnd: undefined,
  requestsPerMinute: 60,
};

function threadOver({ ask }: Outside): Thread {
  return {
    expectCard: () => undefined,
    isGone: async () => false,
    updateCard: async (quote) =>
      void (await ask({ kind: "update-card", on: quote.id, card: shownBy(quote) })),
    // Nothing depends on reactions.
    react: async () => {},
    post: async (_, { id: about }) => {
      await ask({ kind: "post", about });
      return posted;
    },
    findPost: async (_, { id: about }) =>
      (await ask({ kind: "find-post", about })) === true ? posted : undefined,
    // An update may be repeated without harm.
    updatePost: async () => {},
    postCard: unused,
    readCardRuns: async () => [],
    findCard: async (on) => ({
      ...posted,
      ...readCardRuns(readCard(await ask({ kind: "read-card", on }))),
    }),
    upload: unused,
    share: unused,
    findShare: unused,
    linkTo: unused,
  };
}

/** Returns the card as people and a later process read it. */
function shownBy(quote: Quote): CardShown {
  const state = translationOf(quote)?.state;
  const shown = { key: cardTask(quote)?.key, offer: offerTag(quote, setup) };
  if (state === undefined) return { ...shown, says: "offer" };
  const word = state.status === "completed" ? "result" : state.status;
  return { ...shown, says: "taskId" in state ? `${word} ${state.taskId}` : word };
}

function readCardRuns({ key, says }: CardShown): { readonly facts: readonly CardRun[] } {
  const taskId = /\d+$/u.exec(says)?.[0];
  return { facts: key === undefined ? [] : [{ key, approvedAt: noon, taskId }] };
}

function taskSeen(task: number, outcome: PartnerTask["outcome"]): PartnerTask {
  return {
    taskId: String(task),
    status: outcome,
    outcome,
    characters: undefined,
    estimatedCredits: undefined,
    estimatedTokens: undefined,
    progress: undefined,
    chargedCredits: undefined,
    sourceLang: undefined,
    terms: undefined,
  };
}

function faultOf({ fault }: NoAnswer): Error {
  switch (fault) {
    case "lost":
      return new UnavailableError(fault);
    case "400":
      return new BadRequestError(fault);
    case "401":
      return new UnauthorizedError(fault);
    case "402":
      return new PaymentRequiredError(fault);
    case "409":
      return new IdempotencyConflictError(fault);
    case "429":
      return new RateLimitedError(fault, undefined);
  }
}

function gone(): never {
  throw new ManuscriptError("gone");
}

function unused(): never {
  throw new TypeError("the model does not play this");
}

const notPlayed: ReadonlySet<string> = new Set([
  "balance",
  "record-charge",
  "look-at-terms",
  // A purchase looks at coverage itself; `between.test.ts` covers other cards.
  "look-at-coverage",
]);
const posted = { channel: "C0BOOKS", ts: "1.3" };

/** The model orders nothing but what people buy. */
const switchedOff: Inquiries = { version: 1, off: { credits: 1, at: 0 } };
