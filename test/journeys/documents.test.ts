import { expect, test } from "vitest";

import { awkwardDocx } from "../manuscripts/corpus/docx.ts";
import { awkwardEpub } from "../manuscripts/corpus/epub.ts";
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
