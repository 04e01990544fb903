import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { EVENTS, SCOPES } from "../../../src/sandbox/slack/options.ts";

test("the local Slack grants what manifest.yml asks for, and nothing more", async () => {
  const manifest = await readFile("manifest.yml", "utf8");

  expect(listBelow(manifest, "bot")).toEqual([...SCOPES].toSorted());
  expect(listBelow(manifest, "bot_events")).toEqual([...EVENTS].toSorted());
});

/** The items of the YAML list below this key. */
function listBelow(yaml: string, key: string): readonly string[] {
  const [, after = ""] = yaml.split(`\n    ${key}:\n`);
  const [list = ""] = after.split(/^(?! +- )/m);
  return Array.from(list.matchAll(/- ([\w.:]+)/g), ([, item = ""]) => item).toSorted();
}
