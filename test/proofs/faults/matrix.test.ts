import { existsSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { columns, rows } from "./columns.ts";
import { type Cell, cellsOf, matrix } from "./matrix.ts";

const root = new URL("../../../", import.meta.url);
const cells = rows.flatMap((row) =>
  columns.map((column) => ({ at: `${row}, ${column}`, row, cell: matrix[row][column] })),
);

test("every fault on every call is accounted for: 16 calls, 28 faults, 448 cells", () => {
  const counts = Map.groupBy(cells, ({ cell }) => cell.kind);
  const known = (["here", "there", "never"] as const).map((kind) => counts.get(kind)?.length ?? 0);

  expect([rows.length, columns.length, cells.length]).toEqual([16, 28, 448]);
  expect(new Set(columns).size).toBe(28);
  expect(known.reduce((sum, count) => sum + count)).toBe(448);
});

test("a cell that is tested elsewhere names a test that is there", () => {
  const lost = cells.filter(({ cell }) => cell.kind === "there" && !isThere(cell));

  expect(lost.map(({ at }) => at)).toEqual([]);
});

test("a cell that cannot occur says why", () => {
  const silent = cells.filter(({ cell }) => cell.kind === "never" && cell.why.length < 20);

  expect(silent.map(({ at }) => at)).toEqual([]);
});

test("every row with a cell to test here has a suite that runs it", () => {
  const suites = ["partner", "slack", "redis"]
    .map((name) => readFileSync(new URL(`test/proofs/faults/${name}.prove.test.ts`, root), "utf8"))
    .join("\n");
  const idle = rows.filter(
    (row) => cellsOf(row).length > 0 && !suites.includes(`cellsOf("${row}")`),
  );

  expect(idle).toEqual([]);
});

function isThere({ file, name }: Extract<Cell, { kind: "there" }>): boolean {
  const path = new URL(file, root);
  return existsSync(path) && readFileSync(path, "utf8").includes(`"${name}"`);
}
