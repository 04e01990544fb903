import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

import { throttled } from "#operator/log.ts";

import { minute } from "../builders.ts";

/** Returns the lines that a process of its own logs: they go to standard output, and nowhere else. */
function linesOf(script: string): readonly string[] {
  const log = join(import.meta.dirname, "../../src/operator/log.ts");
  const code = `
    import { createLog } from ${JSON.stringify(log)};
    const log = createLog({ level: "info", secrets: ["xoxb-canary", "", "key-canary"] });
    ${script}
  `;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    encoding: "utf8",
  });
  return stdout.split("\n").filter((line) => line !== "");
}

test("one line of JSON an event, with its level and time", () => {
  const lines = linesOf('log.info({ quoteId: "q1" }, "Galley is open"); log.debug("unheard");');

  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level: 30, quoteId: "q1", msg: "Galley is open" }),
  ]);
});

test("no secret gets into a line, wherever it stands in it", () => {
  const lines = linesOf(`
    const err = new Error("refused: Bearer key-canary", { cause: new Error("xoxb-canary") });
    log.error({ err, deep: { deeper: { Token: "xoxb-canary" } } }, "with xoxb-canary and key-canary");
    log.child({ audit: "key-canary" }).info({ a: ["xoxb-canary"], "xoxb-canary": 1 });
  `);

  expect(lines).toHaveLength(2);
  expect(lines.join("")).not.toContain("canary");
  expect(lines.join("")).toContain("[secret]");
});

test("headers and bodies of requests are left out even without a known secret", () => {
  const lines = linesOf(`
    log.warn({ request: { headers: { cookie: "c-123" }, authorization: "b-123" } }, "step failed");
  `);

  expect(lines.join("")).not.toMatch(/[cb]-123/u);
});

test("a fault that lasts is told once a minute, and another one at once", () => {
  let now = 0;
  const told: unknown[] = [];
  const tell = throttled({ tick: () => now }, (fault) => told.push(fault));

  for (const fault of ["away", "away", "loading", "away"]) tell(fault);
  now = minute;
  tell("away");

  expect(told).toEqual(["away", "loading", "away"]);
});
