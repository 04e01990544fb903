import { expect, test } from "vitest";

import { aNovel, printed } from "../core/a-novel.ts";
import { approved, arrival, extracts, quoted, shortStory } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";
import { namesStory } from "./terms-deeds.ts";

const novel = printed(aNovel({ chapters: 10, paragraphs: 30 }));
const ofTranslation = { action: "translation" } as const;

async function translatedNovel(house: House, content = novel) {
  const { post, card } = await quoted(house, content);
  await house.slack.people.ana.clicks(card, "quote.approve");
  return { post, reply: house.drawn(await arrival(house, post)) };
}

test("a translation that is whole is said to have every chapter and paragraph", async () => {
  await using house = await openHouse();

  const { reply } = await translatedNovel(house);

  expect(reply).toContain("All 10 chapters and 300 paragraphs are there.");
  expect(await downloads(house)).toBe(1);
});

test("paragraphs that are missing are asked about where they begin, with what to do", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "omits", from: 0.52, to: 0.55, ...ofTranslation });

  const { post, reply } = await translatedNovel(house);

  expect(reply).toMatch(
    /Something may be missing: the original has 10 chapters and 300 paragraphs, the translation 10 chapters and 29\d paragraphs/u,
  );
  expect(reply).toMatch(
    /It seems to begin in chapter \d+ \(“Chapter \d+”\), which has 30 paragraphs in the original and 2\d paragraphs in the translation/u,
  );
  expect(reply).toContain("“Report a problem…” tells the admins");
  expect(reply).not.toContain("are there.");
  expect(reply).toContain("[ Download ]");
  expect(house.replies(post)).toHaveLength(2);
});

test("a translation that breaks off lacks whole chapters", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "omits", from: 0.66, to: 1, ...ofTranslation });

  const { reply } = await translatedNovel(house);

  expect(reply).toMatch(/the translation [67] chapters and \d+ paragraphs/u);
});

test("of some chapters those alone are compared, and they are named as in the manuscript", async () => {
  const half = novel.indexOf("Chapter 6");
  await using house = await openHouse({ partner: { balance: half } });
  const { ana } = house.slack.people;
  const { post } = await quoted(house, novel);
  await ana.clicks(await house.card(post, /Approve chapters 1 to 5/u), "quote.part");
  const first = house.drawn(await house.reply(post, /chapters 1 to 5 .* is ready/u));
  house.partner.change({ balance: 1_000_000 });
  house.partner.inject({ kind: "omits", from: 0.44, to: 0.5, ...ofTranslation });

  await ana.clicks(await house.card(post, /Approve chapters 6 to 10/u), "quote.part");
  const second = house.drawn(await house.reply(post, /chapters 6 to 10 .* is ready/u));

  expect(first).toContain("All 5 chapters and 150 paragraphs are there.");
  expect(second).toContain("the original has 5 chapters and 150 paragraphs");
  expect(second).toContain("It seems to begin in chapter 8");
});

test("terms of the glossary that a translation does not use are named", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const content = shortStory.repeat(30);
  const { post, card } = await quoted(house, content);
  await extracts(house, ana, card);
  await house.reply(post, /French glossary of “harbour.txt” is ready/u);
  const decided = await house.card(post, /Uses \d+ terms/u);
  house.partner.inject({ kind: "ignores-terms", ...ofTranslation });

  await ana.clicks(decided, "quote.approve");
  const reply = house.drawn(await arrival(house, post));

  expect(reply).toMatch(/0 of \d+ glossary terms were used/u);
  expect(reply).toMatch(/not found in exactly this form: .*“Marlow Finch”/u);
});

test("terms that were used are said to be", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house, `${namesStory}\n\n`.repeat(10));
  await extracts(house, ana, card);
  await house.reply(post, /French glossary of “harbour.txt” is ready/u);

  await ana.clicks(await house.card(post, /Uses \d+ terms/u), "quote.approve");

  expect(house.drawn(await arrival(house, post))).toMatch(
    /All \d+ terms of the glossary that occur here were used/u,
  );
});

test("a preview is not compared: people read it themselves, and it would cost another request", async () => {
  await using house = await openHouse();
  const { post, card } = await quoted(house, novel);

  await house.slack.people.ana.clicks(card, "quote.preview");
  const reply = await house.reply(post, /French preview of “harbour.txt” is ready/u);

  expect(house.drawn(reply)).not.toMatch(/are there|Something may be missing/u);
  expect(await downloads(house)).toBe(1);
});

test("a result that cannot be read now is delivered at once, and compared when it can", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "drop", at: "before", method: "GET", path: "/files/*", times: 2 });

  const { post, reply } = await translatedNovel(house);
  await house.failed("compare", 2);
  house.clock.skip(5000);

  expect(reply).not.toContain("are there.");
  expect(await house.reply(post, /All 10 chapters and 300 paragraphs are there/u)).toBeDefined();
  expect(house.replies(post)).toHaveLength(2);
});

test("a result that never can be read is delivered, and said not to have been compared", async () => {
  await using house = await openHouse();
  const path = "/tasks/*/download";
  house.partner.inject({ kind: "status", status: 404, method: "GET", path, times: 1000 });

  const { reply } = await translatedNovel(house);

  expect(reply).toContain("I couldn’t read the translation beside the original");
  expect(reply).toContain("[ Download ]");
  expect(await downloads(house)).toBe(1);
});

test("a partner in lasting trouble is not asked for ever", async () => {
  await using house = await openHouse();
  const path = "/tasks/*/download";
  house.partner.inject({ kind: "status", status: 503, method: "GET", path, times: 1000 });

  const { post } = await translatedNovel(house);
  await house.failed("compare");
  house.clock.skip(16 * 60_000);

  expect(await house.reply(post, /I couldn’t read the translation/u)).toBeDefined();
});

test("a source that is gone from Slack keeps nobody from the result", async () => {
  await using house = await openHouse();
  house.partner.change({ charsPerSecond: 1 });
  const { post } = await approved(house);
  await house.card(post, /Translating…/u);
  const [file] = house.slack.state.files.all();
  if (file === undefined) throw new Error("no file");
  await house.slack.people.robin.deletesFile(file);
  house.partner.change({ charsPerSecond: 1_000_000 });
  house.clock.skip(60_000);

  expect(house.drawn(await arrival(house, post))).toContain("[ Download ]");
});

test("a desk that dies while it compares does so at its next start, and says it once", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "drop", at: "before", method: "GET", path: "/files/*", times: 3 });
  const { post } = await translatedNovel(house);
  await house.failed("compare");

  await house.stop();
  await house.start();
  house.clock.skip(10_000);

  expect(await house.reply(post, /All 10 chapters and 300 paragraphs are there/u)).toBeDefined();
  expect(house.replies(post)).toHaveLength(2);
});

test("nothing of the text is kept or logged", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "omits", from: 0.5, to: 0.56, ...ofTranslation });

  await translatedNovel(house);

  expect(JSON.stringify(house.log)).not.toContain("lantern");
});

async function downloads(house: House): Promise<number> {
  const { requests } = await house.partner.books();
  return requests.filter(({ path }) => path.endsWith("/download")).length;
}
