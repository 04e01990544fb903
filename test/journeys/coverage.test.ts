import { expect, test } from "vitest";

import {
  approvesAutomatically,
  clicks,
  delivered,
  faces,
  opensSerials,
  posts,
  ready,
} from "./between-deeds.ts";
import { orders } from "./deeds.ts";
import { openHouse } from "./house.ts";
import { chapter, chapters, edited, serial, tale } from "./long-texts.ts";

test("what was translated before is translated again by one click that names its price and what exists", async () => {
  await using house = await openHouse();
  const { sam } = house.slack.people;
  const text = tale();
  await delivered(house, text);
  const post = await posts(house, text, { channel: opensSerials(house) });
  const card = await house.card(post, faces.done);

  await clicks(house, card, "quote.again", { by: sam });
  await house.hears(sam, /Nothing was charged/u);
  const before = await orders(house);
  const { confirm } = await clicks(house, card, "quote.again");
  await house.reply(post, ready);

  expect(before).toMatchObject({ outcomes: ["created"], charged: text.length });
  expect(confirm?.text).toContain(`${text.length.toLocaleString("en")} credits`);
  expect(confirm?.text).toMatch(/translated/u);
  expect(await orders(house)).toMatchObject({
    outcomes: ["created", "created"],
    charged: 2 * text.length,
  });
});

test("what is being translated is translated a second time by nobody but who says so, and once", async () => {
  await using house = await openHouse({ partner: { charsPerSecond: 1 } });
  const { ana, ada } = house.slack.people;
  const text = tale();
  const first = await posts(house, text);
  await clicks(house, await house.card(first, faces.offered), "quote.approve");
  const post = await posts(house, text);
  const card = await house.card(post, faces.running);

  const [{ confirm }] = await Promise.all([
    clicks(house, card, "quote.again", { by: ana }),
    clicks(house, card, "quote.again", { by: ada }),
  ]);
  await house.card(post, /Translating…/u);
  house.partner.change({ charsPerSecond: 1_000_000 });
  await house.reply(first, ready);
  await house.reply(post, ready);

  expect(confirm?.text).toMatch(/being translated/u);
  expect(await orders(house)).toMatchObject({
    outcomes: ["created", "created"],
    charged: 2 * text.length,
  });
});

test("a preview and the whole are two charges, and the question for the whole says so", async () => {
  await using house = await openHouse({ env: { PREVIEW_CHARS: "1000" } });
  const text = tale();
  const post = await posts(house, text);
  await clicks(house, await house.card(post, /\[ Preview ·/u), "quote.preview");
  await house.reply(post, /preview .* is ready/u);
  const card = await house.card(post, /Preview.*ready in the thread.*\[ Approve ·/su);
  const { charged: preview } = await orders(house);

  const { confirm } = await clicks(house, card, "quote.approve");
  await house.reply(post, /French translation .* is ready/u);

  expect(confirm?.text).toContain(`for ${text.length.toLocaleString("en")} credits`);
  expect(confirm?.text).toMatch(/preview/u);
  expect(preview).toBeGreaterThan(0);
  expect(await orders(house)).toMatchObject({ charged: preview + text.length });
});

test("a serial whose first chapters were translated elsewhere is offered by its new ones, and the card says so", async () => {
  await using house = await openHouse();
  await delivered(house, serial(chapters(1, 3)), opensSerials(house));

  const post = await posts(house, serial(chapters(1, 5)));
  const card = await house.card(post, /\[ Approve chapters 4 to 5 ·/u);
  const { confirm } = await clicks(house, card, "quote.part");
  await house.reply(post, /chapters 4 to 5 .* is ready/u);

  const price = serial(chapters(4, 5)).length;
  expect(house.drawn(card)).toMatch(/chapters 1 to 3.*translated before/iu);
  expect(house.drawn(card)).not.toContain("[ Approve ·");
  expect(confirm?.text).toContain(`for ${price.toLocaleString("en")} credits`);
  expect((await orders(house)).tasks.map(({ characters }) => characters)).toEqual([
    serial(chapters(1, 3)).length,
    price,
  ]);
});

test("of a revised text the changed chapters and the new ones are offered, wherever they are", async () => {
  await using house = await openHouse();
  await delivered(house, serial(chapters(1, 4)), opensSerials(house));

  const changed = edited(chapter(2), 2);
  const post = await posts(house, serial([chapter(1), changed, ...chapters(3, 6)]));
  const card = await house.card(post, /\[ Approve chapters 2, 5 to 6 ·/u);
  await clicks(house, card, "quote.part");
  await house.reply(post, /chapters 2, 5 to 6 .* is ready/u);

  expect((await orders(house)).tasks.map(({ characters }) => characters)).toEqual([
    serial(chapters(1, 4)).length,
    changed.length + serial(chapters(5, 6)).length,
  ]);
});

test("chapters that were revised in the middle of a serial are on offer alone", async () => {
  await using house = await openHouse();
  await delivered(house, serial(chapters(1, 5)));

  const changed = [edited(chapter(2), 1), edited(chapter(4), 1)] as const;
  const revised = serial([chapter(1), changed[0], chapter(3), changed[1], chapter(5)]);
  const post = await posts(house, revised);
  const card = await house.card(post, /\[ Approve chapters 2, 4 ·/u);
  await clicks(house, card, "quote.part");
  await house.reply(post, /chapters 2, 4 .* is ready/u);

  expect((await orders(house)).tasks.map(({ characters }) => characters)).toEqual([
    serial(chapters(1, 5)).length,
    changed.join("").length,
  ]);
});

test("of a text without chapters the card and its question say how much was translated before", async () => {
  await using house = await openHouse();
  const text = tale();
  await delivered(house, text);

  const post = await posts(house, edited(text, 6), { channel: opensSerials(house) });
  const card = await house.card(post, /\d\s?% of this was translated before.*\[ Approve ·/su);
  const { confirm } = await clicks(house, card, "quote.approve");
  await house.reply(post, ready);

  const share = Number(/(?<share>\d+)\s?% of this/u.exec(house.drawn(card))?.groups?.["share"]);
  expect(share).toBeGreaterThan(50);
  expect(share).toBeLessThan(100);
  expect(confirm?.text).toMatch(/translated before/u);
});

test("what was translated before for the most part the desk does not approve by itself", async () => {
  await using house = await openHouse();
  const text = tale();
  await delivered(house, text);
  await approvesAutomatically(house);

  const post = await posts(house, edited(text, 6));
  await house.card(post, /% of this was translated before.*\[ Approve ·/su);
  const other = await posts(house, tale(500), { name: "other.txt" });
  await house.reply(other, ready);

  expect((await orders(house)).tasks).toHaveLength(2);
});

test("a text that was wrapped and indented otherwise is the same text", async () => {
  await using house = await openHouse();
  const text = tale();
  await delivered(house, text);

  const post = await posts(house, text.replaceAll("\n\n", "\r\n\r\n    "));

  await house.card(post, faces.done);
  expect((await orders(house)).tasks).toHaveLength(1);
});
