import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Slice } from "#domain/slice.ts";
import {
  type KeyGround,
  type TaskKind,
  type TaskPlan,
  type TaskState,
  hasEnded,
  isLive,
  planTask,
  taskKinds,
} from "#domain/task.ts";

import { slice } from "../arbitraries/values.ts";
import {
  aTask,
  completed,
  failed,
  noon,
  opening,
  rejectedFor,
  running,
  unknown,
  vanished,
} from "../builders.ts";

const ground: KeyGround = { workspace: "T1", quoteId: "q1", textSha256: "a".repeat(64) };
const plan: TaskPlan = {
  kind: "translation",
  target: "fr",
  slice: undefined,
  generation: 0,
  price: 12,
  approval: { by: "U1", at: noon },
};

function keyOf(changes: Partial<KeyGround & TaskPlan> = {}): string {
  return planTask({ ...ground, ...changes }, { ...plan, ...changes }).key;
}

describe("the idempotency key", () => {
  test("of the same request is the same on every replica and after every restart", () => {
    // Never to be changed: after an upgrade a send without an answer would go out under another key.
    expect(keyOf()).toBe("c3309b4a-c299-df0d-7df1-0942c04ec8c2");
  });

  test.each<Partial<KeyGround & TaskPlan>>([
    { workspace: "T2" },
    { quoteId: "q2" },
    { textSha256: "b".repeat(64) },
    { kind: "preview" },
    { target: "de" },
    { slice: opening(3000) },
    { glossary: { hash: "c".repeat(64), strategy: "skip" } },
    { glossary: { hash: "c".repeat(64), strategy: "merge" } },
    { generation: 1 },
  ])("is another one with %j", (change) => {
    expect(keyOf(change)).not.toBe(keyOf());
  });

  test("of some chapters follows from where they begin and end", () => {
    const ranges = [
      { from: 5, to: 9 },
      { from: 12, to: 20 },
    ];
    const keyFor = (of: Slice) => keyOf({ slice: of });

    expect(keyFor([{ from: 5, to: 8 }, ...ranges.slice(1)])).not.toBe(keyFor(ranges));
    expect(keyFor(ranges.slice(0, 1))).not.toBe(keyFor(ranges));
    expect(keyFor([{ from: 5, to: 20 }])).not.toBe(keyFor(ranges));
  });

  test("does not depend on who pays or how much", () => {
    expect(keyOf({ price: 99, approval: { by: "U2", at: noon + 1 } })).toBe(keyOf());
  });

  test("looks like a UUID and holds nothing of what it is made from", () => {
    expect(keyOf()).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
  });

  test("differs for any two requests that differ, even where their parts run together", () => {
    const part = fc.string({ maxLength: 4 });
    const some = fc.option(slice, { nil: undefined });
    const kinds = fc.constantFrom(...taskKinds);
    const parts = fc.tuple(part, part, part, part, kinds, some, fc.nat(2));
    const key = ([workspace, quoteId, textSha256, target, kind, of, generation]: readonly [
      string,
      string,
      string,
      string,
      TaskKind,
      Slice | undefined,
      number,
    ]) => keyOf({ workspace, quoteId, textSha256, target, kind, slice: of, generation });

    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(key(one) === key(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});

type Standing = { readonly live: boolean; readonly ended: boolean };

test.each<readonly [TaskState, Standing]>([
  [{ status: "approved" }, { live: true, ended: false }],
  [{ status: "sending" }, { live: true, ended: false }],
  [running(), { live: true, ended: false }],
  [completed(), { live: true, ended: true }],
  [rejectedFor("bad-request"), { live: false, ended: true }],
  [unknown, { live: true, ended: true }],
  [failed(), { live: true, ended: true }],
  [vanished, { live: true, ended: true }],
])("only a definite no has certainly spent nothing: %j", (state, { live, ended }) => {
  const task = aTask({ state });

  expect({ live: isLive(task), ended: hasEnded(task) }).toEqual({ live, ended });
});
