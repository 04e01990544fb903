import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { openArchive } from "#manuscripts/documents/archive.ts";
import { decodePart } from "#manuscripts/documents/markup.ts";
import type { SlackFile } from "#sandbox/slack/model.ts";

import { awkwardDocx } from "../../manuscripts/corpus/docx.ts";
import { awkwardEpub, epub, epubParts } from "../../manuscripts/corpus/epub.ts";
import { zip } from "../../manuscripts/corpus/zip.ts";
import { textOf } from "../../manuscripts/documents/text-of.ts";
import { estimated } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

const books = [
  ["docx", awkwardDocx],
  ["epub", awkwardEpub],
] as const;

test.for(books)("a translated %s comes back as one", async ([format, book], { expect }) => {
  await using galley = await openGalley();
  const { reply, post } = await translated(galley, `harbour.${format}`, book.bytes());

  await galley.slack.people.ana.clicks(reply, "task.post_file");
  const file = await posted(galley);
  await galley.reply(post, /The file is in the thread/u);

  const text = await textOf(format, await readFile(file.path ?? ""));
  expect(file.name).toBe(`harbour.fr.${format}`);
  expect(marksIn(text)).toEqual(marksIn(book.text));
  expect(text).toMatch(/^⟦fr: .*⟧$/mu);
  expect(text).not.toContain("came back");
});

test("a book zipped on a Mac is estimated, and a formula in it comes back as it was", async () => {
  await using galley = await openGalley();
  const formula = "<math><mi>x</mi><mo>=</mo><mn>2</mn></math>";
  const id = "Étiquette";
  const parts = epubParts({
    pages: [{ id, body: `<p>The formula ${formula} stands inside.</p>` }],
  });
  const content = zip(parts.map((part) => ({ ...part, name: part.name.normalize("NFD") })));
  const { reply, post } = await translated(galley, "harbour.epub", content);

  await galley.slack.people.ana.clicks(reply, "task.post_file");
  const file = await posted(galley);
  await galley.reply(post, /The file is in the thread/u);

  const archive = await openArchive(new Uint8Array(await readFile(file.path ?? "")));
  const page = archive.named(`OEBPS/text/${id} page.xhtml`);
  expect(await decodePart(archive.read(page))).toContain(formula);
});

test("what was translated of a document that is gone from Slack comes as text, and that is said", async () => {
  await using galley = await openGalley();
  const { reply, post } = await translated(galley, "harbour.epub", awkwardEpub.bytes());
  const [original] = galley.slack.state.files.all();
  if (original !== undefined) await galley.slack.people.robin.deletesFile(original);

  await galley.slack.people.ana.clicks(reply, "task.post_file");
  await galley.reply(post, /It is plain text, because/u);

  expect((await posted(galley)).name).toBe("harbour.fr.txt");
});

test("a translation that lacks paragraphs comes as text, and that is said", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "omits", from: 0.3, to: 0.4, action: "translation" });
  const { reply, post } = await translated(galley, "harbour.docx", awkwardDocx.bytes());

  await galley.slack.people.ana.clicks(reply, "task.post_file");
  await galley.reply(post, /It is plain text, because/u);

  expect((await posted(galley)).name).toBe("harbour.fr.txt");
});

test("a preview of a book comes as text, and that is said", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const novel = "<p>Once upon a time there was a harbour.</p>".repeat(300);
  const content = epub({ pages: [{ id: "one", body: novel }] });
  const post = await robin.uploads("#translations", { name: "harbour.epub", content });
  await ana.clicks(await galley.card(post, /\[ Preview ·/u), "quote.preview");
  const reply = await galley.reply(post, /preview of “harbour” is ready/iu);

  await ana.clicks(reply, "task.post_file");
  await galley.reply(post, /The file is in the thread\. It is plain text/u);

  expect((await posted(galley)).name).toBe("harbour.fr.txt");
});

test("a bot that stops between upload and share shares the same book at its next start", async () => {
  await using galley = await openGalley();
  const { reply, post } = await translated(galley, "harbour.docx", awkwardDocx.bytes());
  galley.slack.faults.onCall("files.completeUploadExternal", { fault: "500-before" });
  await galley.slack.people.ana.clicks(reply, "task.post_file");
  await galley.failed("post-file");

  await galley.stop();
  galley.clock.skip(31_000);
  await galley.start();
  await galley.reply(post, /The file is in the thread/u);

  const [file, ...others] = galley.slack.records.botUploads();
  expect(others).toEqual([]);
  expect(file).toMatchObject({ name: "harbour.fr.docx", title: "harbour.fr.docx" });
});

test("a book that Slack breaks off in handing over is fetched again, and comes as itself", async () => {
  await using galley = await openGalley();
  const { reply, post } = await translated(galley, "harbour.docx", awkwardDocx.bytes());
  // The comparison reads the manuscript, too.
  await galley.reply(post, /Nothing is missing/u);
  galley.slack.faults.onCall("download", { fault: "lost-reply" });

  await galley.slack.people.ana.clicks(reply, "task.post_file");
  await galley.failed("post-file");
  galley.clock.skip(31_000);
  await galley.reply(post, /The file is in the thread/u);

  expect(galley.slack.records.botUploads()).toMatchObject([{ name: "harbour.fr.docx" }]);
});

async function translated(galley: Galley, name: string, content: Buffer) {
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", { name, content });
  await ana.clicks(
    await estimated(galley, await galley.card(post, /\[ Approve ·/u)),
    "quote.approve",
  );
  const reply = await galley.reply(post, /translation of “harbour” is ready/u);
  return { post, reply };
}

function posted(galley: Galley): Promise<SlackFile> {
  return galley.slack.until(() => galley.slack.records.botUploads()[0]);
}

/** Returns the number of paragraphs and the references to notes. */
function marksIn(text: string) {
  return { paragraphs: text.split("\n\n").length, notes: text.match(/\[\d\]/gu) };
}
