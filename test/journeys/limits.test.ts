import { expect, test } from "vitest";

import { personLimits } from "../../src/core/limits.ts";
import { shortStory, translated } from "./deeds.ts";
import { openHouse } from "./house.ts";

const half = personLimits.files.atMost / 2 + 1;

function stories(name: string, count: number) {
  return Array.from({ length: count }, (_, n) => ({
    name: `${name}-${n}.txt`,
    content: `${shortStory}${name} ${n}`,
  }));
}

test("whoever hands in too many files is told from when it works again, and others are served", async () => {
  await using house = await openHouse();
  const { robin, sam } = house.slack.people;
  await robin.uploads("#translations", ...stories("first", half));

  const post = await robin.uploads("#translations", ...stories("second", half));
  const told = await house.hears(robin, /You can hand in 100 files in 24 hours/u);
  const other = await sam.uploads("#translations", ...stories("third", 1));
  await house.passing(1000, () => house.replies(other)[0]);

  expect(told.text).toMatch(/nothing was estimated.*try again from/su);
  expect(house.replies(post)).toEqual([]);
});

test("after a day it works again", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await robin.uploads("#translations", ...stories("first", half));
  await robin.uploads("#translations", ...stories("second", half));
  await house.hears(robin, /You can hand in 100 files/u);

  house.clock.skip(personLimits.files.windowMs + 1000);
  const post = await robin.uploads("#translations", ...stories("third", 1));

  expect(await house.passing(1000, () => house.replies(post)[0])).toBeDefined();
});

test("whoever asks for too many links is told from when the button works again", async () => {
  await using house = await openHouse();
  const { robin, sam } = house.slack.people;
  const { reply } = await translated(house);
  for (let n = 0; n <= personLimits.links.atMost; n += 1) {
    await robin.clicks(reply, "task.fresh_link");
  }

  const told = await house.hears(robin, /Too many links were asked for just now/u);
  await sam.clicks(reply, "task.fresh_link");

  expect(told.text).toMatch(/the button works again from/u);
  expect(await house.hears(sam, /Here is your link/u)).toBeDefined();
});
