import { hash } from "node:crypto";

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
import { hurries, orders, partOffered } from "../deeds.ts";
import { openGalley } from "../galley.ts";
import { chapter, chapters, rewritten, serial, tale } from "../long-texts.ts";

const inPart = /characters: translated before.*\[ Approve ·/su;

test("what was translated before is translated again by one click that names its price and what exists", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const text = tale();
  await delivered(galley, text);
  const post = await posts(galley, text, { channel: opensSerials(galley) });
  const card = await galley.card(post, faces.done);

  await clicks(galley, card, "quote.again", { by: sam });
  await galley.hears(sam, /Only .* can do this. Nothing was changed/u);
  const before = await orders(galley);
  const { confirm } = await clicks(galley, card, "quote.again");
  await galley.reply(post, ready);

  expect(before).toMatchObject({ outcomes: ["created"], charged: text.length });
  expect(confirm?.text).toContain(`${text.length.toLocaleString("en")} credits`);
  expect(confirm?.text).toMatch(/translated/u);
  expect(await orders(galley)).toMatchObject({
    outcomes: ["created", "created"],
    charged: 2 * text.length,
  });
});

test("what is being translated is translated a second time by nobody but who says so, and once", async () => {
  await using galley = await openGalley();
  const { ana, ada } = galley.slack.people;
  const text = tale();
  const first = await posts(galley, text);
  const offered = await galley.card(first, faces.offered);
  const post = await posts(galley, text);
  await galley.card(post, faces.offered);
  galley.partner.change({ charsPerSecond: 1 });
  await clicks(galley, offered, "quote.approve");
  const card = await galley.card(post, faces.running);

  const [{ confirm }] = await Promise.all([
    clicks(galley, card, "quote.again", { by: ana }),
    clicks(galley, card, "quote.again", { by: ada }),
  ]);
  await galley.card(post, /Translating…/u);
  hurries(galley);
  await galley.reply(first, ready);
  await galley.reply(post, ready);

  expect(confirm?.text).toMatch(/being translated/u);
  expect(await orders(galley)).toMatchObject({
    outcomes: ["created", "created"],
    charged: 2 * text.length,
  });
});

test("a preview and the whole are two charges, and the question for the whole says so", async () => {
  await using galley = await openGalley({ env: { PREVIEW_CHARS: "1000" } });
  const text = tale();
  const post = await posts(galley, text);
  await clicks(galley, await galley.card(post, /\[ Preview ·/u), "quote.preview");
  await galley.reply(post, /preview .* is ready/u);
  const card = await galley.card(post, /Preview.*Done.*\[ Approve ·/su);
  const { charged: preview } = await orders(galley);

  const { confirm } = await clicks(galley, card, "quote.approve");
  await galley.reply(post, /French translation .* is ready/u);

  expect(confirm?.text).toContain(`for ${text.length.toLocaleString("en")} credits`);
  expect(confirm?.text).toMatch(/Preview and translation/u);
  expect(preview).toBeGreaterThan(0);
  expect(await orders(galley)).toMatchObject({ charged: preview + text.length });
});

test("a serial whose first chapters were translated elsewhere is offered by its new ones, and the card says so", async () => {
  await using galley = await openGalley();
  await delivered(galley, serial(chapters(1, 3)), opensSerials(galley));

  const post = await posts(galley, serial(chapters(1, 5)));
  const card = await galley.card(post, partOffered("chapters 4 and 5"));
  const { confirm } = await clicks(galley, card, "quote.part");
  await galley.reply(post, /chapters 4 and 5 .* is ready/u);

  const price = serial(chapters(4, 5)).length;
  expect(galley.drawn(card)).toMatch(/chapters 1 to 3.*translated before/iu);
  expect(galley.drawn(card)).toContain(`[ Approve · ${price.toLocaleString("en")} cr ]`);
  expect(confirm?.text).toContain(`for ${price.toLocaleString("en")} credits`);
  expect((await orders(galley)).tasks.map(({ characters }) => characters)).toEqual([
    serial(chapters(1, 3)).length,
    price,
  ]);
});

test("of a revised text the changed chapters and the new ones are offered, wherever they are", async () => {
  await using galley = await openGalley();
  await delivered(galley, serial(chapters(1, 4)), opensSerials(galley));

  const changed = rewritten(chapter(2));
  const post = await posts(galley, serial([chapter(1), changed, ...chapters(3, 6)]));
  const card = await galley.card(post, partOffered("chapters 2, 5 to 6"));
  await clicks(galley, card, "quote.part");
  await galley.reply(post, /chapters 2, 5 to 6 .* is ready/u);

  expect((await orders(galley)).tasks.map(({ characters }) => characters)).toEqual([
    serial(chapters(1, 4)).length,
    changed.length + serial(chapters(5, 6)).length,
  ]);
});

test("of a text without chapters the card and its question say how much was translated before", async () => {
  await using galley = await openGalley();
  const text = tale();
  await delivered(galley, text);

  const post = await posts(galley, rewritten(text), { channel: opensSerials(galley) });
  const card = await galley.card(post, inPart);
  const { confirm } = await clicks(galley, card, "quote.approve");
  await galley.reply(post, ready);

  const said = /About (?<known>[\d,]+) of/u.exec(confirm?.text ?? "")?.groups?.["known"] ?? "";
  const known = Number(said.replaceAll(",", ""));
  expect(Math.abs(known - (2 * text.length) / 3)).toBeLessThan(text.length / 5);
  expect(confirm?.text).toMatch(/characters were translated before/u);
});

test("what was translated before for the most part Galley does not approve by itself", async () => {
  await using galley = await openGalley();
  const text = tale();
  await delivered(galley, text);
  await approvesAutomatically(galley);

  const post = await posts(galley, rewritten(text));
  await galley.card(post, inPart);
  const other = await posts(galley, tale(500), { name: "other.txt" });
  await galley.reply(other, ready);

  expect((await orders(galley)).tasks).toHaveLength(2);
});

/** Ways in which a text comes a second time, with what its card says. Galley buys none by itself. */
const again: readonly (readonly [string, (text: string) => string, RegExp])[] = [
  ["in other typography", typeset, faces.done],
  ["with a joiner in each sentence", (text) => text.replaceAll(" ", " \u200d"), faces.done],
  ["with dashes for commas", (text) => text.replaceAll(/,|\. /gu, " — "), faces.done],
  ["as the beginning of a book", (text) => `${text}\n\n${tale(900, 200)}`, inPart],
];

test.each(again)("a text that comes %s is known", async (_, change, face) => {
  await using galley = await openGalley();
  await delivered(galley, tale());
  await approvesAutomatically(galley);

  const post = await posts(galley, change(tale()), { name: "again.txt" });
  await galley.card(post, face);
  const other = await posts(galley, tale(500), { name: "other.txt" });
  await galley.reply(other, ready);

  expect((await orders(galley)).tasks).toHaveLength(2);
});

test("a text that was wrapped and indented otherwise is the same text", async () => {
  await using galley = await openGalley();
  const text = tale();
  await delivered(galley, text);

  const post = await posts(galley, text.replaceAll("\n\n", "\r\n\r\n    "));

  await galley.card(post, faces.done);
  expect((await orders(galley)).tasks).toHaveLength(1);
});

test.for([
  ["the same account", "one", faces.done],
  ["another account", "two", /translated before, but the result is gone.*\[ Translate again ·/su],
] as const)(
  "with a new key of %s what is there is offered for free, until the partner does not have it",
  async ([, account, after]) => {
    const keys = [
      { key: "journey-key", account: "one" },
      { key: "new-key", account, balance: 1_000_000 },
    ];
    await using galley = await openGalley({ partner: { keys } });
    const { ana } = galley.slack.people;
    const text = tale();
    await delivered(galley, text);
    await galley.stop();
    const PARTNER_KEY_CONFIRMED = hash("sha256", "new-key").slice(0, 16);
    await galley.start({ PARTNER_API_KEY: "new-key", PARTNER_KEY_CONFIRMED });
    const post = await posts(galley, text);

    await clicks(galley, await galley.card(post, faces.done), "quote.existing");
    await galley.hears(ana, /Here is your link|no longer has/u);
    await galley.card(post, after);

    expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: text.length });
  },
);

/** Sets a text as a word processor does. */
function typeset(text: string): string {
  return text.replaceAll(".", "…").replaceAll("'", "’").replaceAll('"', "“").replaceAll("-", "–");
}
