import { expect, test } from "vitest";

import type { Step } from "#domain/steps.ts";
import { newEntry } from "#worker/entries.ts";
import { createFairOrder } from "#worker/turns.ts";

function due(id: string, person: string, channel: string, at = 0) {
  const step: Step = { kind: "show-card", at, owner: { person, channel } };
  return { entry: newEntry(id), step };
}

const ids = (picks: Iterable<{ readonly entry: { readonly id: string } }>) =>
  Array.from(picks, ({ entry }) => entry.id);

/** Lets this many steps begin. */
function room(count: number) {
  let left = count;
  return () => (left -= 1) >= 0;
}

test("people take turns, however much one of them brings", () => {
  const many = Array.from({ length: 200 }, (_, n) => due(`many ${n}`, "U1", "C1", n));
  const one = due("one", "U2", "D2", 500);
  let free = 3;

  const picks = createFairOrder().inTurn([...many, one], () => free > 0);
  const begun: string[] = [];
  for (const { entry } of picks) {
    begun.push(entry.id);
    free -= 1;
  }

  expect(begun).toEqual(["many 0", "one", "many 1"]);
});

test("a person’s conversations take turns, and the oldest step comes first", () => {
  const turns = createFairOrder();
  const all = [
    due("b", "U1", "C1", 2),
    due("a", "U1", "C1", 1),
    due("c", "U1", "C2", 3),
    due("d", "U1", "C1", 4),
  ];

  expect(ids(turns.inTurn(all, () => true))).toEqual(["a", "c", "b", "d"]);
});

test("one step of an entry begins at a time, and only as far as there is room", () => {
  const first = due("a", "U1", "C1");
  const again = { ...first, step: { ...first.step, kind: "expire" as const } };

  expect(ids(createFairOrder().inTurn([first, again], () => true))).toEqual(["a"]);
  expect(ids(createFairOrder().inTurn([first], room(0)))).toEqual([]);
});
