import { expect, test } from "vitest";

import { settingsFields } from "../../../src/features/settings/rules/settings.ts";
import { allSettings } from "../../../src/features/settings/views/settings-table.ts";
import { inEnglish } from "../../../src/slack/i18n/locale.ts";
import { textOf } from "../../package.ts";

test("every setting that is kept has a row in the table of settings, and one alone", () => {
  const rows = allSettings.map(({ field }) => field);

  expect(rows.toSorted()).toEqual(settingsFields.toSorted());
});

test("the page of settings explains each by the name that the form gives it, in its order", () => {
  const [, page = ""] = textOf("docs/settings.md").split("## In Slack");
  const explained = [...page.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gmu)].map(([, name]) => name);

  const labels = new Set(allSettings.map(({ label }) => label(inEnglish)));

  expect(explained.slice(2)).toEqual([...labels]);
});
