import { expect, test } from "vitest";

import { translated } from "./deeds.ts";
import { openHouse } from "./house.ts";

const missing = { "report.what": "missing", "report.note": "Chapter Two <!channel> is not there" };

test("what somebody finds wrong reaches the admins with all ids, and they are thanked", async () => {
  await using house = await openHouse();
  const { sam, ada } = house.slack.people;
  const { reply } = await translated(house);
  const [task] = (await house.partner.books()).tasks.slice(-1);

  await sam.clicks(reply, "task.more", { option: "report" });
  await house.slack.until(() => sam.sees().modal);
  sam.fillsIn(missing);
  await sam.submits();
  const told = await house.direct(ada, /reports a problem with the French translation/u);
  await house.hears(sam, /I told the admins/u);

  const shown = house.drawn(told);
  expect(shown).toContain("Text is missing");
  expect(shown).toContain("261 credits");
  expect(shown).toContain(task?.taskId);
  expect(JSON.stringify(told.blocks)).not.toContain("<!channel>");
});

test("a second report of the same in the same minute is held back, beside the note", async () => {
  await using house = await openHouse();
  const { sam, ada } = house.slack.people;
  const { reply } = await translated(house);
  await sam.clicks(reply, "task.more", { option: "report" });
  await house.slack.until(() => sam.sees().modal);
  sam.fillsIn(missing);
  await sam.submits();
  await house.direct(ada, /reports a problem/u);

  await sam.clicks(reply, "task.more", { option: "report" });
  await house.slack.until(() => sam.sees().modal);
  sam.fillsIn(missing);
  const submitted = await sam.submits();

  expect(JSON.stringify(submitted)).toContain("wait a minute");
});

test.for(["guest", "other"] as const)("a %s is shown no form", async (name, { expect }) => {
  await using house = await openHouse();
  const person = house.slack.people[name];
  const { reply } = await translated(house);

  await person.clicks(reply, "task.more", { option: "report" });
  await house.hears(person, /Only full members of this workspace/u);

  expect(person.sees().modal).toBeUndefined();
});
