import { expect, test } from "vitest";

import { quoted } from "../deeds.ts";
import { openGalley } from "../galley.ts";
import { fieldOf, fieldsOf, reviews, shownTo, withGlossary } from "../terms-deeds.ts";

const table = {
  name: "names.csv",
  content: "source;target\nMarlow Finch;Marlow Pinson\nAaron;亚伦\n",
};

test("a table under the card is no manuscript: what it would change is shown, and a click writes it", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, card, reply } = await withGlossary(galley);

  await robin.posts({ thread: post, files: [table] });
  const preview = await galley.hears(robin, /1 new, 1 changed, 0 the same/u);
  await reviews(galley, robin, reply);
  const before = fieldOf(robin, "Marlow Finch").target;
  await robin.clicks(preview, "termfile.take");
  const saved = await galley.hears(robin, /Saved: 2 terms/u);
  await reviews(galley, robin, reply);

  expect(before).not.toBe("Marlow Pinson");
  expect(fieldOf(robin, "Marlow Finch").target).toBe("Marlow Pinson");
  expect(fieldOf(robin, "Aaron").target).toBe("亚伦");
  expect(galley.cards(card.channel)).toHaveLength(1);
  // The question is gone with its answer.
  expect(saved.ts).toBe(preview.ts);
});

test("a table with faults changes nothing, and its lines are named", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);

  await robin.posts({
    thread: post,
    files: [{ name: "names.csv", content: "Maia,x\nAaron,\n,y" }],
  });
  const told = await galley.hears(robin, /I couldn’t import “names.csv”/u);

  expect(galley.drawn(told)).toContain("Lines to check: 2, 3.");
});

test("somebody who may not edit brings in nothing", async () => {
  await using galley = await openGalley();
  const { sam, robin } = galley.slack.people;
  const { post } = await quoted(galley);

  await sam.posts({ thread: post, files: [table] });
  await galley.hears(sam, /can change these terms/u);
  await robin.posts({ thread: post, files: [table] });
  const preview = await galley.hears(robin, /2 new, 0 changed/u);

  expect(galley.drawn(preview)).toContain("[ Import ]");
});

test("a table posted in passing, outside of our threads, gets no answer", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;

  const post = await robin.uploads("#translations", table);
  await galley.slack.deliveries.settled();

  expect(galley.replies(post)).toEqual([]);
  expect(galley.slack.records.ephemerals()).toEqual([]);
});

test("a table can be brought into the form as well", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, reply } = await withGlossary(galley);
  await reviews(galley, ana, reply);
  const file = galley.slack.state.files;

  await ana.posts({ channel: "#general", files: [table] });
  const posted = file.all().find(({ name }) => name === table.name);
  ana.fillsIn({ file: [posted?.id ?? ""] });
  await ana.submits();
  await galley.slack.until(() => shownTo(ana).includes("1 new, 1 changed, 0 the same"));
  await ana.clicks("modal", "terms.take");
  await galley.slack.until(() => shownTo(ana).includes("Saved: 2 terms."));

  expect(fieldsOf(ana).map(({ term }) => term)).toContain("Aaron");
  expect(post).toBeDefined();
});

test("a full glossary takes no new term, from a file or under the card, until one is deleted", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley);
  const writes = (text: string) => robin.posts({ thread: post, text });
  const brings = (name: string, content: string) =>
    robin.posts({ thread: post, files: [{ name, content }] });
  const heard = (times: number, words: RegExp) =>
    galley.slack.until(
      () => galley.slack.records.ephemerals().filter(fits(words)).length === times,
    );
  const fits = (words: RegExp) => (message: Parameters<typeof galley.drawn>[0]) =>
    words.test(galley.drawn(message));
  await brings("first.csv", tenThousand("first"));
  await robin.clicks(await galley.hears(robin, /“first.csv” → French:/u), "termfile.take");
  await heard(1, /Saved: 10,000 terms/u);
  await brings("second.csv", tenThousand("second"));
  await robin.clicks(await galley.hears(robin, /“second.csv” → French:/u), "termfile.take");
  await heard(2, /Saved: 10,000 terms/u);

  await brings("one.csv", "Aaron,亚伦");
  const file = await galley.hears(robin, /at most 20,000 terms/u);
  await writes("first 2 = another\nAaron = 亚伦");
  await heard(2, /at most 20,000 terms/u);
  await writes("first 1 =\nfirst 2 = the other");
  const changed = await galley.hears(robin, /“first 1”: “first word 1” → –/u);
  await writes("Aaron = 亚伦");
  await galley.hears(robin, /“Aaron”: “亚伦”/u);

  expect(galley.drawn(file)).not.toContain("[ Import ]");
  expect(galley.drawn(changed)).toContain("“first 2”: “first word 2” → “the other”");
});

function tenThousand(name: string): string {
  return Array.from({ length: 10_000 }, (_, n) => `${name} ${n},${name} word ${n}`).join("\n");
}
