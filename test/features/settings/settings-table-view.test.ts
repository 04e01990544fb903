import { expect, test } from "vitest";

import { defaultsSchema, settingsFields } from "#domain/settings/settings.ts";
import { settingsIn } from "#features/settings/settings-table-view.ts";

import { textOf } from "../../package.ts";
import { testContext } from "../../support/context.ts";

const { channel, ...pages } = settingsIn(testContext);
const ofWorkspace = Object.values(pages).flat();

test("every setting that is kept has a row in the table of settings, and one alone", () => {
  const rows = ofWorkspace.map(({ field }) => field);

  expect(rows.toSorted()).toEqual(settingsFields.toSorted());
});

test("every default of the workspace can be set for one channel as well", () => {
  const fields = channel.map(({ field }) => field);

  expect(fields).toEqual(defaultsSchema.keyof().options);
});

test("the page of settings explains each by the name that the form gives it, in its order", () => {
  const [, page = ""] = textOf("docs/settings.md").split("## In Slack");
  const explained = [...page.matchAll(/^\| ([^|]+) \| [^|]+ \|$/gmu)].map(([, name]) => name);

  const labels = new Set([...ofWorkspace, ...channel].map(({ label }) => label));

  expect(explained.slice(2)).toEqual([...labels]);
});
