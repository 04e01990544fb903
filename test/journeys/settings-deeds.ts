import { settingsIn } from "#features/settings/settings-table-view.ts";

import { testContext } from "../support/context.ts";
import type { Galley } from "./galley.ts";

type Wing = Pick<Galley, "slack" | "hears">;
type Admin = Galley["slack"]["people"]["ada"];
type Entries = Readonly<Record<string, string | readonly string[]>>;

/** Ada changes settings through their forms, one after the other; see `submitsSettings`. */
export async function sets(galley: Wing, entries: Entries) {
  const { ada } = galley.slack.people;
  const submissions = [];
  for (const page of new Set(Object.keys(entries).map(pageOf))) {
    const own = Object.entries(entries)
      .filter(([name]) => pageOf(name) === page)
      .map(([name, entry]) => [name.replace(/^channel_/u, ""), entry] as const);
    await opensSettings(galley, ada, page);
    submissions.push(await submitsSettings(ada, Object.fromEntries(own)));
  }
  return submissions;
}

/** An admin opens a form under `/translate settings`, ready to be filled in. */
export async function opensSettings(galley: Wing, admin: Admin, page = "spending") {
  await admin.commands("/translate", "settings", { channel: "#translations" });
  await admin.clicks(await galley.hears(admin, /Spending limits/u), `settings.edit.${page}`);
  await galley.slack.until(() => admin.sees().modal?.submit !== undefined);
}

function pageOf(name: string): string {
  if (name.startsWith("channel_")) return "channel";
  const found = Object.entries(settingsIn(testContext)).find(([, rows]) =>
    rows.some(({ block }) => `settings.${name}`.startsWith(block)),
  );
  return found?.[0] ?? "spending";
}

/** Entries are named by their block ids without the `settings.` before them. */
export async function submitsSettings(admin: Admin, entries: Entries) {
  const named = Object.entries(entries).map(
    ([name, entry]) => [`settings.${name}`, entry] as const,
  );
  admin.fillsIn(Object.fromEntries(named));
  return await admin.submits();
}
