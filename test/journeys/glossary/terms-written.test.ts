import { expect, test } from "vitest";

import { opens, quoted } from "../deeds.ts";
import { openGalley } from "../galley.ts";
import { fieldOf, fieldsOf, reviews, shownTo, withGlossary, termsOpened } from "../terms-deeds.ts";

test("a term that is written under the card is noted, and what it was is said", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, reply } = await withGlossary(galley);

  await robin.posts({ thread: post, text: "Marlow Finch =&gt; Marlow Pinson\n\nAaron → 亚伦" });
  const told = await galley.hears(robin, /Saved: /u);
  await reviews(galley, robin, reply);

  expect(galley.drawn(told)).toMatch(/“Marlow Finch”: “.*” → “Marlow Pinson”/u);
  expect(galley.drawn(told)).toContain("“Aaron”: “亚伦”");
  expect(fieldOf(robin, "Marlow Finch").target).toBe("Marlow Pinson");
});

test("a term of one manuscript is no term of another one beside it", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const { post } = await quoted(galley);
  const content = "Aaron walked down to the other harbour, where it rained.";
  const other = await robin.uploads("#translations", { name: "lantern.txt", content });
  const card = await galley.card(other, /\[ Approve ·/u);

  await ana.posts({ thread: post, text: "Aaron = Aron" });
  await galley.hears(ana, /Saved: /u);
  const again = await robin.uploads("#translations", { name: "Harbour.md", content });
  const itsCard = await galley.card(again, /\[ Approve ·/u);

  expect(await opens(galley, ana, { card: itsCard, item: "glossary" })).toContain("Uses 1 term.");
  expect(await opens(galley, ana, { card, item: "glossary" })).toContain("has been reviewed yet");
});

test("a term that is written to Galley by name is noted, and said once", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);
  galley.slack.faults.onDelivery("message", { fault: "twice" });

  await robin.posts({ thread: post, text: `<@${galley.slack.app.botUserId}> Aaron = Aron` });
  await galley.hears(robin, /“Aaron”: “Aron”/u);
  await galley.slack.deliveries.settled();

  const said = robin.sees().ephemerals.filter((one) => galley.drawn(one).includes("“Aron”"));
  expect(said).toHaveLength(1);
});

test("what a new term clashes with is said at once", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post } = await quoted(galley);

  await ana.posts({ thread: post, text: "Aaron = 亚伦\nAaron Smith = 艾伦·史密斯" });
  const told = await galley.hears(ana, /Saved: /u);

  expect(galley.drawn(told)).toContain("compare with “Aaron Smith”");
});

test("a term is taken out by writing nothing behind the sign", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, reply } = await withGlossary(galley);

  await robin.posts({ thread: post, text: "Marlow Finch =" });
  await galley.hears(robin, /“Marlow Finch”: “.*” → –/u);
  await reviews(galley, robin, reply);

  expect(fieldsOf(robin).map(({ term }) => term)).not.toContain("Marlow Finch");
});

test("where a book's own term is taken out, what it inherits is said", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, reply } = await withGlossary(galley);
  await reviews(galley, ana, reply);
  await ana.clicks("modal", "terms.layer", { option: "workspace" });
  await galley.slack.until(() => shownTo(ana).includes("*Whole workspace*"));
  ana.fillsIn({ lines: "Salt Clock = Horloge" });
  await ana.submits();

  await ana.posts({ thread: post, text: "Salt Clock = Horloge de sel" });
  await galley.hears(ana, /“Salt Clock”: “Horloge” → “Horloge de sel”/u);
  await ana.posts({ thread: post, text: "Salt Clock =" });
  await galley.hears(ana, /“Salt Clock”: “Horloge de sel” → “Horloge”/u);
  await ana.posts({ thread: post, text: "Salt Clock =" });
  const told = await galley.hears(ana, /is inherited/u);

  expect(galley.drawn(told)).toContain("“Salt Clock” is inherited");
});

test("several lines with prose among them save nothing, and the prose is named", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, reply } = await withGlossary(galley);

  await robin.posts({ thread: post, text: "These please:\nAaron = 亚伦\nMaia = 玛雅" });
  const told = await galley.hears(robin, /is not a term and its translation/u);
  await reviews(galley, robin, reply);

  expect(galley.drawn(told)).toContain("“These please:”");
  expect(fieldsOf(robin).map(({ term }) => term)).not.toContain("Aaron");
});

test("an equals sign in prose, or outside of our threads, is no term", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { post, reply } = await withGlossary(galley);
  const before = galley.slack.records.ephemerals().length;

  await robin.posts({ thread: post, text: "I would say that Aaron = 亚伦,\nwhat do you think?" });
  await robin.posts({ channel: "#translations", text: "Aaron = 亚伦" });
  const other = await robin.posts({ channel: "#translations", text: "Lunch?" });
  await ana.posts({ thread: other, text: "12 = too early" });
  await reviews(galley, robin, reply);

  expect(galley.slack.records.ephemerals()).toHaveLength(before);
  expect(fieldsOf(robin).map(({ term }) => term)).not.toContain("Aaron");
});

test("somebody who may not is told who may, and nothing is changed", async () => {
  await using galley = await openGalley();
  const { sam, robin } = galley.slack.people;
  const { post, reply } = await withGlossary(galley);

  await sam.posts({ thread: post, text: "Aaron = 亚伦" });
  await galley.hears(sam, /Only approvers and admins can change these terms/u);
  await reviews(galley, robin, reply);

  expect(fieldsOf(robin).map(({ term }) => term)).not.toContain("Aaron");
});

test("where a thread speaks of two languages, the writer is asked which one they mean", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);
  await robin.commands("/translate", "de", { channel: "#translations" });
  await galley.slack.until(() => galley.replies(post).length === 2);

  await robin.posts({ thread: post, text: "Aaron = 亚伦" });
  const told = await galley.hears(robin, /more than one glossary/u);
  await robin.clicks(told, "terms.open");
  await termsOpened(galley, robin);

  expect(fieldsOf(robin)).toEqual([]);
});
