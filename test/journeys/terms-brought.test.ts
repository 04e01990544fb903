import { expect, test } from "vitest";

import { quoted } from "./deeds.ts";
import { openHouse } from "./house.ts";
import { fieldOf, fieldsOf, reviews, shownTo, withGlossary } from "./terms-deeds.ts";

const table = {
  name: "names.csv",
  content: "source;target\nMarlow Finch;Marlow Pinson\nAaron;亚伦\n",
};

test("a table under the card is no manuscript: what it would change is shown, and a click writes it", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post, card, reply } = await withGlossary(house);

  await robin.posts({ thread: post, files: [table] });
  const preview = await house.hears(robin, /1 new, 1 changed, 0 the same/u);
  await reviews(house, robin, reply);
  const before = fieldOf(robin, "Marlow Finch").target;
  await robin.clicks(preview, "termfile.take");
  await house.hears(robin, /Saved: 2 terms/u);
  await reviews(house, robin, reply);

  expect(before).not.toBe("Marlow Pinson");
  expect(fieldOf(robin, "Marlow Finch").target).toBe("Marlow Pinson");
  expect(fieldOf(robin, "Aaron").target).toBe("亚伦");
  expect(house.cards(card.channel)).toHaveLength(1);
});

test("a table with faults changes nothing, and its lines are named", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await quoted(house);

  await robin.posts({ thread: post, files: [{ name: "names.csv", content: "Aaron,\nMaia,x" }] });
  const told = await house.hears(robin, /I couldn’t import “names.csv”/u);

  expect(house.drawn(told)).toContain("line 1: there is a term, but no translation.");
});

test("somebody who may not edit brings in nothing", async () => {
  await using house = await openHouse();
  const { sam, robin } = house.slack.people;
  const { post } = await quoted(house);

  await sam.posts({ thread: post, files: [table] });
  await house.hears(sam, /can change these terms/u);
  await robin.posts({ thread: post, files: [table] });
  const preview = await house.hears(robin, /2 new, 0 changed/u);

  expect(house.drawn(preview)).toContain("[ Import ]");
});

test("a table posted in passing, outside of our threads, gets no answer", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;

  const post = await robin.uploads("#translations", table);
  await house.slack.deliveries.settled();

  expect(house.replies(post)).toEqual([]);
  expect(house.slack.books.ephemerals()).toEqual([]);
});

test("a table can be brought into the form as well", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, reply } = await withGlossary(house);
  await reviews(house, ana, reply);
  const file = house.slack.state.files;

  await ana.posts({ channel: "#general", files: [table] });
  const posted = file.all().find(({ name }) => name === table.name);
  ana.fillsIn({ file: [posted?.id ?? ""] });
  await ana.submits();
  await house.slack.until(() => shownTo(ana).includes("1 new, 1 changed, 0 the same"));
  await ana.clicks("modal", "terms.take");
  await house.slack.until(() => shownTo(ana).includes("Saved: 2 terms."));

  expect(fieldsOf(ana).map(({ term }) => term)).toContain("Aaron");
  expect(post).toBeDefined();
});
