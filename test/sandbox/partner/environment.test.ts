import { spawnSync } from "node:child_process";

import { expect, test } from "vitest";

import { readEnvironment } from "../../../src/sandbox/partner/environment.ts";

test("an empty environment starts with the documented defaults", () => {
  expect(readEnvironment({})).toEqual({
    status: "valid",
    options: { port: 4010, keys: ["sandbox-key"] },
  });
});

test("every variable is taken", () => {
  const read = readEnvironment({
    SANDBOX_STORE: "state.jsonl",
    SANDBOX_PORT: "4999",
    SANDBOX_API_KEYS: "alpha, beta",
    SANDBOX_BALANCE: "0",
    SANDBOX_RPM: "30",
    SANDBOX_CHARS_PER_SECOND: "5000",
  });

  expect(read).toEqual({
    status: "valid",
    options: {
      store: "state.jsonl",
      port: 4999,
      keys: ["alpha", "beta"],
      balance: 0,
      rpm: 30,
      charsPerSecond: 5000,
    },
  });
});

test("every fault is said in one line and the exit code is 78", () => {
  const run = spawnSync(process.execPath, ["src/sandbox/partner/main.ts"], {
    env: { SANDBOX_PORT: "99999", SANDBOX_RPM: "fast", SANDBOX_API_KEYS: "secret one," },
    encoding: "utf8",
  });

  expect(run.status).toBe(78);
  expect(run.stderr.trim().split("\n")).toEqual([
    "SANDBOX_PORT must be a port.",
    "SANDBOX_API_KEYS must be keys separated by commas.",
    "SANDBOX_RPM must be a whole number.",
  ]);
});
