import { expect, test } from "vitest";
import { z } from "zod";

import { listOf } from "#domain/fields.ts";

test("a list of foreign length is complained of up to its limit, and read up to it", () => {
  const things = listOf(z.object({ id: z.string() }));
  const many = <T>(item: T) => Array.from({ length: 100_000 }, () => item);

  expect(things.safeParse(many({})).error?.issues).toHaveLength(20_000);
  expect(things.parse(many({ id: "F1" }))).toHaveLength(20_000);
  expect(things.safeParse({ length: 3 }).success).toBe(false);
});
