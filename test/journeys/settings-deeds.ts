import type { House } from "./house.ts";

type Wing = Pick<House, "slack" | "hears">;
type Admin = House["slack"]["people"]["ada"];
type Entries = Readonly<Record<string, string | readonly string[]>>;

/** Ada changes settings through the form; see `submitsSettings`. */
export async function sets(house: Wing, entries: Entries) {
  const { ada } = house.slack.people;
  await opensSettings(house, ada);
  return await submitsSettings(ada, entries);
}

/** An admin opens the form under `/translate settings`, ready to be filled in. */
export async function opensSettings(house: Wing, admin: Admin) {
  await admin.commands("/translate", "settings", { channel: "#translations" });
  await admin.clicks(await house.hears(admin, /Change settings/u), "settings.edit");
  await house.slack.until(() => admin.sees().modal?.submit !== undefined);
}

/** Entries are named by their block ids without the `settings.` before them. */
export async function submitsSettings(admin: Admin, entries: Entries) {
  const named = Object.entries(entries).map(
    ([name, entry]) => [`settings.${name}`, entry] as const,
  );
  admin.fillsIn(Object.fromEntries(named));
  return await admin.submits();
}
