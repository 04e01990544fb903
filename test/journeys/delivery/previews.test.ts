import { expect, test } from "vitest";
import { z } from "zod";

import type { Message } from "#sandbox/slack/model.ts";

import { awkwardDocx } from "../../manuscripts/corpus/docx.ts";
import { hurries, shortStory } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const first =
  "Marlow Finch walked down to the harbour. The Lantern House stood dark above the water.";
/** The local partner's translation of it. */
const firstInFrench: unknown = expect.stringMatching(/^⟦fr: Marlow Finch .*⟧$/u);

test("a preview is read where it is decided on: source and translation side by side, and its share of the price. Nothing of it is logged", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "200" } });

  const { reply } = await previewed(galley);

  expect(columnsOf(reply).slice(0, 3)).toEqual([
    ["*English*", "*French*"],
    ["Chapter One", "⟦fr: Çĥáþţéŕ Óñé⟧"],
    [first, firstInFrench],
  ]);
  expect(galley.drawn(reply)).toMatch(/That is \d% of the 7,830 credits that the whole costs\./u);
  expect(galley.drawn(reply)).toMatch(/Translate all · 7,830 cr.*Correct names first/su);
  expect(JSON.stringify(galley.log)).not.toContain("Marlow");
});

test("of a document the text that was sent stands beside its translation", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "100" } });
  const beginning = awkwardDocx.text.split("\n")[0];

  const { reply } = await previewed(galley, "harbour.docx", awkwardDocx.bytes());

  expect(columnsOf(reply)[1]).toEqual([beginning, expect.stringContaining(`⟦fr: `)]);
});

test("a text that cannot be fetched is not waited for: the reply comes without it, once", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "drop", at: "before", skip: 1, method: "GET", path: "/files/*" });

  const { post, reply } = await previewed(galley);

  expect(columnsOf(reply)).toEqual([]);
  expect(galley.drawn(reply)).toContain("[ Download ]");
  expect(replies(galley, post)).toHaveLength(1);
});

test("a partner that keeps the text back does not keep the reply back", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: story });
  const card = await galley.card(post, /\[ Preview ·/u);
  const asked = { method: "GET", path: "/files/*" } as const;
  galley.partner.inject({ kind: "delay", ms: 60_000, at: "before", skip: 1, ...asked });

  await ana.clicks(card, "quote.preview");
  const reply = await galley.passing(5_000, () => replies(galley, post)[0]);

  expect(columnsOf(reply)).toEqual([]);
  expect(replies(galley, post)).toHaveLength(1);
});

test("a file that was deleted at Slack leaves the reply without the text", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: story });
  const card = await galley.card(post, /\[ Preview ·/u);
  galley.partner.change({ charsPerSecond: 1 });
  await ana.clicks(card, "quote.preview");
  await galley.card(post, /Preview.*\d%/u);
  const file = galley.slack.state.files.find(post.fileIds[0] ?? "");
  if (file !== undefined) await robin.deletesFile(file);
  hurries(galley);

  const reply = await galley.reply(post, ready);

  expect(columnsOf(reply)).toEqual([]);
});

test("the text stays in the reply when the file follows, and is not fetched again for that", async () => {
  await using galley = await openGalley();
  const { post, reply } = await previewed(galley);
  const fetched = await downloads(galley);

  await galley.slack.people.sam.clicks(reply, "task.post_file");
  const after = await galley.reply(post, /The file is in the thread\./u);

  expect(columnsOf(after)).toEqual(columnsOf(reply));
  expect(columnsOf(after)).toContainEqual([first, firstInFrench]);
  expect(await downloads(galley)).toBe(fetched + 1);
});

test("a post of it whose answer was lost is found again and stands there once", async () => {
  await using galley = await openGalley();
  const { robin, ana, sam } = galley.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: story });
  const card = await galley.card(post, /\[ Preview ·/u);
  galley.slack.faults.onCall("chat.postMessage", { fault: "lost-reply" });

  await ana.clicks(card, "quote.preview");
  await galley.failed("say-with-text");
  galley.clock.skip(31_000);
  await sam.clicks(await galley.reply(post, ready), "task.post_file");
  const after = await galley.reply(post, /The file is in the thread\./u);

  expect(replies(galley, post)).toHaveLength(1);
  expect(columnsOf(after)).toContainEqual([first, firstInFrench]);
});

const story = shortStory.repeat(30);
const ready = /French preview of “harbour” is ready/u;

async function previewed(galley: Galley, name = "harbour.txt", content: string | Buffer = story) {
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", { name, content });
  await ana.clicks(await galley.card(post, /\[ Preview ·/u), "quote.preview");
  return { post, reply: await galley.reply(post, ready) };
}

function replies(galley: Galley, post: Message) {
  return galley.replies(post).filter((message) => ready.test(galley.drawn(message)));
}

/** Returns the pairs of source and translation in the reply. */
function columnsOf({ blocks = [] }: Message): readonly (readonly string[])[] {
  const texts = shownText
    .parse(blocks)
    .flatMap(({ block_id, fields }) =>
      block_id.startsWith("excerpt.") ? fields.map(({ text }) => text) : [],
    );
  return Array.from({ length: texts.length / 2 }, (_, n) => texts.slice(2 * n, 2 * n + 2));
}

const shownText = z.array(
  z.object({
    block_id: z.string(),
    fields: z.array(z.object({ text: z.string() })).default([]),
  }),
);

async function downloads(galley: Galley) {
  const { requests } = await galley.partner.records();
  return requests.filter(({ path }) => path.endsWith("/download")).length;
}
