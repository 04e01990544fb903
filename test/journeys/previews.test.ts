import { expect, test } from "vitest";
import { z } from "zod";

import type { Message } from "../../src/sandbox/slack/model.ts";
import { awkwardDocx } from "../manuscripts/corpus/docx.ts";
import { shortStory } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const first =
  "Marlow Finch walked down to the harbour. The Lantern House stood dark above the water.";
/** The local partner's translation of it. */
const firstInFrench: unknown = expect.stringMatching(/^⟦fr: Marlow Finch .*⟧$/u);

test("a preview is read where it is decided on: source and translation side by side, and its share of the price", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "200" } });

  const { reply } = await previewed(house);

  expect(columnsOf(reply).slice(0, 3)).toEqual([
    ["*English*", "*French*"],
    ["Chapter One", "⟦fr: Çĥáþţéŕ Óñé⟧"],
    [first, firstInFrench],
  ]);
  expect(house.drawn(reply)).toMatch(/That is \d% of the 7,830 credits that the whole costs\./u);
  expect(house.drawn(reply)).toMatch(/Translate everything · 7,830 credits.*Correct names first/su);
});

test("of a document the text that was sent stands beside its translation", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "100" } });
  const beginning = awkwardDocx.text.split("\n")[0];

  const { reply } = await previewed(house, "harbour.docx", awkwardDocx.bytes());

  expect(columnsOf(reply)[1]).toEqual([beginning, expect.stringContaining(`⟦fr: `)]);
});

test("a text that cannot be fetched is not waited for: the reply comes without it, once", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "drop", at: "before", method: "GET", path: "/files/*" });

  const { post, reply } = await previewed(house);

  expect(columnsOf(reply)).toEqual([]);
  expect(house.drawn(reply)).toContain("[ Download ]");
  expect(replies(house, post)).toHaveLength(1);
});

test("a partner that keeps the text back does not keep the reply back", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: story });
  const card = await house.card(post, /\[ Preview ·/u);
  const asked = { method: "GET", path: "/files/*" } as const;
  house.partner.inject({ kind: "delay", ms: 60_000, at: "before", ...asked });

  await ana.clicks(card, "quote.preview");
  const reply = await house.passing(5_000, () => replies(house, post)[0]);

  expect(columnsOf(reply)).toEqual([]);
  expect(replies(house, post)).toHaveLength(1);
});

test("a file that was deleted at Slack leaves the reply without the text", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: story });
  await ana.clicks(await house.card(post, /\[ Preview ·/u), "quote.preview");
  await house.card(post, /Preview.*\d%/u);
  const file = house.slack.state.files.find(post.fileIds[0] ?? "");
  if (file !== undefined) await robin.deletesFile(file);
  house.partner.change({ charsPerSecond: 1_000_000 });

  const reply = await house.reply(post, ready);

  expect(columnsOf(reply)).toEqual([]);
});

test("the text stays in the reply when the file follows, and is not fetched again for that", async () => {
  await using house = await openHouse();
  const { post, reply } = await previewed(house);
  const fetched = await downloads(house);

  await house.slack.people.sam.clicks(reply, "task.post_file");
  const after = await house.reply(post, /The file is in this thread\./u);

  expect(columnsOf(after)).toEqual(columnsOf(reply));
  expect(columnsOf(after)).toContainEqual([first, firstInFrench]);
  expect(await downloads(house)).toBe(fetched + 1);
});

test("a post of it whose answer was lost is found again and stands there once", async () => {
  await using house = await openHouse();
  const { robin, ana, sam } = house.slack.people;
  const post = await robin.uploads("#translations", { name: "harbour.txt", content: story });
  const card = await house.card(post, /\[ Preview ·/u);
  house.slack.faults.onCall("chat.postMessage", { fault: "lost-reply" });

  await ana.clicks(card, "quote.preview");
  await house.failed("say-with-text");
  house.clock.skip(31_000);
  await sam.clicks(await house.reply(post, ready), "task.post_file");
  const after = await house.reply(post, /The file is in this thread\./u);

  expect(replies(house, post)).toHaveLength(1);
  expect(columnsOf(after)).toContainEqual([first, firstInFrench]);
});

test("nothing of the text is in the log", async () => {
  await using house = await openHouse();

  const { reply } = await previewed(house);

  expect(columnsOf(reply)).not.toEqual([]);
  expect(JSON.stringify(house.log)).not.toContain("Marlow");
});

const story = shortStory.repeat(30);
const ready = /French preview of “harbour.\w+” is ready/u;

async function previewed(house: House, name = "harbour.txt", content: string | Buffer = story) {
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", { name, content });
  await ana.clicks(await house.card(post, /\[ Preview ·/u), "quote.preview");
  return { post, reply: await house.reply(post, ready) };
}

function replies(house: House, post: Message) {
  return house.replies(post).filter((message) => ready.test(house.drawn(message)));
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

async function downloads(house: House) {
  const { requests } = await house.partner.books();
  return requests.filter(({ path }) => path.endsWith("/download")).length;
}
