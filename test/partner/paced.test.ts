import { expect, test } from "vitest";

import { RateLimited } from "../../src/domain/faults.ts";
import type { Partner } from "../../src/domain/partner.ts";
import { createBudget } from "../../src/partner/budget.ts";
import { heeding, paced } from "../../src/partner/paced.ts";
import { handClock } from "./hand-clock.ts";

test("one 429 makes all the work wait for the time that the partner named", async () => {
  const { clock, budget } = aDesk();
  const partner = paced(aService({ task: refuse }), budget, "work");
  const answers: string[] = [];

  await expect(partner.task("task-1")).rejects.toBeInstanceOf(RateLimited);
  void partner.usage().then(() => answers.push("usage"));
  await clock.pass(6999);
  const early = [...answers];
  await clock.pass(60_000);

  expect({ early, late: answers }).toEqual({ early: [], late: ["usage"] });
});

test("a person who clicks during a long pause is told at once", async () => {
  const { budget } = aDesk();
  const partner = paced(aService({ task: refuse }), budget, "people");
  await expect(partner.task("task-1")).rejects.toBeInstanceOf(RateLimited);

  const click = partner.usage();

  await expect(click).rejects.toBeInstanceOf(RateLimited);
});

test("the limit that the usage record states is the one that is kept", async () => {
  const { clock, budget } = aDesk();
  await heeding(aService({}), budget).usage();
  let turns = 0;
  const count = async (): Promise<void> => {
    await budget.turn("people");
    turns += 1;
  };

  Array.from({ length: 200 }, () => void count());
  await clock.pass(1000);

  expect(turns).toBe(90);
});

function aDesk() {
  const clock = handClock();
  return { clock, budget: createBudget({ ...clock, random: () => 0 }) };
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
