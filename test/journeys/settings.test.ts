import { expect, test } from "vitest";

import { homeOf } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { opensSettings, sets, submitsSettings } from "./settings-deeds.ts";

const here = { channel: "#translations" };

test("/translate settings says the whole policy in words, to an admin with the button that changes it", async () => {
  await using house = await openHouse();
  const { ada, robin } = house.slack.people;

  await ada.commands("/translate", "settings", here);
  await robin.commands("/translate", "settings", here);
  const admin = house.drawn(await house.hears(ada, /Spending limits/u));
  const member = house.drawn(await house.hears(robin, /Spending limits/u));

  expect(admin).toContain("@Ada Okafor, @approvers can approve, including their own requests.");
  expect(admin).toContain("There is no maximum per approval.");
  expect(admin).toContain("Languages: French.");
  expect(admin).toContain(
    "[ Spending limits ]  [ Reminders ]  [ Defaults for manuscripts ]  [ For this channel only ]",
  );
  expect(member).toContain("Only Galley’s admins can change them.");
  expect(member).not.toContain("[ ");
});

test("a guest is not told the settings", async () => {
  await using house = await openHouse();
  const { guest } = house.slack.people;

  await guest.commands("/translate", "settings", here);

  expect(await house.hears(guest, /Only full members of this workspace/u)).toBeDefined();
});

test("what an admin changes is said back, stands in the settings and in the audit log", async () => {
  await using house = await openHouse();
  const { ada } = house.slack.people;

  const submitted = await sets(house, {
    self_approval: "No, someone else has to",
    cap_per_approval: "50,000",
    quiet_from: "22:00",
    quiet_to: "7:00",
    quiet_zone: "europe/berlin",
    remind_after_hours: "6",
    targets: ["French", "German"],
    book: "The Salt Clock",
    channel_preview_chars: "1.500",
  });
  await ada.commands("/translate", "settings", here);
  const told = house.drawn(await house.hears(ada, /a preview of 1,500 characters/u));

  expect(JSON.stringify(submitted)).toContain("maximum per approval: none → *50,000 credits*");
  expect(told).toContain("Nobody can approve more than 50,000 credits.");
  expect(told).toContain("but not their own requests");
  expect(told).toContain("reminded after 6 hours, but not from 22:00 to 7:00, Europe/Berlin");
  expect(told).toContain("Languages: French, German.");
  expect(told).toContain("In this conversation: a preview of 1,500 characters.");
  const lines = house.log.filter(({ what }) => what === "settings");
  expect(lines).toContainEqual(
    expect.objectContaining({ by: ada.id, why: "maximum per approval: none → 50,000 credits" }),
  );
  expect(lines).toHaveLength(7);
  expect(JSON.stringify(lines)).not.toContain("Salt Clock");
});

test("the workspace’s own settings are on the admins’ Home, where there is no channel", async () => {
  await using house = await openHouse();
  const { ada, robin } = house.slack.people;

  const home = await homeOf(house, ada, /Galley settings/u);
  await ada.clicks("home", "settings.edit.reminders");
  await house.slack.until(() => ada.sees().modal?.submit !== undefined);
  const submitted = await submitsSettings(ada, { remind_after_hours: "6" });

  expect(home).toContain("[ Spending limits ]  [ Reminders ]  [ Defaults for manuscripts ]");
  expect(home).not.toContain("For this channel only");
  expect(JSON.stringify(submitted)).toContain("reminder after: 4 hours → *6 hours*");
  expect(await homeOf(house, robin, /My manuscripts/u)).not.toContain("Galley settings");
});

test("what cannot be read is answered beside its field, and nothing is saved", async () => {
  await using house = await openHouse();

  const spending = await sets(house, { cap_per_approval: "a lot" });
  await house.slack.people.ada.closes();
  const reminders = await sets(house, {
    remind_after_hours: "0",
    quiet_from: "22:00",
    quiet_zone: "Middle Earth",
  });

  const money = "Please type a whole number, such as 200,000, or leave it empty.";
  expect([...spending, ...reminders]).toEqual([
    { status: "errors", errors: { "settings.cap_per_approval": money } },
    {
      status: "errors",
      errors: {
        "settings.remind_after_hours": "Please type a whole number, such as 4, or leave it empty.",
        "settings.quiet_zone": "Please name a time zone, such as Europe/Berlin.",
        "settings.quiet_to": "Please choose another hour for the end.",
      },
    },
  ]);
  expect(audited(house)).toEqual([]);
});

test("the desk cannot be let approve by itself what one person alone could not", async () => {
  await using house = await openHouse();

  const submitted = await sets(house, {
    auto_approval_up_to: "5000",
    auto_approval_per_person_day: "5000",
    auto_approval_per_month: "5000",
    cap_per_approval: "4,999",
  });

  expect(JSON.stringify(submitted)).toContain(
    "This is too high: nobody can approve more than 4,999 credits.",
  );
  expect(audited(house)).toEqual([]);
});

test("an old form undoes nothing: what somebody else changed meanwhile is said, other fields are saved", async () => {
  await using house = await openHouse({ group: "admins" });
  const { ada, ana } = house.slack.people;
  await opensSettings(house, ada);
  await opensSettings(house, ana);
  await submitsSettings(ana, { cap_per_approval: "40,000" });

  const clash = await submitsSettings(ada, { cap_per_approval: "90,000" });
  const harmless = await submitsSettings(ada, { cap_per_approval: [], low_balance: "7" });

  expect(JSON.stringify(clash)).toContain("Someone changed this to “40,000 credits”");
  expect(harmless).toMatchObject({ status: "updated" });
  expect(audited(house)).toEqual([
    "maximum per approval: none → 40,000 credits",
    "low-balance warning below: none → 7 credits",
  ]);
});

test("somebody who is no admin any more saves nothing", async () => {
  await using house = await openHouse({ group: "admins" });
  const { ana } = house.slack.people;
  await opensSettings(house, ana);
  house.slack.state.people.setGroupMembers(house.slack.approvers, []);
  house.clock.skip(61_000);

  const submitted = await submitsSettings(ana, { cap_per_approval: "1" });

  expect(JSON.stringify(submitted)).toContain("Only Galley’s admins can change");
  expect(audited(house)).toEqual(["settings: not allowed"]);
});

function audited(house: House) {
  return house.log.filter((line) => line["audit"] === true).map(({ why }) => why);
}
