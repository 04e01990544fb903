import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import type { SlackFile } from "../../src/sandbox/slack/model.ts";
import { awkwardDocx } from "../manuscripts/corpus/docx.ts";
import { awkwardEpub, epub } from "../manuscripts/corpus/epub.ts";
import { textOf } from "../manuscripts/documents/text-of.ts";
import { estimated } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

const books = [
  ["docx", awkwardDocx],
  ["epub", awkwardEpub],
] as const;

test.for(books)("a translated %s comes back as one", async ([format, book], { expect }) => {
  await using house = await openHouse();
  const { reply, post } = await translated(house, `harbour.${format}`, book.bytes());

  await house.slack.people.ana.clicks(reply, "task.post_file");
  const file = await posted(house);
  const told = await house.reply(post, /It is the document itself, translated/u);

  const text = await textOf(format, await readFile(file.path ?? ""));
  expect(file.name).toBe(`harbour.fr.${format}`);
  expect(marksIn(text)).toEqual(marksIn(book.text));
  expect(text).toMatch(/^⟦fr: .*⟧$/mu);
  expect(text).not.toContain("came back");
  expect(house.drawn(told)).toContain("“Download” gives its text");
});

test("what was translated of a document that is gone from Slack comes as text, and that is said", async () => {
  await using house = await openHouse();
  const { reply, post } = await translated(house, "harbour.epub", awkwardEpub.bytes());
  const [original] = house.slack.state.files.all();
  if (original !== undefined) await house.slack.people.robin.deletesFile(original);

  await house.slack.people.ana.clicks(reply, "task.post_file");
  await house.reply(
    post,
    /I couldn’t read the document again, so the translation comes as plain text/u,
  );

  expect((await posted(house)).name).toBe("harbour.fr.txt");
});

test("a translation that lacks paragraphs comes as text, with the numbers of both", async () => {
  await using house = await openHouse();
  house.partner.inject({ kind: "omits", from: 0.3, to: 0.4, action: "translation" });
  const { reply, post } = await translated(house, "harbour.docx", awkwardDocx.bytes());

  await house.slack.people.ana.clicks(reply, "task.post_file");
  await house.reply(post, /the translation has 1\d paragraphs, the original 20/u);

  expect((await posted(house)).name).toBe("harbour.fr.txt");
});

test("a preview of a book comes as text, and that is said", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  const novel = "<p>Once upon a time there was a harbour.</p>".repeat(300);
  const content = epub({ pages: [{ id: "one", body: novel }] });
  const post = await robin.uploads("#translations", { name: "harbour.epub", content });
  await ana.clicks(await house.card(post, /\[ Preview ·/u), "quote.preview");
  const reply = await house.reply(post, /preview of “harbour.epub” is ready/iu);

  await ana.clicks(reply, "task.post_file");
  await house.reply(post, /A part of a document comes as plain text/u);

  expect((await posted(house)).name).toBe("harbour.fr.txt");
});

test("a desk that stops between upload and share shares the same book at its next start", async () => {
  await using house = await openHouse();
  const { reply, post } = await translated(house, "harbour.docx", awkwardDocx.bytes());
  house.slack.faults.onCall("files.completeUploadExternal", { fault: "500-before" });
  await house.slack.people.ana.clicks(reply, "task.post_file");
  await house.failed("post-file");

  await house.stop();
  house.clock.skip(31_000);
  await house.start();
  await house.reply(post, /It is the document itself, translated/u);

  const [file, ...others] = house.slack.books.botUploads();
  expect(others).toEqual([]);
  expect(file).toMatchObject({ name: "harbour.fr.docx", title: "harbour.fr.docx" });
});

test("a book that Slack breaks off in handing over is fetched again, and comes as itself", async () => {
  await using house = await openHouse();
  const { reply, post } = await translated(house, "harbour.docx", awkwardDocx.bytes());
  house.slack.faults.onCall("download", { fault: "lost-reply" });

  await house.slack.people.ana.clicks(reply, "task.post_file");
  await house.failed("post-file");
  house.clock.skip(31_000);
  await house.reply(post, /It is the document itself, translated/u);

  expect(house.slack.books.botUploads()).toMatchObject([{ name: "harbour.fr.docx" }]);
});

async function translated(house: House, name: string, content: Buffer) {
  const { robin, ana } = house.slack.people;
  const post = await robin.uploads("#translations", { name, content });
  await ana.clicks(
    await estimated(house, await house.card(post, /\[ Approve ·/u)),
    "quote.approve",
  );
  const reply = await house.reply(post, /translation of “harbour.\w+” is ready/u);
  return { post, reply };
}

function posted(house: House): Promise<SlackFile> {
  return house.slack.until(() => house.slack.books.botUploads()[0]);
}

/** Returns the number of paragraphs and the references to notes. */
function marksIn(text: string) {
  return { paragraphs: text.split("\n\n").length, notes: text.match(/\[\d\]/gu) };
}
