import { expect, test } from "vitest";

import { UnauthorizedError } from "#domain/errors.ts";
import type { Partner } from "#domain/partner.ts";
import { createAccess } from "#partner/access.ts";
import { type Asker, createBudget } from "#partner/budget.ts";

import { aPartnerTask, aUsage } from "../builders.ts";
import { handClock } from "./hand-clock.ts";

const never = new AbortController().signal;

test("a person's question takes a turn of the people's share, the worker takes one of its own", async () => {
  const { access, turns, asked } = anAccess();

  await access.turn(never);
  await access.forWork.task("t1");
  await access.forPeople.task("t2");

  expect(turns).toEqual(["work", "people"]);
  expect(asked).toEqual(["t1", "t2"]);
});

test("who stops waiting for a turn has taken none", async () => {
  const { access, turns } = anAccess();

  await expect(access.turn(AbortSignal.abort(new Error("closing")))).rejects.toThrow("closing");

  expect(turns).toEqual([]);
});

test("a key that is refused is refused at both doors, and told of once until it is accepted", async () => {
  const { access, key, told, asked, clock, ended } = anAccess();
  key.isAccepted = false;

  await expect(access.forWork.task("t1")).rejects.toBeInstanceOf(UnauthorizedError);
  await expect(access.forPeople.task("t2")).rejects.toBeInstanceOf(UnauthorizedError);
  key.isAccepted = true;
  await clock.pass(300_000);
  await access.forPeople.task("t3");

  expect(asked).toEqual(["t1", "usage", "t3"]);
  expect(told).toEqual(["refused", "accepted"]);
  expect(ended).toEqual(["task Unauthorized", "usage ok", "task ok"]);
});

function anAccess() {
  const clock = handClock();
  const key = { isAccepted: true };
  const [asked, told, ended]: [string[], string[], string[]] = [[], [], []];
  const turns: Asker[] = [];
  const ask = async (what: string): Promise<void> => {
    asked.push(what);
    if (!key.isAccepted) throw new UnauthorizedError("401");
  };
  const refuse = async (): Promise<never> => {
    throw new Error("not asked here");
  };
  const partner: Partner = {
    usage: () => ask("usage").then(() => aUsage()),
    task: (taskId) => ask(taskId).then(() => aPartnerTask({ taskId })),
    createTask: refuse,
    bodyDigest: () => "",
    download: refuse,
  };
  const budget = createBudget({ ...clock, random: () => 0 });
  const counted: typeof budget = {
    ...budget,
    turn: async (lane, signal) => {
      await budget.turn(lane, signal);
      turns.push(lane);
    },
  };
  const access = createAccess({
    partner,
    budget: counted,
    tick: clock.now,
    sleep: (ms) => clock.sleep(ms, never),
    onRefused: () => void told.push("refused"),
    onAccepted: () => void told.push("accepted"),
    onEnd: (endpoint, outcome) => void ended.push(`${endpoint} ${outcome}`),
  });
  return { access, key, asked, told, turns, clock, ended };
}
