import { expect, test } from "vitest";

import { UnauthorizedError } from "#domain/errors.ts";
import type { Partner, Usage } from "#domain/partner.ts";
import { createAccess } from "#partner/access.ts";
import { createBudget } from "#partner/budget.ts";

import { aCreate } from "./a-partner.ts";
import { handClock } from "./hand-clock.ts";

test("after one 401 nothing is asked but a probe, ten seconds later and then every five minutes", async () => {
  const { partner, asked, clock, told } = aBreaker();

  await expect(partner.task("t")).rejects.toBeInstanceOf(UnauthorizedError);
  await expect(partner.task("t")).rejects.toBeInstanceOf(UnauthorizedError);
  await expect(partner.usage()).rejects.toBeInstanceOf(UnauthorizedError);
  await clock.pass(10_000);
  await clock.pass(300_000);

  expect(asked).toEqual(["task", "usage", "usage"]);
  expect(told).toEqual(["refused"]);
});

test("a refusal that was a slip is over after ten seconds", async () => {
  const { partner, key, clock, told } = aBreaker();
  await partner.task("t").catch(() => undefined);

  key.isAccepted = true;
  await clock.pass(10_000);
  await partner.usage();

  expect(told).toEqual(["refused", "accepted"]);
});

test("an accepted key opens the way again, and the next refusal is told anew", async () => {
  const { partner, key, clock, told } = aBreaker();
  await partner.task("t").catch(() => undefined);

  key.isAccepted = true;
  await clock.pass(300_000);
  await partner.usage();
  key.isAccepted = false;
  await partner.task("t").catch(() => undefined);

  expect(told).toEqual(["refused", "accepted", "refused"]);
});

test("while the key is refused nothing is created and nothing fetched", async () => {
  const { partner, asked } = aBreaker();
  await partner.task("t").catch(() => undefined);

  await expect(partner.createTask(aCreate())).rejects.toBeInstanceOf(UnauthorizedError);
  await expect(partner.download("t")).rejects.toBeInstanceOf(UnauthorizedError);

  expect(asked).toEqual(["task"]);
});

test("asked to, it tries a refused key once and at once, and goes on when it is accepted", async () => {
  const { partner, key, asked, clock, told } = aBreaker();
  await partner.task("t").catch(() => undefined);

  await partner.tryKey();
  key.isAccepted = true;
  await partner.tryKey();
  await partner.tryKey();
  await partner.usage();
  await clock.pass(600_000);

  expect(asked).toEqual(["task", "usage", "usage", "usage"]);
  expect(told).toEqual(["refused", "accepted"]);
});

test("a key that is refused anew after such a try is probed by one, not by two", async () => {
  const { partner, key, asked, clock, told } = aBreaker();
  await partner.task("t").catch(() => undefined);
  key.isAccepted = true;
  await partner.tryKey();
  key.isAccepted = false;

  await partner.task("t").catch(() => undefined);
  await clock.pass(300_000);

  expect(asked).toEqual(["task", "usage", "task", "usage"]);
  expect(told).toEqual(["refused", "accepted", "refused"]);
});

test("asked to, it sends nothing while the key is accepted", async () => {
  const { partner, asked } = aBreaker();

  await partner.tryKey();

  expect(asked).toEqual([]);
});

test("an accepted key creates and fetches", async () => {
  const { partner, key, asked } = aBreaker();
  key.isAccepted = true;

  await partner.createTask(aCreate()).catch(() => undefined);
  await partner.download("t").catch(() => undefined);

  expect(asked).toEqual(["create", "download"]);
});

test("requests that are refused together are told once, and one probe goes out for all", async () => {
  const { partner, asked, clock, told } = aBreaker();

  await Promise.allSettled([partner.task("t"), partner.task("t"), partner.usage()]);
  await clock.pass(300_000);

  expect(told).toEqual(["refused"]);
  expect(asked).toEqual(["task", "task", "usage", "usage"]);
});

test("any other fault leaves the way open", async () => {
  const { partner, key, asked, told } = aBreaker();
  key.isAccepted = true;

  await expect(partner.task("t")).rejects.toThrow("not asked here");
  await partner.usage();

  expect(told).toEqual([]);
  expect(asked).toEqual(["task", "usage"]);
});

function aBreaker() {
  const clock = handClock();
  const key = { isAccepted: false };
  const asked: string[] = [];
  const told: string[] = [];
  const ask =
    <T>(name: string, answer: T) =>
    async () => {
      asked.push(name);
      if (!key.isAccepted) throw new UnauthorizedError("401");
      return answer;
    };
  const never = async (): Promise<never> => {
    throw new Error("not asked here");
  };
  const inner: Partner = {
    usage: ask("usage", usage),
    task: () => ask("task", undefined)().then(never),
    createTask: () => ask("create", undefined)().then(never),
    bodyDigest: () => "",
    download: () => ask("download", undefined)().then(never),
  };
  const { forWork, tryKey } = createAccess({
    partner: inner,
    budget: createBudget({ ...clock, random: () => 0 }),
    tick: clock.now,
    sleep: clock.sleep,
    onRefused: () => void told.push("refused"),
    onAccepted: () => void told.push("accepted"),
    onEnd: () => undefined,
  });
  return { partner: { ...forWork, tryKey }, asked, told, key, clock };
}

const usage: Usage = {
  keyPrefix: "sk",
  balanceCredits: 1,
  periodUsedCredits: 0,
  periodStart: "2026-11-01T00:00:00Z",
  periodEnd: undefined,
  requestsPerMinute: 60,
};
