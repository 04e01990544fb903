import { expect, test } from "vitest";

import {
  approvesAutomatically,
  clicks,
  delivered,
  faces,
  opensSerials,
  posts,
  ready,
} from "../between-deeds.ts";
import { orders, partOffered } from "../deeds.ts";
import { openGalley } from "../galley.ts";
import { bookOf, diary } from "../varied-texts.ts";

const typographic: readonly (readonly [string, (text: string) => string])[] = [
  [
    "other quotes, apostrophes and dashes",
    (text) =>
      text
        .replaceAll(/"(?<said>[^"]*)"/gu, "“$<said>”")
        .replaceAll("'", "’")
        .replaceAll("--", "—"),
  ],
  ["a zero-width joiner in each sentence", (text) => text.replaceAll(". ", ".\u200d ")],
  ["another punctuation", (text) => text.replaceAll(", and", " — and")],
];

test.for(typographic)(
  "a text that was bought is not sold again with %s: the finished translation leads",
  async ([, change]) => {
    await using galley = await openGalley();
    const text = diary(1, 60);
    await delivered(galley, text);
    await approvesAutomatically(galley);

    const post = await posts(galley, change(text), { name: "again.txt" });
    const card = await galley.card(post, faces.done);

    expect(galley.drawn(card)).toMatch(/same words; punctuation, spacing, capitals or accents/u);
    await clicks(galley, card, "quote.existing");
    await galley.hears(galley.slack.people.ana, /Here is your link/u);
    expect((await orders(galley)).outcomes).toEqual(["created"]);
  },
);

test("a text whose first sixth was bought says so, and Galley leaves it to people", async () => {
  await using galley = await openGalley();
  const text = diary(1, 120);
  const opening = text.slice(0, text.indexOf("\n\n", text.length / 6));
  await delivered(galley, opening);
  await approvesAutomatically(galley);

  const post = await posts(galley, text, { name: "whole.txt" });
  const card = await galley.card(post, /characters: translated before.*\[ Approve ·/su);
  const { confirm } = await clicks(galley, card, "quote.approve");
  await galley.reply(post, ready);

  const said = /About (?<some>[\d,]+) of (?<all>[\d,]+) characters/u.exec(confirm?.text ?? "");
  const [some = 0, all = 0] = [said?.groups?.["some"], said?.groups?.["all"]].map((digits) =>
    Number(digits?.replaceAll(",", "")),
  );
  expect(Math.abs(some - opening.length)).toBeLessThan(0.1 * opening.length);
  expect(all / text.length).toBeCloseTo(1, 1);
  expect((await orders(galley)).outcomes).toEqual(["created", "created"]);
});

test("chapters that had grown sixfold are changed ones: the sentence names all, and Galley buys none", async () => {
  await using galley = await openGalley();
  const short = [1, 2, 3, 4].map((n) => diary(n, 20));
  await delivered(galley, bookOf(short), opensSerials(galley));
  await approvesAutomatically(galley);

  const grown = short.map((text, n) => (n < 2 ? `${text}\n\n${diary(50 + n, 100)}` : text));
  const post = await posts(galley, bookOf([...grown, diary(5, 20)]), { name: "grown.txt" });
  const card = await galley.card(post, partOffered("chapters 1 to 2, 5"));
  const { confirm } = await clicks(galley, card, "quote.part");
  await galley.reply(post, /chapters 1 to 2, 5 .* is ready/u);

  expect(confirm?.text).toMatch(
    /5 chapters: 2 translated before, 2 changed \(about [\d,]+ of [\d,]+ characters translated before\), 1 new\./u,
  );
  expect((await orders(galley)).outcomes).toEqual(["created", "created"]);
});

test("all chapters of a book with another typography and two changed ones stand in its sentence", async () => {
  await using galley = await openGalley();
  const chapters = Array.from({ length: 13 }, (_, n) => diary(n + 1, 12));
  await delivered(galley, bookOf(chapters));

  const changed = chapters.map((text, n) =>
    n === 3 || n === 7 ? `${text.slice(0, text.length / 2)} ${diary(70 + n, 6)}` : text,
  );
  const post = await posts(galley, bookOf(changed).replaceAll("'", "’"), { name: "set.txt" });
  const card = await galley.card(post, partOffered("chapters 4, 8"));
  const { confirm } = await clicks(galley, card, "quote.part");
  await galley.reply(post, /chapters 4, 8 .* is ready/u);

  const sentence = /13 chapters: 11 translated before, 2 changed/u;
  expect(galley.drawn(card)).toMatch(sentence);
  expect(confirm?.text).toMatch(sentence);
  expect((await orders(galley)).outcomes).toEqual(["created", "created"]);
});

test("of a web novel of 4,000,000 characters that was bought a volume is known", async () => {
  await using galley = await openGalley({
    partner: { balance: 20_000_000, charsPerSecond: 1e9 },
  });
  const novel = diary(1, 17_500);
  await delivered(galley, novel);
  await approvesAutomatically(galley);

  const begin = novel.indexOf("\n\n", novel.length / 2) + 2;
  const volume = novel.slice(begin, novel.indexOf("\n\n", begin + 40_000));
  const post = await posts(galley, volume, { name: "volume.txt" });
  const card = await galley.card(post, /Nearly all of this was translated before/u);

  expect(galley.drawn(card)).toMatch(/This text: translated before/u);
  expect(galley.drawn(card)).toMatch(/\[ Translate again ·/u);
  expect(novel.length).toBeGreaterThan(4_000_000);
  expect((await orders(galley)).outcomes).toEqual(["created"]);
});

test("a preview of a text that has another end is named by the dialog of the second, and a dialog from before buys nothing", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "2000" } });
  const text = diary(1, 30);
  const offered = /\[ Preview ·/u;
  const first = await posts(galley, text);
  const post = await posts(galley, `${text}\n\n${diary(2, 5)}`, { name: "longer.txt" });
  const old = await galley.card(post, offered);
  await clicks(galley, await galley.card(first, offered), "quote.preview");
  await galley.reply(first, /preview .* is ready/u);

  await clicks(galley, old, "quote.preview", { screen: "stale" });
  await galley.hears(galley.slack.people.ana, /has changed/u);
  const unread = (await orders(galley)).outcomes;
  const { confirm } = await clicks(galley, await galley.card(post, offered), "quote.preview");
  await galley.reply(post, /preview .* is ready/u);

  expect(unread).toEqual(["created"]);
  expect(confirm?.text).toMatch(/approved before\. This is charged as well\./u);
  expect((await orders(galley)).outcomes).toEqual(["created", "created"]);
});
