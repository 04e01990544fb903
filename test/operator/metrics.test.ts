import { expect, test } from "vitest";

import { auditKinds } from "#domain/settings/audit.ts";
import { createMetrics, createBacklogCount, emptyBacklog } from "#operator/metrics.ts";

import { aQuote, aTask, noon, setup } from "../builders.ts";
import { textOf } from "../package.ts";

const idle = { notes: () => [], waiting: () => 0, ready: async () => [] };
const whole = async () => ({ backlog: emptyBacklog(), isWhole: true });

test("without the store the process still tells what it knows, and no number that it does not", async () => {
  const metrics = createMetrics({
    ...idle,
    notes: () => ["Slack refuses files.info (missing_scope)."],
    waiting: () => 3,
    countBacklog: async () => Promise.reject(new Error("the store is gone")),
  });

  const text = await metrics.text();

  expect(text).toContain("galley_survey_ok 0");
  expect(text).toContain("galley_agenda_quotes 3");
  expect(text).toContain("galley_notes 1");
  expect(text).toContain("galley_tasks_unknown Nan");
  expect(text).toContain("galley_deliveries_pending Nan");
});

test("what never happened is told as 0, so that the first of it can be alerted to", async () => {
  const text = await createMetrics({ ...idle, countBacklog: whole }).text();

  expect(text).toContain('galley_events_total{kind="unknown"} 0');
  expect(text).toContain('galley_attempts_total{kind="paid",outcome="ambiguous"} 0');
  expect(text).toContain(
    'galley_partner_requests_total{endpoint="create",outcome="RateLimited"} 0',
  );
});

test("the operator’s handbook names every metric of ours, and none that there is not", async () => {
  const text = await createMetrics({ ...idle, countBacklog: whole }).text();
  const names = [...text.matchAll(/^# TYPE (galley_\w+)/gmu)].map(([, name]) => name);

  const told = [...textOf("docs/operations.md").matchAll(/^\| `(galley_\w+)/gmu)];

  expect(new Set(told.map(([, name]) => name))).toEqual(new Set(names));
});

test("the operator’s handbook explains every word of the audit log, and no other", () => {
  const [, section = ""] = textOf("docs/operations.md").split("## The audit log");
  const [table = ""] = section.split("\n## ");

  const told = [...table.matchAll(/^\| `([a-z-]+)` \|/gmu)].map(([, word]) => word);

  expect(new Set(told)).toEqual(new Set(auditKinds));
});

test("many who ask at once read the ledger once, and no more than the set number of quotes", async () => {
  const quotes = Array.from({ length: 120 }, () => aQuote({ tasks: [aTask()] }));
  const clock = { now: 0, reads: 0 };
  const countBacklog = createBacklogCount({
    list: async ({ offset, limit }) => {
      clock.reads += 1;
      return quotes.slice(offset, offset + limit);
    },
    setup,
    now: () => noon,
    tick: () => clock.now,
    pause: async () => {},
    largest: 100,
  });

  const [first] = await Promise.all([countBacklog(), countBacklog(), countBacklog()]);
  clock.now = 9999;
  await countBacklog();

  expect(first).toMatchObject({
    backlog: { galley_quotes_open: 100, galley_tasks_sending: 100 },
    isWhole: false,
  });
  expect(clock.reads).toBe(2);
});

test("after a failed look at the ledger the next one asks again", async () => {
  const answers = [Promise.reject(new Error("gone")), Promise.resolve([aQuote()])];
  answers[0]?.catch(() => undefined);
  const countBacklog = createBacklogCount({
    list: async () => (await answers.shift()) ?? [],
    setup,
    now: () => noon,
    tick: () => 0,
    pause: async () => {},
  });

  await expect(countBacklog()).rejects.toThrow("gone");
  expect(await countBacklog()).toMatchObject({
    backlog: { galley_quotes_open: 1 },
    isWhole: true,
  });
});
