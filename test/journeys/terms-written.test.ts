import { expect, test } from "vitest";

import { opens, quoted } from "./deeds.ts";
import { openHouse } from "./house.ts";
import { fieldOf, fieldsOf, reviews, withGlossary, termsOpened } from "./terms-deeds.ts";

test("a term that is written under the card is noted, and what it was is said", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post, reply } = await withGlossary(house);

  await robin.posts({ thread: post, text: "Marlow Finch =&gt; Marlow Pinson\n\nAaron → 亚伦" });
  const told = await house.hears(robin, /Noted for the French glossary/u);
  await reviews(house, robin, reply);

  expect(house.drawn(told)).toMatch(/“Marlow Finch” is “Marlow Pinson”; it was “/u);
  expect(house.drawn(told)).toContain("“Aaron” is “亚伦”.");
  expect(fieldOf(robin, "Marlow Finch").target).toBe("Marlow Pinson");
});

test("a term of one manuscript is no term of another one beside it", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  const { post } = await quoted(house);
  const content = "Aaron walked down to the other harbour, where it rained.";
  const other = await robin.uploads("#translations", { name: "lantern.txt", content });
  const card = await house.card(other, /\[ Approve ·/u);

  await ana.posts({ thread: post, text: "Aaron = Aron" });
  await house.hears(ana, /Noted for the French glossary/u);
  const again = await robin.uploads("#translations", { name: "Harbour.md", content });
  const itsCard = await house.card(again, /\[ Approve ·/u);

  expect(await opens(house, ana, { card: itsCard, item: "glossary" })).toContain(
    "Runs with 1 term of “Harbour”",
  );
  expect(await opens(house, ana, { card, item: "glossary" })).toContain("has been decided yet");
});

test("a term that is written to the desk by name is noted, and said once", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await quoted(house);
  house.slack.faults.onDelivery("message", { fault: "twice" });

  await robin.posts({ thread: post, text: `<@${house.slack.app.botUserId}> Aaron = Aron` });
  await house.hears(robin, /“Aaron” is “Aron”/u);
  await house.slack.deliveries.settled();

  const said = robin.sees().ephemerals.filter((one) => house.drawn(one).includes("“Aron”"));
  expect(said).toHaveLength(1);
});

test("what a new term clashes with is said at once", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post } = await quoted(house);

  await ana.posts({ thread: post, text: "Aaron = 亚伦\nAaron Smith = 艾伦·史密斯" });
  const told = await house.hears(ana, /Noted for/u);

  expect(house.drawn(told)).toContain("it reads differently within “Aaron Smith”");
});

test("a term is taken out by writing nothing behind the sign", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post, reply } = await withGlossary(house);

  await robin.posts({ thread: post, text: "Marlow Finch =" });
  await house.hears(robin, /“Marlow Finch” is deleted; it was/u);
  await reviews(house, robin, reply);

  expect(fieldsOf(robin).map(({ term }) => term)).not.toContain("Marlow Finch");
});

test("an equals sign in prose, or outside of our threads, is no term", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { post, reply } = await withGlossary(house);
  const before = house.slack.books.ephemerals().length;

  await robin.posts({ thread: post, text: "I would say that Aaron = 亚伦,\nwhat do you think?" });
  await robin.posts({ channel: "#translations", text: "Aaron = 亚伦" });
  const other = await robin.posts({ channel: "#translations", text: "Lunch?" });
  await ana.posts({ thread: other, text: "12 = too early" });
  await reviews(house, robin, reply);

  expect(house.slack.books.ephemerals()).toHaveLength(before);
  expect(fieldsOf(robin).map(({ term }) => term)).not.toContain("Aaron");
});

test("somebody who may not is told who may, and nothing is changed", async () => {
  await using house = await openHouse();
  const { sam, robin } = house.slack.people;
  const { post, reply } = await withGlossary(house);

  await sam.posts({ thread: post, text: "Aaron = 亚伦" });
  const told = await house.hears(sam, /can change these terms/u);
  await reviews(house, robin, reply);

  expect(house.drawn(told)).toContain("Nothing was changed.");
  expect(fieldsOf(robin).map(({ term }) => term)).not.toContain("Aaron");
});

test("where a thread speaks of two languages, the writer is asked which one they mean", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { post } = await quoted(house);
  await robin.commands("/translate", "de", { channel: "#translations" });
  await house.slack.until(() => house.replies(post).length === 2);

  await robin.posts({ thread: post, text: "Aaron = 亚伦" });
  const told = await house.hears(robin, /more than one glossary/u);
  await robin.clicks(told, "terms.open");
  await termsOpened(house, robin);

  expect(fieldsOf(robin)).toEqual([]);
});
