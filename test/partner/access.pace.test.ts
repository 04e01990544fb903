import { expect, test } from "vitest";

import { RateLimitedError, UnavailableError } from "#domain/errors.ts";
import type { Partner } from "#domain/partner.ts";
import { createAccess } from "#partner/access.ts";
import { type Asker, type Budget, createBudget } from "#partner/budget.ts";

import { aCreate } from "./a-partner.ts";
import { handClock } from "./hand-clock.ts";

test("one 429 makes all the work wait for the time that the partner named", async () => {
  const { clock, budget } = testAppContext();
  const partner = access(aService({ task: refuse }), budget).forWork;
  const answers: string[] = [];

  await expect(partner.task("task-1")).rejects.toBeInstanceOf(RateLimitedError);
  void budget.turn("work").then(() => answers.push("turn"));
  await clock.pass(6999);
  const early = [...answers];
  await clock.pass(60_000);

  expect({ early, late: answers }).toEqual({ early: [], late: ["turn"] });
});

test("a person who clicks during a long pause is told at once", async () => {
  const { budget } = testAppContext();
  const partner = access(aService({ task: refuse }), budget).forPeople;
  await expect(partner.task("task-1")).rejects.toBeInstanceOf(RateLimitedError);

  const click = partner.usage();

  await expect(click).rejects.toBeInstanceOf(RateLimitedError);
});

test("the limit that the usage record states is the one that is kept", async () => {
  const { clock, budget } = testAppContext();
  await access(aService({}), budget).forWork.usage();
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
  const { clock, budget } = testAppContext();
  const partner = access(aService({}), budget).forPeople;
  const answers: string[] = [];
  budget.pauseFor(5000);

  void partner.usage().then(({ keyPrefix }) => answers.push(keyPrefix));
  await clock.pass(4999);
  const early = [...answers];
  await clock.pass(1);

  expect({ early, answers }).toEqual({ early: [], answers: ["gk"] });
});

test("a person whose share is used up is told at once, and when it works again", async () => {
  const { clock, budget } = testAppContext();
  const { openLink } = access(aService({ download: aLink }), budget);
  await Promise.all([1, 2, 3].map((n) => openLink(`task-${n}`, "U0ONE")));
  await clock.pass(10_000);

  const click = openLink("task-4", "U0ONE");

  await expect(click).rejects.toMatchObject({ name: "RateLimitedError", retryAfterMs: 50_000 });
});

test("a link that was had just now is given again without a request", async () => {
  const { clock, budget } = testAppContext();
  const asked: string[] = [];
  const download = async (taskId: string) => {
    asked.push(taskId);
    if (taskId === "gone") throw new UnavailableError("the partner answered 503");
    return { ...(await aLink()), url: `link ${asked.length}` };
  };
  const { openLink } = access(aService({ download }), budget, clock.now);

  const both = await Promise.all([openLink("task", "U0ONE"), openLink("task", "U0OTHER")]);
  await clock.pass(20_000);
  const later = await openLink("task", "U0ONE");
  await openLink("gone", "U0OTHER").catch(() => undefined);
  await openLink("gone", "U0OTHER").catch(() => undefined);

  expect(both.map(({ url }) => url)).toEqual(["link 1", "link 1"]);
  expect(later.url).toBe("link 2");
  expect(asked).toEqual(["task", "task", "gone", "gone"]);
});

test("every question waits for its turn, and is asked as it was meant", async () => {
  const { budget } = testAppContext();
  const asked: unknown[] = [];
  const note = (what: unknown) => {
    asked.push(what);
    return refuse();
  };
  const turns: Asker[] = [];
  const counted = { ...budget, turn: async (asker: Asker) => void turns.push(asker) };
  const partner = access(
    aService({ createTask: note, task: note, download: note }),
    counted,
  ).forPeople;

  await Promise.allSettled([
    partner.createTask(aCreate()),
    partner.task("task-1"),
    partner.download("task-2"),
  ]);

  expect(asked).toMatchObject([{ key: aCreate().key }, "task-1", "task-2"]);
  expect(turns).toEqual(["people", "people", "people"]);
});

test("an answer ends a row of refusals: the next 429 pauses for no longer than it names", async () => {
  const { clock, budget } = testAppContext(() => 1);
  const partner = access(aService({}), budget).forWork;
  const refused = access(aService({ task: refuse }), budget).forWork;
  await refused.task("task-1").catch(() => undefined);
  await clock.pass(7000);

  await partner.usage();
  await refused.task("task-1").catch(() => undefined);

  expect(budget.pausedMs()).toBe(7000);
});

test("a fault that is no 429 pauses nothing", async () => {
  const { budget } = testAppContext();
  const down = () => Promise.reject(new UnavailableError("the partner answered 503"));

  await expect(access(aService({ task: down }), budget).forWork.task("t")).rejects.toThrow("503");

  expect(budget.pausedMs()).toBe(0);
});

function testAppContext(random = () => 0) {
  const clock = handClock();
  return { clock, budget: createBudget({ ...clock, random }) };
}

/** Returns the doors of an API key that is never refused. */
function access(partner: Partner, budget: Budget, tick = () => 0) {
  const nothing = () => undefined;
  const sleep = async () => undefined;
  const told = { onRefused: nothing, onAccepted: nothing, onEnd: nothing };
  return createAccess({ partner, budget, tick, sleep, ...told });
}

async function aLink() {
  return { url: "u", fileSize: undefined };
}

function refuse(): Promise<never> {
  return Promise.reject(new RateLimitedError("the partner answered 429", 7000));
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
    bodyDigest: () => "",
    task: refuse,
    download: refuse,
    ...partner,
  };
}
