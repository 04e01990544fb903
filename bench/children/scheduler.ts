import { changeTask, type Quote } from "../../src/domain/quote.ts";
import { type Step, stepsOf } from "../../src/domain/steps.ts";
import { openQuotes } from "../../src/features/shared/records.ts";
import { createBudget } from "../../src/partner/budget.ts";
import { createWindow } from "../../src/service/contract/endpoints.ts";
import { createMemoryStore } from "../../src/store/open-store.ts";
import { type WatchedQuoteStore, createQuoteStore } from "../../src/store/quotes.ts";
import { createScheduler } from "../../src/worker/loop.ts";
import { setup } from "../../test/builders.ts";
import { handClock } from "../../test/partner/hand-clock.ts";
import { answerQuestions } from "../measure/child-side.ts";
import { aRunningQuote } from "../measure/quotes.ts";

/**
 * Simulates ten minutes of Galley with this many running tasks, at sixty requests a minute, on a
 * manual clock.
 */
answerQuestions((count) => tenMinutes(Number(count)));

async function tenMinutes(count: number) {
  const clock = handClock();
  const quoteStore = createQuoteStore(createMemoryStore(), () => true);
  for (let n = 0; n < count; n += 1) await quoteStore.add(aRunningQuote(n, -n * 1000));
  const galley = openGalley(clock, quoteStore);
  const before = heap();
  const started = performance.now();
  await galley.scheduler.start();
  while (galley.scheduler.waiting() < count) await clock.pass(0);
  await clock.pass(0);
  const startMs = performance.now() - started;
  const bytesEach = (heap() - before) / count;
  const cpu = process.cpuUsage();
  for (let second = 0; second < 600; second += 1) {
    if (second % 20 === 10) galley.approve();
    if (second % 10 === 5) galley.click();
    await clock.pass(1000);
  }
  const { user, system } = process.cpuUsage(cpu);
  await galley.scheduler.stop();
  const seen = galley.seen();
  return { ...seen, startMs, bytesEach, cpuMsEach: (user + system) / 1000 / seen.looks };
}

/** Opens the scheduler over this ledger, with a partner that only counts. */
function openGalley(clock: ReturnType<typeof handClock>, quoteStore: WatchedQuoteStore) {
  const partner = createPartner(clock.now);
  const { sleep } = clock;
  const budget = createBudget({ now: clock.now, sleep, random: () => 0, perMinute });
  const approvals = createApprovals(clock.now);
  let looks = 0;
  const scheduler = createScheduler({
    openIds: async () => (await openQuotes(quoteStore)).map(({ id }) => id),
    due: async (id) => approvals.due(id) ?? stepsIn(await quoteStore.find(id)),
    advance: async (id, step) => {
      partner.ask();
      if (approvals.send(id)) return;
      looks += 1;
      await quoteStore.change(id, (quote) => looked(quote, step, clock.now()));
    },
    turn: (signal) => budget.turn("work", signal),
    setup,
    now: clock.now,
    sleep,
    onFault: (_id, _step, error) => {
      throw error;
    },
  });
  return {
    scheduler,
    approve: () => scheduler.wake(approvals.add()),
    click: () => void budget.turn("people").then(partner.ask),
    seen: () => ({ looks, refused: partner.refused(), approvalMs: approvals.waits() }),
  };
}

function stepsIn(quote: Quote | undefined): readonly Step[] {
  return quote === undefined ? [] : stepsOf(quote, setup);
}

const perMinute = 60;

/** Creates a partner with the rate limit of the local one. */
function createPartner(now: () => number) {
  const key = { hash: "", rpm: perMinute };
  const { take } = createWindow();
  let refused = 0;
  return {
    ask: (): void => {
      void take(key, now()).then((wait) => (refused += Number(wait > 0)));
    },
    refused: () => refused,
  };
}

/** Creates a queue of approved translations, and keeps how long each waits to be sent. */
function createApprovals(now: () => number) {
  const waiting = new Map<string, number>();
  const waits: number[] = [];
  return {
    add: (): string => {
      const id = `approved-${waits.length + waiting.size}`;
      waiting.set(id, now());
      return id;
    },
    due: (id: string): readonly Step[] | undefined => {
      if (!id.startsWith("approved-")) return undefined;
      const at = waiting.get(id);
      return at === undefined ? [] : [{ kind: "send", key: id, paid: true, at, until: undefined }];
    },
    send: (id: string): boolean => {
      const at = waiting.get(id);
      if (at === undefined) return false;
      waiting.delete(id);
      waits.push(now() - at);
      return true;
    },
    waits: () => [...waits, ...[...waiting.values()].map((at) => now() - at)],
  };
}

function looked(quote: Quote, step: Step, at: number): Quote {
  if (step.kind !== "poll") return quote;
  return changeTask(quote, step.key, (task) =>
    task.state.status === "running" ? { ...task, state: { ...task.state, lookedAt: at } } : task,
  );
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
