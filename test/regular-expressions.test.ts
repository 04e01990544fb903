import { expect, test } from "vitest";

import { expressions, verdictOn } from "./regular-expressions.ts";

test("every regular expression in the sources is looked at", () => {
  expect(expressions.length).toBeGreaterThan(150);
});

test.for(expressions)("/$source/$flags in $file is safe", async (one, { expect }) => {
  expect(await verdictOn(one)).toBe("safe");
});

test("the checker finds a quadratic one", async () => {
  expect(await verdictOn({ source: "\\s*=", flags: "u" })).not.toBe("safe");
});
