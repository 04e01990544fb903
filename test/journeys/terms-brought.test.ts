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

test("a full glossary takes no new term, from a file or under the card, until one is deleted", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await quoted(house);
  const writes = (text: string) => robin.posts({ thread: post, text });
  const brings = (name: string, content: string) =>
    robin.posts({ thread: post, files: [{ name, content }] });
  const heard = (times: number, words: RegExp) =>
    house.slack.until(() => house.slack.books.ephemerals().filter(fits(words)).length === times);
  const fits = (words: RegExp) => (message: Parameters<typeof house.drawn>[0]) =>
    words.test(house.drawn(message));
  await brings("first.csv", tenThousand("first"));
  await robin.clicks(await house.hears(robin, /“first.csv” has/u), "termfile.take");
  await heard(1, /Saved: 10,000 terms/u);
  await brings("second.csv", tenThousand("second"));
  await robin.clicks(await house.hears(robin, /“second.csv” has/u), "termfile.take");
  await heard(2, /Saved: 10,000 terms/u);

  await brings("one.csv", "Aaron,亚伦");
  const file = await house.hears(robin, /at most 20,000 terms/u);
  await writes("first 2 = another\nAaron = 亚伦");
  await heard(2, /at most 20,000 terms/u);
  await writes("first 1 =\nfirst 2 = the other");
  const changed = await house.hears(robin, /“first 1” is deleted/u);
  await writes("Aaron = 亚伦");
  await house.hears(robin, /“Aaron” is “亚伦”/u);

  expect(house.drawn(file)).not.toContain("[ Import ]");
  expect(house.drawn(changed)).toContain("“first 2” is “the other”; it was “first word 2”.");
});

function tenThousand(name: string): string {
  return Array.from({ length: 10_000 }, (_, n) => `${name} ${n},${name} word ${n}`).join("\n");
}
