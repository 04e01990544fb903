import { describe, expect, test } from "vitest";

import type { Step } from "#domain/steps.ts";
import { type UnderWay, chooseRequest, createInquiryCounts } from "#worker/choose-request.ts";
import { hold, newEntry, release } from "#worker/entries.ts";

import { minute, setup, second } from "../builders.ts";
import { aPoll, aRead, aSend } from "./world.ts";

const now = minute;
const idle: UnderWay = { paid: 0, inquiry: 0, fetch: 0 };

function entryOf(id: string, ...steps: readonly Step[]) {
  return Object.assign(newEntry(id), { steps });
}

function choose(entries: Parameters<typeof chooseRequest>[0], underWay = idle) {
  const pick = chooseRequest(entries, { now, underWay, setup });
  return pick && `${pick.entry.id} ${pick.step.kind}`;
}

function fail(): never {
  throw new Error("nothing is chosen");
}

const balance = entryOf("balance", { kind: "balance", at: 50 });
const paid = entryOf("paid", aSend("k", { at: 20 }));
const older = entryOf("older", aSend("k", { at: 10 }));
const inquiry = entryOf("inquiry", aSend("k", { paid: false, at: 5 }));
const lost = entryOf("lost", aPoll("k", { pace: "timed" }));
const run = entryOf("run", aPoll("k"));

test("sends come first, oldest first, then an account's reading, then lost tasks, then runs", () => {
  const entries = [run, lost, inquiry, paid, older, balance];
  const order: (string | undefined)[] = [];
  while (entries.length > 0) {
    const chosen = choose(entries);
    order.push(chosen);
    entries.splice(
      entries.findIndex(({ id }) => chosen?.startsWith(`${id} `)),
      1,
    );
  }

  expect(order).toEqual([
    "older send",
    "paid send",
    "inquiry send",
    "balance balance",
    "lost poll",
    "run poll",
  ]);
});

describe("no request is spent", () => {
  test.each<readonly [string, Step]>([
    ["on what is not due yet", aSend("k", { at: now + 1 })],
    ["on what needs no partner", aRead],
    ["on a run that was looked at just now", aPoll("k", { lookedAt: now - second })],
  ])("%s", (_, step) => {
    expect(choose([entryOf("a", step)])).toBeUndefined();
  });

  test("on a quote that has one under way", () => {
    const busy = entryOf("a", aSend("k"));
    busy.busy = ["partner"];

    expect(choose([busy])).toBeUndefined();
  });

  test("on what failed, before its time; the rest of the quote goes on", () => {
    const entry = entryOf("a", aSend("one"), aSend("two", { paid: false }));
    hold(entry, aSend("one"), now, undefined);

    expect(chooseRequest([entry], { now, underWay: idle, setup })?.step).toMatchObject({
      key: "two",
    });
    release(entry, aSend("one"));
    expect(chooseRequest([entry], { now, underWay: idle, setup })?.step).toMatchObject({
      key: "one",
    });
  });
});

test("results are fetched two at a time, and a third one holds up nothing else", () => {
  const fetching = entryOf("a", { kind: "compare", key: "k", at: 0 });

  expect(choose([fetching, run], { paid: 0, inquiry: 0, fetch: 1 })).toBe("a compare");
  expect(choose([fetching, run], { paid: 0, inquiry: 0, fetch: 2 })).toBe("run poll");
});

test("an estimate does not wait for another person's twelve", () => {
  const inquiries = createInquiryCounts();
  const asked = (id: string, person: string, at: number) =>
    entryOf(id, aSend("k", { paid: false, at, requester: person }));
  const entries = [
    ...Array.from({ length: 12 }, (_, n) => asked(`many-${n}`, "U0MANY", n)),
    asked("one", "U0ONE", 20),
    run,
  ];
  const order: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const pick = chooseRequest(entries, { now, underWay: idle, setup, inquiries });
    const { entry, step } = pick ?? fail();
    order.push(entry.id);
    entries.splice(entries.indexOf(entry), 1);
    if (step.kind === "send") inquiries.begin(step.requester ?? "", now);
    if (step.kind === "send") inquiries.end(step.requester ?? "");
  }

  // After the inquiries' share, polls of running tasks come first.
  expect(order).toEqual(["many-0", "one", "many-1", "many-2", "run", "many-3"]);
});

test("two uploads of one person leave room for another's", () => {
  const inquiries = createInquiryCounts();
  const many = entryOf("many", aSend("k", { paid: false, requester: "U0MANY" }));
  const one = entryOf("one", aSend("k", { paid: false, at: 20, requester: "U0ONE" }));
  inquiries.begin("U0MANY", now);
  inquiries.begin("U0MANY", now);
  const context = { now, underWay: { ...idle, inquiry: 2 }, setup, inquiries };

  expect(chooseRequest([many, one], context)?.entry.id).toBe("one");
  expect(chooseRequest([many], context)).toBeUndefined();
});

test("paid sends go out one at a time, inquiries three, and neither holds up a look", () => {
  const entries = [paid, inquiry, run];

  expect(choose(entries, { paid: 1, inquiry: 0, fetch: 0 })).toBe("inquiry send");
  expect(choose(entries, { paid: 0, inquiry: 3, fetch: 0 })).toBe("paid send");
  expect(choose(entries, { paid: 1, inquiry: 3, fetch: 0 })).toBe("run poll");
});
