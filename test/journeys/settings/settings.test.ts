import { expect, test } from "vitest";

import { homeOf } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { opensSettings, sets, submitsSettings } from "../settings-deeds.ts";

const here = { channel: "#translations" };

test("/translate settings says the whole policy in words, to an admin with the button that changes it", async () => {
  await using galley = await openGalley();
  const { ada, robin } = galley.slack.people;

  await ada.commands("/translate", "settings", here);
  await robin.commands("/translate", "settings", here);
  const admin = galley.drawn(await galley.hears(ada, /Spending limits/u));
  const member = galley.drawn(await galley.hears(robin, /Spending limits/u));

  expect(admin).toContain("@Ada Okafor or @approvers can approve.");
  expect(admin).toContain("Maximum per approval (credits): none.");
  expect(admin).toContain("Languages: French.");
  expect(admin).toContain(
    "[ Spending limits ]  [ Reminders ]  [ Defaults for manuscripts ]  [ For this channel only ]",
  );
  expect(member).toContain("Only Galley’s admins can change its settings.");
  expect(member).not.toContain("[ ");
});

test("what an admin changes is said back, stands in the settings and in the audit log", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;

  const submitted = await sets(galley, {
    self_approval: "refused",
    cap_per_approval: "50,000",
    quiet_hours: "22:00",
    quiet_hours_to: "7:00",
    quiet_hours_zone: "europe/berlin",
    remind_after_hours: "6",
    targets: ["French", "German"],
    book: "The Salt Clock",
    channel_preview_chars: "1.500",
  });
  await ada.commands("/translate", "settings", here);
  const told = galley.drawn(await galley.hears(ada, /Preview length \(characters\): 1,500/u));

  expect(JSON.stringify(submitted)).toContain("Maximum per approval (credits): none → *50,000*.");
  expect(told).toContain("Maximum per approval (credits): 50,000.");
  expect(told).toContain("Approving one’s own requests: never.");
  expect(told).toContain("Quiet hours: 22:00 to 7:00, Europe/Berlin.");
  expect(told).toContain("Languages: French, German.");
  expect(told).toContain("Preview length (characters): 1,500.");
  const lines = galley.log.filter(({ kind }) => kind === "settings");
  expect(lines).toContainEqual(
    expect.objectContaining({ by: ada.id, why: "capPerApproval: none → 50000" }),
  );
  expect(lines).toHaveLength(7);
  expect(JSON.stringify(lines)).not.toContain("Salt Clock");
});

test("the workspace’s own settings are on the admins’ Home, where there is no channel", async () => {
  await using galley = await openGalley();
  const { ada, robin } = galley.slack.people;

  const home = await homeOf(galley, ada, /Galley settings/u);
  await ada.clicks("home", "settings.edit.reminders");
  await galley.slack.until(() => ada.sees().modal?.submit !== undefined);
  const submitted = await submitsSettings(ada, { remind_after_hours: "6" });

  expect(home).toContain("[ Spending limits ]  [ Reminders ]  [ Defaults for manuscripts ]");
  expect(home).not.toContain("For this channel only");
  expect(JSON.stringify(submitted)).toContain("Send a reminder after (hours): 4 → *6*.");
  expect(await homeOf(galley, robin, /My manuscripts/u)).not.toContain("Galley settings");
});

test("what cannot be read is answered beside its field, and nothing is saved", async () => {
  await using galley = await openGalley();

  const spending = await sets(galley, { cap_per_approval: "a lot" });
  await galley.slack.people.ada.closes();
  const reminders = await sets(galley, {
    remind_after_hours: "0",
    quiet_hours: "22:00",
    quiet_hours_zone: "Middle Earth",
  });

  const whole = "Please type a whole number, or leave it empty.";
  expect([...spending, ...reminders]).toEqual([
    { status: "errors", errors: { "settings.cap_per_approval": whole } },
    {
      status: "errors",
      errors: {
        "settings.remind_after_hours": whole,
        "settings.quiet_hours_zone": "Please name a time zone, such as Europe/Berlin.",
        "settings.quiet_hours_to": "Please choose two different hours.",
      },
    },
  ]);
  expect(audited(galley)).toEqual([]);
});

test("automatic approval is not switched on by half", async () => {
  await using galley = await openGalley();

  const submitted = await sets(galley, {
    auto_approval_up_to: "500",
    auto_approval_per_month: "5000",
  });

  expect(JSON.stringify(submitted)).toContain("Both automatic limits below have to be set.");
  expect(audited(galley)).toEqual([]);
});

test("Galley cannot be let approve by itself what one person alone could not", async () => {
  await using galley = await openGalley();

  const submitted = await sets(galley, {
    auto_approval_up_to: "5000",
    auto_approval_per_person_day: "5000",
    auto_approval_per_month: "5000",
    cap_per_approval: "4,999",
  });

  expect(JSON.stringify(submitted)).toContain(
    "This is too high: nobody can approve more than 4,999 credits alone.",
  );
  expect(audited(galley)).toEqual([]);
});

test("an old form undoes nothing: what somebody else changed meanwhile is said, other fields are saved", async () => {
  await using galley = await openGalley({ group: "admins" });
  const { ada, ana } = galley.slack.people;
  await opensSettings(galley, ada);
  await opensSettings(galley, ana);
  await submitsSettings(ana, { cap_per_approval: "40,000" });

  const clash = await submitsSettings(ada, { cap_per_approval: "90,000" });
  const harmless = await submitsSettings(ada, { cap_per_approval: [], low_balance: "7" });

  expect(JSON.stringify(clash)).toContain("Someone changed this to “40,000”");
  expect(harmless).toMatchObject({ status: "updated" });
  expect(audited(galley)).toEqual(["capPerApproval: none → 40000", "lowBalance: none → 7"]);
});

test("somebody who is no admin any more saves nothing", async () => {
  await using galley = await openGalley({ group: "admins" });
  const { ana } = galley.slack.people;
  await opensSettings(galley, ana);
  galley.slack.state.people.setGroupMembers(galley.slack.approvers, []);
  galley.clock.skip(61_000);

  const submitted = await submitsSettings(ana, { cap_per_approval: "1" });

  expect(JSON.stringify(submitted)).toContain("Only Galley’s admins can change");
  expect(audited(galley)).toEqual(["settings: not allowed"]);
});

function audited(galley: Galley) {
  return galley.log.filter((line) => line["audit"] === true).map(({ why }) => why);
}
