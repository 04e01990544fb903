import { expect, test } from "vitest";

import { awkwardDocx } from "../manuscripts/corpus/docx.ts";
import { awkwardEpub, epub } from "../manuscripts/corpus/epub.ts";
import { hostileArchives } from "../manuscripts/corpus/hostile.ts";
import { awkwardHtml } from "../manuscripts/corpus/html.ts";
import { awkwardOdt } from "../manuscripts/corpus/odt.ts";
import { orders } from "./deeds.ts";
import { openHouse } from "./house.ts";

const documents = [
  ["harbour.docx", awkwardDocx],
  ["harbour.epub", awkwardEpub],
  ["harbour.odt", awkwardOdt],
  ["harbour.html", awkwardHtml],
] as const;

test.for(documents)(
  "%s is translated as its text, and costs what the partner counts",
  async ([name, document], { expect }) => {
    await using house = await openHouse();
    const { robin, ana } = house.slack.people;
    const characters = Array.from(document.text).length;

    const post = await robin.uploads("#translations", { name, content: document.bytes() });
    const card = await house.card(post, /\d tokens.*\[ Approve \]/su);
    await ana.clicks(card, "quote.approve");
    await house.reply(post, /translation of “harbour.\w+” is ready/u);

    expect(card.text).toContain(`${characters} characters`);
    expect(await orders(house, "token_estimate")).toMatchObject({
      tasks: [{ sourceCharacters: characters }],
    });
    expect(await orders(house)).toMatchObject({
      tasks: [{ sourceCharacters: characters }],
      outcomes: ["created"],
      charged: characters,
    });
  },
);

test("a hostile archive is refused in its thread, nothing is sent, and the next one is read", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const content = hostileArchives
    .find(({ what }) => what === "elements nested without end")
    ?.bytes();

  const bad = await robin.uploads("#translations", { name: "a.docx", content: content ?? "" });
  const told = await house.slack.until(() => house.replies(bad)[0]);
  const { creates } = await house.partner.books();
  const good = await robin.uploads("#translations", {
    name: "b.docx",
    content: awkwardDocx.bytes(),
  });

  expect(told.text).toContain("“a.docx” is packed in a way in which no manuscript is");
  expect(creates).toEqual([]);
  expect((await house.card(good, /\[ Approve \]/u)).text).toContain("characters");
});

test("what of a document is translated can be looked at before it is paid for", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const novel = `${"<p>Once upon a time there was a harbour.</p>".repeat(2000)}<p>The end.</p>`;
  const content = epub({
    pages: [
      { id: "one", body: novel },
      { id: "nav", properties: "nav" },
    ],
  });
  const post = await robin.uploads("#translations", { name: "harbour.epub", content });
  const card = await house.card(post, /EPUB.*\[ Look at the text \]/su);

  await robin.clicks(card, "quote.text");
  const shown = await house.slack.until(() => theText(robin.sees().modal));

  expect(shown).toContain("Left out: 1 list of contents.");
  expect(shown).toContain("Once upon a time there was a harbour.\n\nOnce upon a time");
  expect(shown).toContain("The end.");
});

test("a document that is gone from Slack is not shown, and the window says so", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const post = await robin.uploads("#translations", {
    name: "a.docx",
    content: awkwardDocx.bytes(),
  });
  const card = await house.card(post, /\[ Look at the text \]/u);
  const [file] = house.slack.state.files.all();
  if (file !== undefined) await robin.deletesFile(file);

  await robin.clicks(card, "quote.text");
  const shown = await house.slack.until(() => theText(robin.sees().modal));

  expect(shown).toContain("I cannot read the file at Slack just now.");
});

test("a stranger to a manuscript is not shown its text", async () => {
  await using house = await openHouse();
  const { robin, sam } = house.slack.people;
  const post = await robin.uploads("#translations", {
    name: "a.docx",
    content: awkwardDocx.bytes(),
  });
  const card = await house.card(post, /\[ Look at the text \]/u);

  await sam.clicks(card, "quote.text");
  const shown = await house.slack.until(() => theText(sam.sees().modal));

  expect(shown).toContain("Only the person who asked");
  expect(shown).not.toContain("Lighthouse");
});

function theText(modal: unknown): string | undefined {
  const shown = JSON.stringify(modal ?? {});
  return /reading the document/u.test(shown) || modal === undefined
    ? undefined
    : shown.replaceAll("\\n", "\n");
}
