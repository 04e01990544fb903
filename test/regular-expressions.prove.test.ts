import { expect, test } from "vitest";

import { long, verdictOn } from "./regular-expressions.ts";

test("an expression built from a long list of words is safe with all of them", async () => {
  expect(long).not.toEqual([]);
  for (const one of long) expect(await verdictOn(one)).toBe("safe");
});
