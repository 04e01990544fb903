import * as fc from "fast-check";
import { expect, test } from "vitest";

import { RateLimitedError } from "#domain/errors.ts";
import { sendTask } from "#features/translation/run-task.ts";
import { createMemoryStore } from "#store/open-store.ts";
import type { CasStore } from "#store/store.ts";

import { minute } from "../../builders.ts";
import { anApproved, click, taskOf } from "../../support/approved.ts";
import { declineQuote } from "../../support/deciding.ts";

test("a run that the partner had no room for yet is taken back, and never sent", async () => {
  const galley = await afterA429();

  const outcome = await declineQuote(galley.ctx, { ...click, quoteId: galley.quote.id });
  await sendTask(galley.ctx, galley.quote, galley.key);

  expect(outcome.status).toBe("done");
  expect(galley.partner.arrived).toEqual([]);
  expect(galley.events.map(({ kind }) => kind)).toEqual(["approved", "declined", "cancelled"]);
});

test("taken back at the moment when a send begins: it is either sent or taken back, in whatever order they write", async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const slow = aSlowStore();
      const galley = await afterA429(slow.store);
      slow.pass = (work) => scheduler.schedule(Promise.resolve()).then(work);

      const both = Promise.all([
        declineQuote(galley.ctx, { ...click, quoteId: galley.quote.id }),
        sendTask(galley.ctx, galley.quote, galley.key),
      ]);
      await scheduler.waitFor(both);
      slow.pass = (work) => work();

      const [{ status }] = await both;
      const state = (await taskOf(galley, galley.quote, galley.key))?.state.status;
      const end = `${status}, ${state}, ${galley.partner.arrived.length} sent`;
      ends.add(end);
      expect(["done, rejected, 0 sent", "sent, running, 1 sent"]).toContain(end);
    }),
  );
  expect(ends.size).toBe(2);
});

async function afterA429(store: CasStore = createMemoryStore()) {
  const galley = await anApproved({ store });
  galley.partner.script.push(new RateLimitedError("wait", 1000));
  await sendTask(galley.ctx, galley.quote, galley.key).catch(() => undefined);
  galley.partner.arrived.length = 0;
  galley.clock.now += minute;
  return galley;
}

/** Returns a store whose answers take as long as `pass` makes them. */
function aSlowStore() {
  const store = createMemoryStore();
  const slow = { pass: <T>(work: () => Promise<T>): Promise<T> => work() };
  return Object.assign(slow, {
    store: {
      ...store,
      read: (key: string) => slow.pass(() => store.read(key)),
      commit: (asked: Parameters<CasStore["commit"]>[0]) => slow.pass(() => store.commit(asked)),
    },
  });
}
