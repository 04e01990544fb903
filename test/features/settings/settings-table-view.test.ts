import { expect, test } from "vitest";

import { settingRows, settingsFields } from "#domain/settings/settings.ts";
import { settingsIn } from "#features/settings/settings-table-view.ts";

import { textOf } from "../../package.ts";
import { testContext } from "../../support/context.ts";

const { channel, ...pages } = settingsIn(testContext);
const ofWorkspace = Object.values(pages).flat();

test("the scope of a setting decides which forms have it", () => {
  const fields = (rows: typeof channel) => rows.map(({ field }) => field);

  const own = settingsFields.filter((field) => settingRows[field].scope !== "workspace");

  expect(fields(channel)).toEqual(own);
  expect(fields(channel)).toContain("delivery");
  expect(new Set(fields([...ofWorkspace, ...channel]))).toEqual(new Set(settingsFields));
  expect(fields(ofWorkspace)).not.toContain("answers");
});

test("the page of settings explains each by the name that the form gives it, in its order", () => {
  const [, page = ""] = textOf("docs/settings.md").split("## In Slack");
  const explained = [...page.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gmu)].map(([, name]) => name);

  const labels = new Set([...ofWorkspace, ...channel].map(({ label }) => label));

  expect(explained.slice(2)).toEqual([...labels]);
});
