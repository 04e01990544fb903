import { expect, test } from "vitest";

import { translated } from "../deeds.ts";
import { openGalley } from "../galley.ts";

const missing = { "report.note": "Chapter Two <!channel> is not there" };

test("what somebody finds wrong reaches the admins with all ids, and they are thanked", async () => {
  await using galley = await openGalley();
  const { sam, ada } = galley.slack.people;
  const { reply } = await translated(galley);
  const [task] = (await galley.partner.records()).tasks.slice(-1);

  await sam.clicks(reply, "task.more", { option: "report" });
  await galley.slack.until(() => sam.sees().modal);
  sam.fillsIn(missing);
  await sam.submits();
  const told = await galley.direct(ada, /Problem reported: the French translation/u);
  await galley.hears(sam, /I told the admins/u);

  const shown = galley.drawn(told);
  expect(shown).toContain("Chapter Two");
  expect(shown).toContain("261 credits");
  expect(shown).toContain(task?.taskId);
  expect(JSON.stringify(told.blocks)).not.toContain("<!channel>");
});

test("a second report of the same in the same minute is held back, beside the note", async () => {
  await using galley = await openGalley();
  const { sam, ada } = galley.slack.people;
  const { reply } = await translated(galley);
  await sam.clicks(reply, "task.more", { option: "report" });
  await galley.slack.until(() => sam.sees().modal);
  sam.fillsIn(missing);
  await sam.submits();
  await galley.direct(ada, /Problem reported/u);

  await sam.clicks(reply, "task.more", { option: "report" });
  await galley.slack.until(() => sam.sees().modal);
  sam.fillsIn(missing);
  const submitted = await sam.submits();

  expect(JSON.stringify(submitted)).toContain("wait a minute");
});

test.for(["guest", "other"] as const)("a %s is shown no form", async (name, { expect }) => {
  await using galley = await openGalley();
  const person = galley.slack.people[name];
  const { reply } = await translated(galley);

  await person.clicks(reply, "task.more", { option: "report" });
  await galley.hears(person, /Only full members of this workspace/u);

  expect(person.sees().modal).toBeUndefined();
});

test("who has left the conversation reads that a report was refused", async () => {
  await using galley = await openGalley();
  const { sam, ada } = galley.slack.people;
  const { reply } = await translated(galley);
  const refusals = () =>
    sam.sees().directMessages.filter((message) => /Only full members/u.test(galley.drawn(message)));

  await sam.clicks(reply, "task.more", { option: "report" });
  await galley.slack.until(() => sam.sees().modal);
  galley.slack.channels.leave(galley.slack.translations, sam.id);
  sam.fillsIn(missing);
  await sam.submits();
  await galley.slack.until(() => refusals().length === 1);

  expect(ada.sees().directMessages.map(galley.drawn).join()).not.toContain("reports a problem");
});
