import { expect, test } from "vitest";

import { isPastDay, requestDetailsOf } from "#domain/intake/request-details.ts";

import { hour, noon } from "../../builders.ts";

test("nothing that was left empty is a wish", () => {
  const nothing = { first: undefined, note: undefined, dueOn: undefined };

  expect(requestDetailsOf(nothing)).toBeUndefined();
  expect(requestDetailsOf({ ...nothing, note: "by hand" })).toEqual({
    ...nothing,
    note: "by hand",
  });
});

test("today has not passed for anybody, wherever they are", () => {
  expect(isPastDay("2026-11-20", noon)).toBe(false);
  expect(isPastDay("2026-11-19", noon - 3 * hour)).toBe(false);
  expect(isPastDay("2026-11-19", noon)).toBe(true);
});
