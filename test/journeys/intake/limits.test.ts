import { expect, test } from "vitest";

import { personLimits } from "#domain/spending/person-limits.ts";

import { shortStory, translated } from "../deeds.ts";
import { openGalley } from "../galley.ts";

const half = personLimits.cards.atMost / 2 + 1;

function stories(name: string, count: number) {
  return Array.from({ length: count }, (_, n) => ({
    name: `${name}-${n}.txt`,
    content: `${shortStory}${name} ${n}`,
  }));
}

test("whoever hands in too many manuscripts is told from when it works again, others are served, and after a day it works", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  await robin.uploads("#translations", ...stories("first", half));

  const post = await robin.uploads("#translations", ...stories("second", half));
  const told = await galley.hears(robin, /your limit is 200 cards a day/u);
  const other = await sam.uploads("#translations", ...stories("third", 1));
  await galley.passing(1000, () => galley.replies(other)[0]);
  galley.clock.skip(personLimits.cards.windowMs + 1000);
  const later = await robin.uploads("#translations", ...stories("fourth", 1));
  await galley.passing(1000, () => galley.replies(later)[0]);

  expect(told.text).toMatch(/Nothing was estimated.*try again from/su);
  expect(galley.replies(post)).toEqual([]);
});

test("whoever asks for too many links is told from when the button works again", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  const { reply } = await translated(galley);
  for (let n = 0; n <= personLimits.links.atMost; n += 1) {
    await robin.clicks(reply, "task.fresh_link");
  }

  const told = await galley.hears(robin, /Too many links were asked for just now/u);
  await sam.clicks(reply, "task.fresh_link");

  expect(told.text).toMatch(/The button works again from/u);
  expect(await galley.hears(sam, /Here is your link/u)).toBeDefined();
});
