import { expect, test } from "vitest";

import { cardItem, countWithin } from "#domain/spending/person-limits.ts";

import { minute, noon } from "../../builders.ts";

const window = { kind: "cards", atMost: 3, windowMs: 10 * minute } as const;
const at = (n: number) => noon + n * minute;

test("what is handed in once more counts once, and a window later no more", () => {
  const first = countWithin(undefined, { ...window, ids: ["a", "b"], now: at(0) });
  const again = countWithin(first.record, { ...window, ids: ["a", "b", "b"], now: at(1) });
  const third = countWithin(again.record, { ...window, ids: ["c"], now: at(2) });
  const fourth = countWithin(third.record, { ...window, ids: ["d"], now: at(3) });
  const later = countWithin(fourth.record, { ...window, ids: ["d"], now: at(10) });

  expect([first, again, third].map(({ outcome }) => outcome.status)).toEqual(
    Array(3).fill("within-limit"),
  );
  expect(again.record).toBe(first.record);
  expect(fourth).toEqual({
    record: third.record,
    outcome: { status: "too-many", kind: "cards", until: at(10) },
  });
  expect(later.record.now.map(({ id }) => id)).toEqual(["c", "d"]);
});

test("all that is wanted is counted, or nothing; it works again once there is room for all", () => {
  const one = countWithin(undefined, { ...window, ids: ["a"], now: at(0) });
  const two = countWithin(one.record, { ...window, ids: ["b"], now: at(4) });

  const both = countWithin(two.record, { ...window, ids: ["c", "d", "e"], now: at(5) });

  expect(both).toEqual({
    record: two.record,
    outcome: { status: "too-many", kind: "cards", until: at(14) },
  });
});

test("a clock that was ahead keeps nobody waiting for longer than the window", () => {
  const ahead = countWithin(undefined, { ...window, ids: ["a", "b", "c"], now: at(1000) });

  const now = countWithin(ahead.record, { ...window, ids: ["d"], now: at(0) });

  expect(now.outcome.status).toBe("within-limit");
});

test("a manuscript counts for each language", () => {
  const items = [cardItem("F1", "fr"), cardItem("F1", "de"), cardItem("F2", "fr")];

  expect(new Set(items).size).toBe(3);
  expect(cardItem("F1", "fr")).toBe(items[0]);
});

test("what is handed in at one moment is counted together", () => {
  const two = countWithin(undefined, { ...window, ids: ["a", "b"], now: at(0) });

  expect(two.outcome.status).toBe("within-limit");
  expect(countWithin(two.record, { ...window, ids: ["c", "d"], now: at(0) }).outcome.status).toBe(
    "too-many",
  );
});

test("who hears when it works again hears the earliest time, in whatever order it was noted", () => {
  const now = [9, 5, 7].map((n) => ({ id: `${n}`, until: at(n) }));
  const until = (ids: readonly string[], noted = now) => {
    const { outcome } = countWithin({ version: 1, now: noted }, { ...window, ids, now: at(0) });
    return outcome.status === "too-many" ? outcome.until : undefined;
  };

  expect([until(["x"]), until(["x", "y"]), until(["x", "y", "z"])]).toEqual([at(5), at(7), at(9)]);
});

test("more at once than a window allows is never counted, and no time is too early to try less", () => {
  const ids = ["a", "b", "c", "d"];
  const one = countWithin(undefined, { ...window, ids: ["x"], now: at(0) });

  expect(countWithin(undefined, { ...window, ids, now: at(1) }).outcome).toMatchObject({
    status: "too-many",
    until: at(1),
  });
  expect(
    countWithin(one.record, { ...window, ids: [...ids, "e"], now: at(1) }).outcome,
  ).toMatchObject({ status: "too-many", until: at(10) });
});
