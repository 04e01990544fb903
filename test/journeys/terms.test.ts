import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { readTerms } from "../../src/manuscripts/terms/read-terms.ts";
import { quoted } from "./deeds.ts";
import { openHouse } from "./house.ts";
import { fieldOf, fieldsOf, namesStory, reviews, shownTo, withGlossary } from "./terms-deeds.ts";

test("what a run found is looked through in a form: how sure, how often, from where", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const { reply } = await withGlossary(house);

  await reviews(house, robin, reply);

  expect(house.drawn(reply)).toContain("[ Review the terms ]");
  expect(house.drawn(reply)).toContain("In the text");
  expect(fieldOf(robin, "Marlow Finch").hint).toContain("3 × in the text");
  expect(fieldOf(robin, "Marlow Finch").hint).toContain("found automatically, not reviewed");
});

test("a corrected term and one that is taken out are so for everybody who looks next", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { reply } = await withGlossary(house);
  await reviews(house, robin, reply);
  const before = fieldsOf(robin).length;

  robin.fillsIn({
    [fieldOf(robin, "Marlow Finch").block]: "Marlow Pinson",
    [fieldOf(robin, "Lantern House").block]: [],
  });
  const submitted = await robin.submits();
  await reviews(house, ana, reply);

  expect(submitted.status).toBe("updated");
  expect(shownTo(robin)).toContain("Saved: 1 term.");
  expect(shownTo(robin)).toContain("Deleted: 1 term.");
  expect(fieldOf(ana, "Marlow Finch")).toMatchObject({ target: "Marlow Pinson" });
  expect(fieldOf(ana, "Marlow Finch").hint).toContain(`decided by <@${robin.id}>`);
  expect(fieldsOf(ana)).toHaveLength(before - 1);
  expect(shownTo(ana)).toContain("0 not yet reviewed");
});

test("saving leads to the next page once nothing on this one is left to review", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { reply } = await withGlossary(house);
  await reviews(house, ana, reply);
  const ours = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `${letter}ster = ${letter}mot`);
  ana.fillsIn({ lines: ours.join("\n") });

  await ana.submits();
  const first = fieldsOf(ana).map(({ term }) => term);
  const stayed = shownTo(ana);
  await ana.submits();
  const second = fieldsOf(ana).map(({ term }) => term);

  expect(first).toHaveLength(20);
  expect(stayed).toContain("Page 2 of 2 →");
  expect(shownTo(ana)).toContain("← Page 1");
  expect(second.filter((term) => first.includes(term))).toEqual([]);
  expect(second).toContain("Zster");
});

test("two people who change different terms at once both keep what they wrote", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { reply } = await withGlossary(house);
  await reviews(house, robin, reply);
  await reviews(house, ana, reply);

  robin.fillsIn({ [fieldOf(robin, "Marlow Finch").block]: "Marlow Pinson" });
  ana.fillsIn({ [fieldOf(ana, "Lantern House").block]: "Maison" });
  await robin.submits();
  await ana.submits();

  expect(fieldOf(ana, "Marlow Finch").target).toBe("Marlow Pinson");
  expect(fieldOf(ana, "Lantern House").target).toBe("Maison");
});

test("of two people who change the same term the second is told, and nothing is overwritten", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const { reply } = await withGlossary(house);
  await reviews(house, robin, reply);
  await reviews(house, ana, reply);

  robin.fillsIn({ [fieldOf(robin, "Marlow Finch").block]: "Marlow Pinson" });
  ana.fillsIn({ [fieldOf(ana, "Marlow Finch").block]: "Marlow Merle" });
  await robin.submits();
  await ana.submits();

  expect(fieldOf(ana, "Marlow Finch").target).toBe("Marlow Pinson");
  expect(shownTo(ana)).toContain("changed “Marlow Finch” to “Marlow Pinson” in the meantime");
});

test("a glossary without terms says so, and not that the search found none", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await quoted(house, namesStory);
  await robin.commands("/translate", "glossary", { channel: "#translations" });
  const told = await house.hears(robin, /no glossary in this conversation yet/u);

  await reviews(house, robin, told);

  expect(shownTo(robin)).toContain("There are no terms yet.");
});

test("terms are added in lines, found by a part of them, and what clashes is said", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { reply } = await withGlossary(house);
  await reviews(house, ana, reply);

  ana.fillsIn({ lines: "Aaron = 亚伦\nAron → 亚伦" });
  await ana.submits();
  await ana.clicks("modal", "terms.search", { option: "亚" });
  await house.slack.until(() => fieldsOf(ana).length === 2);

  expect(fieldsOf(ana).map(({ term }) => term)).toEqual(["Aaron", "Aron"]);
  expect(fieldOf(ana, "Aaron").hint).toContain("“Aron” would read the same in the translation");
});

test("a term of the page that is written in a line as well is what the line says", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { reply } = await withGlossary(house);
  await reviews(house, ana, reply);

  ana.fillsIn({ lines: "Marlow Finch = Marlow Pinson" });
  await ana.submits();

  expect(fieldOf(ana, "Marlow Finch").target).toBe("Marlow Pinson");
  expect(shownTo(ana)).toContain("Saved: 1 term.");
});

test("prose among the lines is not taken for terms: it is named, and nothing is saved", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { reply } = await withGlossary(house);
  await reviews(house, ana, reply);

  ana.fillsIn({ lines: "Aaron = 亚伦\nand so on" });
  const submitted = await ana.submits();

  expect(submitted).toMatchObject({ status: "errors" });
  expect(JSON.stringify(submitted)).toContain("“and so on” is not a term and its translation");
});

test("somebody who neither asked nor approves reads the terms, and is told who may change them", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  const { reply } = await withGlossary(house);

  await reviews(house, sam, reply);

  expect(fieldsOf(sam)).toEqual([]);
  expect(shownTo(sam)).toContain("Marlow Finch");
  expect(shownTo(sam)).toContain("approvers and admins can change these terms");
});

test("a book in a series inherits its terms, and only approvers and admins change those", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  const { reply } = await withGlossary(house);
  await reviews(house, ana, reply);
  ana.fillsIn({ series: "The Clocks" });
  await ana.submits();
  await ana.clicks("modal", "terms.layer", { option: "series" });
  await house.slack.until(() => shownTo(ana).includes("The series “The Clocks”"));
  ana.fillsIn({ lines: "Salt Clock = Horloge de sel" });
  await ana.submits();

  await reviews(house, robin, reply);
  const inherited = fieldOf(robin, "Salt Clock");
  robin.fillsIn({ [inherited.block]: [] });
  await robin.submits();
  const kept = shownTo(robin);
  await robin.clicks("modal", "terms.layer", { option: "series" });
  await house.slack.until(() => shownTo(robin).includes("The series “The Clocks”"));

  expect(inherited.hint).toContain("for the series");
  expect(kept).toContain("“Salt Clock” is inherited");
  expect(shownTo(robin)).toContain("Approvers and admins can change what other books inherit.");
});

test("the whole glossary is sent as a file to the one who asks for it", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  const { reply } = await withGlossary(house);
  await reviews(house, sam, reply);

  await sam.clicks("modal", "terms.csv");
  await house.slack.until(() => shownTo(sam).includes("as a file in our direct messages"));
  const sent = house.slack.state.messages.inChannel(house.slack.channels.direct(sam.id).id);

  expect(sent.flatMap(({ fileIds }) => fileIds)).toHaveLength(1);
});

test.for(["terms.tbx", "terms.tbx3"])(
  "what %s sends can be put into a termbase, and back under a card",
  async (id, { expect }) => {
    await using house = await openHouse();
    const { sam } = house.slack.people;
    const { reply } = await withGlossary(house);
    await reviews(house, sam, reply);
    const before = shownTo(sam);

    await sam.clicks("modal", id);
    await house.slack.until(() => shownTo(sam).includes("as a file in our direct messages"));
    const sent = house.slack.state.files.all().find(({ name }) => name.endsWith(".tbx"));
    const file = await readTerms({
      bytes: new Uint8Array(await readFile(sent?.path ?? "")),
      ending: "tbx",
      target: "fr",
    });

    const edits = file.status === "read" ? file.edits : [];
    expect(edits.length).toBeGreaterThan(0);
    expect(edits.filter(({ source }) => !before.includes(source))).toEqual([]);
  },
);
