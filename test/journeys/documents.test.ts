import { expect, test } from "vitest";

import { awkwardDocx } from "../manuscripts/corpus/docx.ts";
import { awkwardEpub, epub } from "../manuscripts/corpus/epub.ts";
import { hostileArchives } from "../manuscripts/corpus/hostile.ts";
import { awkwardHtml } from "../manuscripts/corpus/html.ts";
import { awkwardOdt } from "../manuscripts/corpus/odt.ts";
import { estimated, opens, orders } from "./deeds.ts";
import { openHouse } from "./house.ts";

const documents = [
  ["harbour.docx", awkwardDocx, 0],
  // Two marks enclose its one bold word.
  ["harbour.epub", awkwardEpub, 2],
  ["harbour.odt", awkwardOdt, 0],
  ["harbour.html", awkwardHtml, 0],
] as const;

test.for(documents)(
  "%s is translated as its text, and costs what the partner counts",
  async ([name, document, marks], { expect }) => {
    await using house = await openHouse();
    const { robin, ana } = house.slack.people;
    const characters = Array.from(document.text).length + marks;

    const post = await robin.uploads("#translations", { name, content: document.bytes() });
    const card = await estimated(house, await house.card(post, /\[ Approve ·/u));
    await ana.clicks(card, "quote.approve");
    await house.reply(post, /translation of “harbour.\w+” is ready/u);

    expect(house.drawn(card)).toContain(`${characters} characters`);
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

  expect(told.text).toContain("“a.docx” has an unusual structure");
  expect(creates).toEqual([]);
  expect(house.drawn(await house.card(good, /\[ Approve ·/u))).toContain("characters");
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
  const card = await house.card(post, /\[ Approve ·/u);

  const shown = await opens(house, robin, { card, item: "details" });

  expect(shown).toContain("read from EPUB");
  expect(shown).toContain("Left out: 1 list of contents.");
  expect(shown).toContain("Once upon a time there was a harbour.");
  expect(shown).toContain("The end.");
});

test("a document that Slack does not hand out is not shown, and the window says so", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const post = await robin.uploads("#translations", {
    name: "a.docx",
    content: awkwardDocx.bytes(),
  });
  const card = await house.card(post, /\[ Approve ·/u);
  const gone = { fault: "refused", error: "file_not_found" } as const;
  house.slack.faults.onCall("files.info", gone);

  const shown = await opens(house, robin, { card, item: "details" });

  expect(shown).toContain("I can’t read the file at Slack just now.");
});

test("a stranger to a manuscript is not shown its text", async () => {
  await using house = await openHouse();
  const { robin, sam } = house.slack.people;
  const post = await robin.uploads("#translations", {
    name: "a.docx",
    content: awkwardDocx.bytes(),
  });
  const card = await house.card(post, /\[ Approve ·/u);

  const shown = await opens(house, sam, { card, item: "details" });

  expect(shown).toContain("Only @Robin Vale and approvers");
  expect(shown).not.toContain("Lighthouse");
});
