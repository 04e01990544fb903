import { expect, test } from "vitest";

import { awkwardDocx } from "../../manuscripts/corpus/docx.ts";
import { awkwardEpub, epub } from "../../manuscripts/corpus/epub.ts";
import { hostileArchives } from "../../manuscripts/corpus/hostile.ts";
import { awkwardHtml } from "../../manuscripts/corpus/html.ts";
import { awkwardOdt } from "../../manuscripts/corpus/odt.ts";
import { estimated, opens, orders } from "../deeds.ts";
import { openGalley } from "../galley.ts";

const documents = [
  ["harbour.docx", awkwardDocx, 0],
  // Two marks enclose its one bold word, and ⟦1⟧ is a page break between words.
  ["harbour.epub", awkwardEpub, 5],
  ["harbour.odt", awkwardOdt, 0],
  ["harbour.html", awkwardHtml, 0],
] as const;

test.for(documents)(
  "%s is translated as its text, and costs what the partner counts",
  async ([name, document, marks], { expect }) => {
    await using galley = await openGalley();
    const { robin, ana } = galley.slack.people;
    const characters = Array.from(document.text).length + marks;

    const post = await robin.uploads("#translations", { name, content: document.bytes() });
    const card = await estimated(galley, await galley.card(post, /\[ Approve ·/u));
    await ana.clicks(card, "quote.approve");
    await galley.reply(post, /translation of “(?:harbour|Not text)” is ready/u);

    expect(galley.drawn(card)).toContain(`${characters} characters`);
    expect(await orders(galley, "token_estimate")).toMatchObject({
      tasks: [{ sourceCharacters: characters }],
    });
    expect(await orders(galley)).toMatchObject({
      tasks: [{ sourceCharacters: characters }],
      outcomes: ["created"],
      charged: characters,
    });
  },
);

test("a hostile archive is refused in its thread, nothing is sent, and the next one is read", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const content = hostileArchives
    .find(({ what }) => what === "elements nested without end")
    ?.bytes();

  const bad = await robin.uploads("#translations", { name: "a.docx", content: content ?? "" });
  const told = await galley.slack.until(() => galley.replies(bad)[0]);
  const { creates } = await galley.partner.records();
  const good = await robin.uploads("#translations", {
    name: "b.docx",
    content: awkwardDocx.bytes(),
  });

  expect(told.text).toContain("“a.docx” has an unusual structure");
  expect(creates).toEqual([]);
  expect(galley.drawn(await galley.card(good, /\[ Approve ·/u))).toContain("characters");
});

test("what of a document is translated can be looked at before it is paid for", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const novel = `${"<p>Once upon a time there was a harbour.</p>".repeat(2000)}<p>The end.</p>`;
  const content = epub({
    pages: [
      { id: "one", body: novel },
      { id: "nav", properties: "nav", body: "<nav><ol><li>The harbour</li></ol></nav>" },
    ],
  });
  const post = await robin.uploads("#translations", { name: "harbour.epub", content });
  const card = await galley.card(post, /\[ Approve ·/u);

  const shown = await opens(galley, robin, { card, item: "details" });

  expect(shown).toContain("read as EPUB");
  expect(shown).toContain("Left out: 1 list of contents (11 characters)");
  expect(shown).toContain("Once upon a time there was a harbour.");
  expect(shown).toContain("The end.");
});

test("a document that Slack does not hand out is not shown, and the window says so", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const post = await robin.uploads("#translations", {
    name: "a.docx",
    content: awkwardDocx.bytes(),
  });
  const card = await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  const gone = { fault: "refused", error: "file_not_found" } as const;
  galley.slack.faults.onCall("files.info", gone);

  const shown = await opens(galley, robin, { card, item: "details" });

  expect(shown).toContain("Slack doesn’t let me read this file");
});

test("a stranger to a manuscript is not shown its text", async () => {
  await using galley = await openGalley();
  const { robin, sam } = galley.slack.people;
  const post = await robin.uploads("#translations", {
    name: "a.docx",
    content: awkwardDocx.bytes(),
  });
  const card = await galley.card(post, /\[ Approve ·/u);

  const shown = await opens(galley, sam, { card, item: "details" });

  expect(shown).toContain("280 characters, read as Word");
  expect(shown).not.toContain("Lighthouse");
});
