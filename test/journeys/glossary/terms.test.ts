import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { readTerms } from "#manuscripts/documents/read-terms.ts";

import { quoted } from "../deeds.ts";
import { openGalley } from "../galley.ts";
import {
  fieldOf,
  fieldsOf,
  namesStory,
  reviews,
  shownTo,
  termsOpened,
  withGlossary,
} from "../terms-deeds.ts";

test("what a run found is looked through in a form: how sure, how often, from where", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { reply } = await withGlossary(galley);

  await reviews(galley, robin, reply);

  expect(galley.drawn(reply)).toContain("[ Review the terms ]");
  expect(galley.drawn(reply)).toContain("In the text");
  expect(fieldOf(robin, "Marlow Finch").hint).toContain("3 × in the text");
  expect(fieldOf(robin, "Marlow Finch").hint).toContain("found automatically, not reviewed");
});

test("a glossary without terms has nothing to search or to clear", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await quoted(galley);

  await robin.commands("/translate", "glossary", { channel: "#translations" });
  await galley.slack.until(() => /no terms here/u.test(shownTo(robin)));

  expect(shownTo(robin)).toContain("One per line: Salt Clock = Horloge de sel.");
  expect(shownTo(robin)).not.toMatch(/Search|Clear a field|not yet reviewed/u);
});

test("a corrected term and one that is taken out are so for everybody who looks next", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, robin, reply);
  const before = fieldsOf(robin).length;

  robin.fillsIn({
    [fieldOf(robin, "Marlow Finch").block]: "Marlow Pinson",
    [fieldOf(robin, "Lantern House").block]: [],
  });
  const submitted = await robin.submits();
  await reviews(galley, ana, reply);

  expect(submitted.status).toBe("updated");
  expect(shownTo(robin)).toContain("Saved: 3 terms.");
  expect(fieldOf(ana, "Marlow Finch")).toMatchObject({ target: "Marlow Pinson" });
  expect(fieldOf(ana, "Marlow Finch").hint).toContain(`decided by <@${robin.id}>`);
  expect(fieldsOf(ana)).toHaveLength(before - 1);
  expect(shownTo(ana)).not.toContain("not yet reviewed");
});

test("saving leads to the next page once nothing on this one is left to review", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, ana, reply);
  const ours = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `${letter}ster = ${letter}mot`);
  ana.fillsIn({ lines: ours.join("\n") });

  await ana.submits();
  const first = fieldsOf(ana).map(({ term }) => term);
  const stayed = shownTo(ana);
  await ana.submits();
  const second = fieldsOf(ana).map(({ term }) => term);

  expect(first).toHaveLength(20);
  expect(stayed).toContain("2 / 2 →");
  expect(shownTo(ana)).toContain("← 1");
  expect(second.filter((term) => first.includes(term))).toEqual([]);
  expect(second).toContain("Zster");
});

test("two people who change different terms at once both keep what they wrote", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, robin, reply);
  await reviews(galley, ana, reply);

  robin.fillsIn({ [fieldOf(robin, "Marlow Finch").block]: "Marlow Pinson" });
  ana.fillsIn({ [fieldOf(ana, "Lantern House").block]: "Maison" });
  await robin.submits();
  await ana.submits();

  expect(fieldOf(ana, "Marlow Finch").target).toBe("Marlow Pinson");
  expect(fieldOf(ana, "Lantern House").target).toBe("Maison");
});

test("of two people who change the same term the second is told, and nothing is overwritten", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, robin, reply);
  await reviews(galley, ana, reply);

  robin.fillsIn({ [fieldOf(robin, "Marlow Finch").block]: "Marlow Pinson" });
  ana.fillsIn({ [fieldOf(ana, "Marlow Finch").block]: "Marlow Merle" });
  await robin.submits();
  await ana.submits();

  expect(fieldOf(ana, "Marlow Finch").target).toBe("Marlow Pinson");
  expect(shownTo(ana)).toContain(
    "“Marlow Merle” was not saved: the term was changed or deleted in the meantime.",
  );
});

test("a glossary without terms opens all the same, and says so", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  await quoted(galley, namesStory);

  await robin.commands("/translate", "glossary", { channel: "#translations" });
  await termsOpened(galley, robin);

  expect(shownTo(robin)).toContain(
    "“Book and glossary…” on the card extracts them, or upload a table.",
  );
});

test("/translate glossary opens the terms of an earlier manuscript where the newest has none", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await quoted(galley, namesStory);
  await robin.posts({ thread: post, text: "Marlow Finch = Marlow Pinson" });
  await galley.hears(robin, /Saved: 1 term/u);
  for (const name of ["lantern.txt", "tide.txt"]) {
    const newer = await robin.uploads("#translations", { name, content: `A new story: ${name}` });
    await galley.card(newer, /\[ Approve ·/u);
  }

  await robin.commands("/translate", "glossary", { channel: "#translations" });
  await termsOpened(galley, robin);

  expect(fieldOf(robin, "Marlow Finch").target).toBe("Marlow Pinson");
});

test("terms are added in lines, found by a part of them, and what clashes is said", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, ana, reply);

  ana.fillsIn({ lines: "Aaron = 亚伦\nAron → 亚伦" });
  await ana.submits();
  await ana.clicks("modal", "terms.search", { option: "亚" });
  await galley.slack.until(() => fieldsOf(ana).length === 2);

  expect(fieldsOf(ana).map(({ term }) => term)).toEqual(["Aaron", "Aron"]);
  expect(fieldOf(ana, "Aaron").hint).toContain("compare with “Aron”");
});

test("a term of the page that is written in a line as well is what the line says", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, ana, reply);

  ana.fillsIn({ lines: "Marlow Finch = Marlow Pinson" });
  await ana.submits();

  expect(fieldOf(ana, "Marlow Finch").target).toBe("Marlow Pinson");
  expect(shownTo(ana)).toContain("Saved: 3 terms.");
});

test("prose among the lines is not taken for terms: it is named, and nothing is saved", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, ana, reply);

  ana.fillsIn({ lines: "Aaron = 亚伦\nand so on" });
  const submitted = await ana.submits();

  expect(submitted).toMatchObject({ status: "errors" });
  expect(JSON.stringify(submitted)).toContain("“and so on” is not a term and its translation");
});

test("somebody who neither asked nor approves reads the terms, and is told who may change them", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const { reply } = await withGlossary(galley);

  await reviews(galley, sam, reply);

  expect(fieldsOf(sam)).toEqual([]);
  expect(shownTo(sam)).toContain("Marlow Finch");
  expect(shownTo(sam)).toContain("Only approvers and admins can change these terms");
});

test("a book in a series inherits its terms, and only approvers and admins change those", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, ana, reply);
  ana.fillsIn({ series: "The Clocks" });
  await ana.submits();
  await ana.clicks("modal", "terms.layer", { option: "series" });
  await galley.slack.until(() => shownTo(ana).includes("*“The Clocks”*"));
  ana.fillsIn({ lines: "Salt Clock = Horloge de sel" });
  await ana.submits();

  await reviews(galley, robin, reply);
  const inherited = fieldOf(robin, "Salt Clock");
  robin.fillsIn({ [inherited.block]: [] });
  await robin.submits();
  const kept = shownTo(robin);
  await robin.clicks("modal", "terms.layer", { option: "series" });
  await galley.slack.until(() => shownTo(robin).includes("*“The Clocks”*"));

  expect(inherited.hint).toContain("Its series");
  expect(kept).toContain("“Salt Clock” is inherited");
  expect(shownTo(robin)).toContain("Only approvers and admins can change these terms");
});

test("the whole glossary is sent as a file to the one who asks for it", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, sam, reply);

  await sam.clicks("modal", "terms.csv");
  await galley.slack.until(() => shownTo(sam).includes("in our direct messages"));
  const sent = galley.slack.state.messages.inChannel(galley.slack.channels.direct(sam.id).id);

  expect(sent.flatMap(({ fileIds }) => fileIds)).toHaveLength(1);
});

test("the TBX file can be put into a termbase, and back under a card", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const { reply } = await withGlossary(galley);
  await reviews(galley, sam, reply);
  const before = shownTo(sam);

  await sam.clicks("modal", "terms.tbx");
  await galley.slack.until(() => shownTo(sam).includes("in our direct messages"));
  const sent = galley.slack.state.files.all().find(({ name }) => name.endsWith(".tbx"));
  const file = await readTerms({
    bytes: new Uint8Array(await readFile(sent?.path ?? "")),
    ending: "tbx",
    target: "fr",
  });

  const edits = file.status === "read" ? file.edits : [];
  expect(edits.length).toBeGreaterThan(0);
  expect(edits.filter(({ source }) => !before.includes(source))).toEqual([]);
});
