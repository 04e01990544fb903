import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe } from "vitest";

import { createSqliteStore } from "#store/sqlite-store.ts";

import { testRemovals } from "./removals.ts";

describe("Removals from a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "service-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  testRemovals(async () => {
    files += 1;
    return createSqliteStore(join(folder, `${files}.sqlite`), "NORMAL");
  });
});
