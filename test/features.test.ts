import { existsSync } from "node:fs";

import { expect, test } from "vitest";

import { root, textOf } from "./package.ts";

const rows = [...textOf("docs/features.md").matchAll(/^\| (B?\d+) \| ([^|]+) \| ([^|]+) \|$/gmu)];

test("every number of the list is answered for, once and in order", () => {
  const numbers = rows.map(([, number]) => number);

  expect(numbers).toEqual([
    ...Array.from({ length: 110 }, (_, i) => String(i + 1)),
    ...Array.from({ length: 15 }, (_, i) => `B${i + 1}`),
  ]);
});

test("every file that the list names is there", () => {
  const files = rows.flatMap(([, , , where = ""]) =>
    [...where.matchAll(/`([\w./-]+\.(?:ts|yml)|Dockerfile)`/gu)].map(([, file = ""]) => file),
  );

  expect(files.length).toBeGreaterThan(90);
  expect(files.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
});
