import { describe, expect, test } from "vitest";

import type { Compared } from "#domain/delivery/compare.ts";
import { placesToCheck } from "#domain/delivery/delivery.ts";
import { reactionOf, signOf } from "#domain/delivery/sign.ts";
import type { Task } from "#domain/task.ts";

import { aQuote, aTask, completed, failed, noon, rejectedFor, running } from "../../builders.ts";

const size = { chapters: 4, paragraphs: 60 };

function compared(found: Partial<Compared>): Task {
  const comparison = {
    source: size,
    result: size,
    missing: 0,
    place: undefined,
    same: 0,
    ...found,
  };
  return aTask({ state: completed({ charged: 12_345 }), delivery: { way: "link", comparison } });
}

const with1 = (task: Task) => aQuote({ tasks: [task] });

test.each<readonly [string, Partial<Compared>, number]>([
  ["nothing", {}, 0],
  ["paragraphs that are missing", { missing: 3 }, 3],
  ["paragraphs cut short or repeated", { shortened: 1, repeated: 2 }, 3],
  ["paragraphs that look untranslated", { same: 4 }, 4],
  [
    "a text that could not be compared paragraph by paragraph",
    { isUnaligned: true, missing: 9 },
    1,
  ],
])("of a result with %s, the places to look at are counted", (_, found, places) => {
  expect(placesToCheck(compared(found))).toBe(places);
});

describe("the reaction", () => {
  test.each([
    ["runs", aTask({ state: running() }), "hourglass_flowing_sand"],
    ["is all there", compared({}), "white_check_mark"],
    ["has something to look at", compared({ missing: 1 }), "warning"],
    ["failed", aTask({ state: failed() }), "warning"],
    ["was rejected, and is on offer", aTask({ state: rejectedFor("bad-request") }), undefined],
  ])("of a card that %s", (_, task, reaction) => {
    expect(reactionOf([with1(task)])).toBe(reaction);
  });

  test("of several cards is the one that asks for most", () => {
    expect(reactionOf([with1(compared({})), with1(compared({ same: 1 }))])).toBe("warning");
    expect(reactionOf([with1(compared({})), aQuote()])).toBeUndefined();
  });
});

test("a declined card is closed", () => {
  expect(signOf(aQuote({ decision: { status: "declined", by: "U1", at: noon } }))).toBe("closed");
});
