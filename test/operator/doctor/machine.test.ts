import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { clockFinding, diskFinding } from "#operator/doctor/machine.ts";
import { neededScopes } from "#slack/identity.ts";

test.each([
  [0, "ok", "ours agrees with Slack’s"],
  [9_000, "ok", "ours is 9 s ahead of Slack’s"],
  [-61_000, "fix", "ours is 61 s behind Slack’s"],
  [3_600_000, "fix", "Beyond a minute its signed requests are refused"],
  [undefined, "cannot tell", "did not tell the time"],
])("a clock that is %s ms ahead of Slack’s", (aheadMs, verdict, says) => {
  const finding = clockFinding("Slack", aheadMs);

  expect(finding.startsWith(`${verdict} clock: `)).toBe(true);
  expect(finding).toContain(says);
});

test("a clock that differs from the partner’s alone may be the partner’s fault", () => {
  expect(clockFinding("the partner", -120_000)).toMatch(/^cannot tell /u);
  expect(clockFinding("the partner", -2000)).toMatch(/^ok /u);
});

test("a disk that is nearly full is to be fixed", () => {
  expect(diskFinding(199 * 1024 * 1024)).toMatch(/^fix /u);
  expect(diskFinding(5 * 1024 ** 3)).toBe("ok disk: 5,120 MB are free for the store.");
});

test("the scopes that are looked for are those that manifest.yml asks for", async () => {
  const [, after = ""] = (await readFile("manifest.yml", "utf8")).split("\n    bot:\n");
  const [list = ""] = after.split(/^(?! +- )/mu);

  const asked = Array.from(list.matchAll(/- ([\w.:]+)/gu), ([, scope = ""]) => scope);
  expect(Object.keys(neededScopes).toSorted()).toEqual(asked.toSorted());
});
