import { expect, test } from "vitest";

import { RateLimited, Unavailable } from "../../src/core/faults.ts";
import type { Partner } from "../../src/core/partner.ts";
import { createLinks, heeding, paced } from "../../src/partner/access.ts";
import { type Asker, createBudget } from "../../src/partner/budget.ts";
import { aCreate } from "./a-partner.ts";
import { handClock } from "./hand-clock.ts";

test("one 429 makes all the work wait for the time that the partner named", async () => {
  const { clock, budget } = testPorts();
  const partner = heeding(aService({ task: refuse }), budget);
  const answers: string[] = [];

  await expect(partner.task("task-1")).rejects.toBeInstanceOf(RateLimited);
  void budget.turn("work").then(() => answers.push("turn"));
  await clock.pass(6999);
  const early = [...answers];
  await clock.pass(60_000);

  expect({ early, late: answers }).toEqual({ early: [], late: ["turn"] });
});

test("a person who clicks during a long pause is told at once", async () => {
  const { budget } = testPorts();
  const partner = paced(aService({ task: refuse }), budget);
  await expect(partner.task("task-1")).rejects.toBeInstanceOf(RateLimited);

  const click = partner.usage();

  await expect(click).rejects.toBeInstanceOf(RateLimited);
});

test("the limit that the usage record states is the one that is kept", async () => {
  const { clock, budget } = testPorts();
  await heeding(aService({}), budget).usage();
  let turns = 0;
  const count = async (): Promise<void> => {
    await budget.turn("people");
    turns += 1;
  };

  Array.from({ length: 200 }, () => void count());
  await clock.pass(1000);

  expect(turns).toBe(60);
});

test("a person waits out a pause of seconds and gets the answer", async () => {
  const { clock, budget } = testPorts();
  const partner = paced(aService({}), budget);
  const answers: string[] = [];
  budget.pauseFor(5000);

  void partner.usage().then(({ keyPrefix }) => answers.push(keyPrefix));
  await clock.pass(4999);
  const early = [...answers];
  await clock.pass(1);

  expect({ early, answers }).toEqual({ early: [], answers: ["gk"] });
});

test("a person whose share is used up is told at once, and when it works again", async () => {
  const { clock, budget } = testPorts();
  const download = () => Promise.resolve({ url: "u", fileName: undefined, fileSize: undefined });
  const partner = paced(aService({ download }), budget, { person: "U0ONE" });
  await Promise.all([1, 2, 3].map((n) => partner.download(`task-${n}`)));
  await clock.pass(10_000);

  const click = partner.download("task-4");

  await expect(click).rejects.toMatchObject({ name: "RateLimited", retryAfterMs: 50_000 });
});

test("a link that was had just now is given again without a request", async () => {
  const { clock } = testPorts();
  const asked: string[] = [];
  const openLink = createLinks(async (taskId, person) => {
    asked.push(`${taskId} for ${person}`);
    if (taskId === "gone") throw new Unavailable("the partner answered 503");
    return { url: `link ${asked.length}`, fileName: undefined, fileSize: undefined };
  }, clock.now);

  const both = await Promise.all([openLink("task", "U0ONE"), openLink("task", "U0OTHER")]);
  await clock.pass(20_000);
  const later = await openLink("task", "U0ONE");
  await openLink("gone", "U0ONE").catch(() => undefined);
  await openLink("gone", "U0ONE").catch(() => undefined);

  expect(both.map(({ url }) => url)).toEqual(["link 1", "link 1"]);
  expect(later.url).toBe("link 2");
  expect(asked).toEqual(["task for U0ONE", "task for U0ONE", "gone for U0ONE", "gone for U0ONE"]);
});

test("every question waits for its turn, and is asked as it was meant", async () => {
  const { budget } = testPorts();
  const asked: unknown[] = [];
  const note = (what: unknown) => {
    asked.push(what);
    return refuse();
  };
  const turns: Asker[] = [];
  const counted = { ...budget, turn: async (asker: Asker) => void turns.push(asker) };
  const partner = paced(aService({ createTask: note, task: note, download: note }), counted);

  await Promise.allSettled([
    partner.createTask(aCreate()),
    partner.task("task-1"),
    partner.download("task-2"),
  ]);

  expect(asked).toMatchObject([{ key: aCreate().key }, "task-1", "task-2"]);
  expect(turns).toEqual(["people", "people", "people"]);
});

test("an answer ends a row of refusals: the next 429 pauses for no longer than it names", async () => {
  const { clock, budget } = testPorts(() => 1);
  const partner = heeding(aService({}), budget);
  const refused = heeding(aService({ task: refuse }), budget);
  await refused.task("task-1").catch(() => undefined);
  await clock.pass(7000);

  await partner.usage();
  await refused.task("task-1").catch(() => undefined);

  expect(budget.pausedMs()).toBe(7000);
});

test("a fault that is no 429 pauses nothing", async () => {
  const { budget } = testPorts();
  const down = () => Promise.reject(new Unavailable("the partner answered 503"));

  await expect(heeding(aService({ task: down }), budget).task("t")).rejects.toThrow("503");

  expect(budget.pausedMs()).toBe(0);
});

function testPorts(random = () => 0) {
  const clock = handClock();
  return { clock, budget: createBudget({ ...clock, random }) };
}

function refuse(): Promise<never> {
  return Promise.reject(new RateLimited("the partner answered 429", 7000));
}

function aService(partner: Partial<Partner>): Partner {
  const usage = {
    keyPrefix: "gk",
    balanceCredits: 1,
    periodUsedCredits: 0,
    periodStart: "",
    periodEnd: undefined,
    requestsPerMinute: 100,
  };
  return {
    usage: () => Promise.resolve(usage),
    createTask: refuse,
    task: refuse,
    download: refuse,
    ...partner,
  };
}
