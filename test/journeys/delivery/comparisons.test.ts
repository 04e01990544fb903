import { expect, test } from "vitest";

import { aNovel, printed } from "../../domain/a-novel.ts";
import { arrival, extracts, hurries, quoted, running, shortStory, partOffered } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { namesStory, reviews, shownTo } from "../terms-deeds.ts";

const novel = printed(aNovel({ chapters: 10, paragraphs: 30 }));
const ofTranslation = { action: "translation" } as const;

/** `says`: what the reply comes to say once the text was compared. */
async function translatedNovel(galley: Galley, says = /is ready/u) {
  const { post, card } = await quoted(galley, novel);
  await galley.slack.people.ana.clicks(card, "quote.approve");
  await arrival(galley, post);
  return { post, reply: galley.drawn(await galley.reply(post, says)) };
}

test("a translation that is whole is said to have every chapter and paragraph", async () => {
  await using galley = await openGalley();

  const { post } = await translatedNovel(
    galley,
    /Nothing is missing: 10 chapters and 300 paragraphs\./u,
  );

  expect(galley.replies(post)).toHaveLength(2);
  expect(await downloads(galley)).toBe(2);
});

test("paragraphs that are missing are asked about where they begin, with what to do, and nothing of the text is logged", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "omits", from: 0.52, to: 0.55, ...ofTranslation });

  const { post, reply } = await translatedNovel(
    galley,
    /Something may be missing: the original has 10 chapters and 300 paragraphs, the translation 10 chapters and 29\d paragraphs/u,
  );

  expect(reply).toMatch(/First difference: chapter \d+\./u);
  expect(reply).toContain("“Report a problem…” tells the admins");
  expect(reply).not.toContain("Nothing is missing");
  expect(reply).toContain("[ Download ]");
  expect(galley.replies(post)).toHaveLength(2);
  expect(JSON.stringify(galley.log)).not.toContain("lantern");
});

test("a result with paragraphs missing shows ⚠️ on card, manuscript and in lists, with the way to them", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.partner.inject({ kind: "omits", from: 0.52, to: 0.55, ...ofTranslation });

  const { post } = await translatedNovel(galley);
  const card = await galley.card(post, /⚠️ Done, but \d+ places need a look/u);
  const reply = await galley.reply(post, /⚠️ The .* is ready/u);
  await robin.commands("/translate", "status", { channel: "#translations" });
  const status = galley.drawn(await galley.hears(robin, /places need a look/u));
  await robin.clicks(card, "task.look");
  await galley.slack.until(() => robin.sees().modal !== undefined);

  expect(galley.drawn(card)).toMatch(/\[ Look at \d+ places \]/u);
  expect(galley.drawn(reply)).toMatch(/\[ Look at \d+ places \]/u);
  expect(status).not.toContain("✅");
  await galley.slack.until(
    () => galley.slack.state.messages.find(post.channel, post.ts)?.reactions?.join() === "warning",
  );
});

test("a translation that breaks off lacks whole chapters", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "omits", from: 0.66, to: 1, ...ofTranslation });

  const { reply } = await translatedNovel(galley, /Something may be missing/u);

  expect(reply).toMatch(/the translation [67] chapters and \d+ paragraphs/u);
});

test("of some chapters those alone are compared, and they are named as in the manuscript", async () => {
  const half = novel.indexOf("Chapter 6");
  await using galley = await openGalley({ partner: { balance: half } });
  const { ana } = galley.slack.people;
  const { post } = await quoted(galley, novel);
  await ana.clicks(await galley.card(post, partOffered("chapters 1 to 5")), "quote.part");
  const whole = /Nothing is missing: 5 chapters and 150 paragraphs\./u;
  const first = galley.drawn(await galley.reply(post, whole));
  galley.partner.change({ balance: 1_000_000 });
  galley.partner.inject({ kind: "omits", from: 0.44, to: 0.5, ...ofTranslation });

  await ana.clicks(await galley.card(post, partOffered("chapters 6 to 10")), "quote.part");
  const second = galley.drawn(await galley.reply(post, /Something may be missing/u));

  expect(first).toMatch(/chapters 1 to 5 .* is ready/u);
  expect(second).toMatch(/chapters 6 to 10 .* is ready/u);
  expect(second).toContain("the original has 5 chapters and 150 paragraphs");
  expect(second).toContain("First difference: chapter 8");
});

test("terms of the glossary that a translation does not use are named", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const content = shortStory.repeat(30);
  const { post, card } = await quoted(galley, content);
  await extracts(galley, ana, card);
  await galley.reply(post, /French glossary of “harbour” is ready/u);
  const decided = await galley.card(post, /Uses \d+ terms/u);
  galley.partner.inject({ kind: "ignores-terms", ...ofTranslation });

  await ana.clicks(decided, "quote.approve");
  const reply = galley.drawn(await galley.reply(post, /0 of \d+ glossary terms were used/u));

  expect(reply).toMatch(/not found in exactly this form: .*“Marlow Finch”/u);
});

test("terms that were used are said to be", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const { post, card } = await quoted(galley, `${namesStory}\n\n`.repeat(10));
  await extracts(galley, ana, card);
  await galley.reply(post, /French glossary of “harbour” is ready/u);

  await ana.clicks(await galley.card(post, /Uses \d+ terms/u), "quote.approve");

  const used = /Every glossary term that occurs here was used: \d+ terms/u;
  expect(galley.drawn(await galley.reply(post, used))).toContain("is ready");
});

test("forbidden terms that a translation uses are named, and make it one to look at", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const { post, card } = await quoted(galley, `${namesStory}\n\n`.repeat(10));
  await extracts(galley, ana, card);
  const glossary = await galley.reply(post, /French glossary of “harbour” is ready/u);
  await reviews(galley, ana, glossary);
  ana.fillsIn({ forbidden: "marlow  FINCH\nPendule de mer\n\n" });
  await ana.submits();
  const saved = shownTo(ana);
  await ana.closes();

  await ana.clicks(await galley.card(post, /Uses \d+ terms/u), "quote.approve");
  const reply = await galley.reply(post, /Forbidden terms in the translation/u);
  await robin.clicks(reply, "task.look");
  const looked = await galley.slack.until(() => /Forbidden terms: /u.exec(shownTo(robin)));

  expect(saved).toContain("The forbidden terms are saved.");
  expect(galley.drawn(reply)).toContain("Forbidden terms in the translation: “marlow FINCH”.");
  expect(reply.text).toContain("⚠️");
  expect(looked).not.toBeNull();
});

test("a preview is not compared: people read it themselves, and it would cost another request", async () => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley, novel);

  await galley.slack.people.ana.clicks(card, "quote.preview");
  const reply = await galley.reply(post, /French preview of “harbour” is ready/u);

  expect(galley.drawn(reply)).not.toMatch(/Nothing is missing|Something may be missing/u);
  expect(await downloads(galley)).toBe(2);
});

test("a result is delivered at once, and compared when it can be read", async () => {
  await using galley = await openGalley();
  dropsDownloads(galley, 2);

  const { post, reply } = await translatedNovel(galley);
  await galley.failed("compare", 2);
  galley.clock.skip(5000);

  expect(reply).not.toContain("Nothing is missing");
  expect(
    await galley.reply(post, /Nothing is missing: 10 chapters and 300 paragraphs/u),
  ).toBeDefined();
  expect(galley.replies(post)).toHaveLength(2);
});

test("a result that can be read no more is delivered, and said not to have been compared", async () => {
  await using galley = await openGalley();
  const path = "/tasks/*/download";
  galley.partner.inject({ kind: "status", status: 404, method: "GET", path, skip: 1, times: 1000 });

  const { reply } = await translatedNovel(
    galley,
    /I couldn’t compare the translation with the original/u,
  );

  expect(reply).toContain("[ Download ]");
  expect(await downloads(galley)).toBe(2);
});

test("a partner in lasting trouble is not asked for ever", async () => {
  await using galley = await openGalley();
  const path = "/tasks/*/download";
  galley.partner.inject({ kind: "status", status: 503, method: "GET", path, skip: 1, times: 1000 });

  const { post } = await translatedNovel(galley);
  await galley.failed("compare");
  galley.clock.skip(16 * 60_000);

  expect(await galley.reply(post, /I couldn’t compare the translation/u)).toBeDefined();
});

test("a source that is gone from Slack keeps nobody from the result", async () => {
  await using galley = await openGalley();
  const { post } = await running(galley);
  const [file] = galley.slack.state.files.all();
  if (file === undefined) throw new Error("no file");
  await galley.slack.people.robin.deletesFile(file);
  hurries(galley);
  galley.clock.skip(60_000);

  expect(galley.drawn(await arrival(galley, post))).toContain("[ Download ]");
});

test("a bot that dies while it compares does so at its next start, and says it once", async () => {
  await using galley = await openGalley();
  dropsDownloads(galley, 3);
  const { post } = await translatedNovel(galley);
  await galley.failed("compare");

  await galley.stop();
  await galley.start();
  galley.clock.skip(10_000);

  expect(
    await galley.reply(post, /Nothing is missing: 10 chapters and 300 paragraphs/u),
  ).toBeDefined();
  expect(galley.replies(post)).toHaveLength(2);
});

async function downloads(galley: Galley): Promise<number> {
  const { requests } = await galley.partner.records();
  return requests.filter(({ path }) => path.endsWith("/download")).length;
}

/** Drops downloads after the first one, which only shows that the result is there. */
function dropsDownloads({ partner }: Pick<Galley, "partner">, times: number): void {
  const download = { method: "GET", path: "/files/*" } as const;
  partner.inject({ kind: "drop", at: "before", ...download, skip: 1, times });
}
