import { expect, test } from "vitest";

import { Unauthorized } from "../../src/domain/faults.ts";
import type { Partner, Usage } from "../../src/domain/partner.ts";
import { withBreaker } from "../../src/partner/breaker.ts";
import { handClock } from "./hand-clock.ts";

test("after one 401 nothing is asked but a probe every five minutes", async () => {
  const { partner, asked, clock, told } = aBreaker();

  await expect(partner.task("t")).rejects.toBeInstanceOf(Unauthorized);
  await expect(partner.task("t")).rejects.toBeInstanceOf(Unauthorized);
  await expect(partner.usage()).rejects.toBeInstanceOf(Unauthorized);
  await clock.pass(300_000);
  await clock.pass(300_000);

  expect(asked).toEqual(["task", "usage", "usage"]);
  expect(told).toEqual(["refused"]);
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

function aBreaker() {
  const clock = handClock();
  const key = { isAccepted: false };
  const asked: string[] = [];
  const told: string[] = [];
  const ask =
    <T>(name: string, answer: T) =>
    async () => {
      asked.push(name);
      if (!key.isAccepted) throw new Unauthorized("401");
      return answer;
    };
  const never = async (): Promise<never> => {
    throw new Error("not asked here");
  };
  const inner: Partner = {
    usage: ask("usage", usage),
    task: () => ask("task", undefined)().then(never),
    createTask: never,
    download: never,
  };
  const partner = withBreaker({
    partner: inner,
    sleep: (ms) => clock.sleep(ms, new AbortController().signal),
    onOpen: () => void told.push("refused"),
    onClose: () => void told.push("accepted"),
  });
  return { partner, asked, told, key, clock };
}

const usage: Usage = {
  keyPrefix: "sk",
  balanceCredits: 1,
  periodUsedCredits: 0,
  periodStart: "2026-11-01T00:00:00Z",
  periodEnd: undefined,
  requestsPerMinute: 60,
};
