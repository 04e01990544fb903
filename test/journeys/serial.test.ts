import { expect, test } from "vitest";

import { orders } from "./deeds.ts";
import { openHouse } from "./house.ts";
import { begun, grown, lengthOf, uploads } from "./serial-deeds.ts";
import { sets } from "./settings-deeds.ts";

test("a new upload that continues a translated one is quoted by its new chapters, and they alone are sent", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const first = await begun(house, 3);

  const post = await uploads(house, grown(5), "lantern (2).txt");
  const card = await house.card(post, /\[ Approve chapters 4 to 5 \]/u);
  const shown = house.drawn(card);
  const { confirm } = await ana.clicks(card, "quote.part");
  await house.reply(post, /chapters 4 to 5 .* is ready/u);

  expect(shown).toContain(`costs ${lengthOf(4, 5)} credits`);
  expect(shown).toMatch(
    /This continues “lantern.txt” .*Bought before, last on .*: chapters 1 to 3\./u,
  );
  expect(JSON.stringify(card.blocks)).toContain(`/p${first.ts.replace(".", "")}`);
  expect(confirm?.text).toContain(`costs ${lengthOf(4, 5)} credits`);
  expect(await orders(house)).toMatchObject({
    tasks: [
      { characters: lengthOf(1, 3) },
      { characters: lengthOf(4, 5), sourceCharacters: lengthOf(4, 5) },
    ],
    outcomes: ["created", "created"],
  });
  expect(house.drawn(await house.card(post, /All new chapters were bought/u))).not.toContain(
    "[ Approve",
  );
});

test("a serial grows again and again, and no chapter is paid for twice", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  await begun(house, 2);
  const second = await uploads(house, grown(4));
  await ana.clicks(await house.card(second, /\[ Approve chapters 3 to 4 \]/u), "quote.part");
  await house.reply(second, /is ready/u);

  const third = await uploads(house, grown(6));
  await ana.clicks(await house.card(third, /\[ Approve chapters 5 to 6 \]/u), "quote.part");
  await house.reply(third, /is ready/u);

  const { tasks } = await orders(house);
  const sent = tasks.reduce((sum, { characters }) => sum + characters, 0);
  // Two files ended where another chapter follows now: the blank lines between were not sent.
  expect(sent).toBe(grown(6).length - 4);
});

test("where the last chapter was changed since, it is quoted with the new ones", async () => {
  await using house = await openHouse();
  await begun(house, 4);

  const post = await uploads(house, grown(6).replace("lamp Four", "the fourth lamp"));

  const card = house.drawn(await house.card(post, /\[ Approve chapters 4 to 6 \]/u));
  expect(card).toContain("chapters 1 to 3. What comes after them there has changed since.");
});

test("where an early chapter was changed, the whole is quoted and nothing is said of it", async () => {
  await using house = await openHouse();
  await begun(house, 4);

  const post = await uploads(house, grown(6).replace("lamp Two", "LAMP TWO"));

  const card = house.drawn(await house.card(post, /\[ Approve \]/u));
  expect(card).toContain(`costs ${lengthOf(1, 6)} credits`);
  expect(card).not.toContain("continues");
});

test("what was translated into another language is quoted whole for this one", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await begun(house, 4);
  const post = await uploads(house, grown(6));
  const card = await house.card(post, /\[ Approve chapters 5 to 6 \]/u);

  await robin.clicks(card, "quote.target_lang", { option: "Spanish" });
  const spanish = house.drawn(await house.card(post, /into Spanish costs .*\[ Approve \]/su));
  await robin.clicks(card, "quote.target_lang", { option: "French", screen: "stale" });

  expect(spanish).toContain(`costs ${lengthOf(1, 6)} credits`);
  expect(spanish).not.toContain("continues");
  await house.card(post, /\[ Approve chapters 5 to 6 \]/u);
});

test("the whole can be had all the same, and the question says what of it exists", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  await begun(house, 4);
  const post = await uploads(house, grown(6));

  await robin.clicks(await house.card(post, /\[ Approve chapters 5 to 6 \]/u), "part.choose");
  await house.slack.until(() => robin.sees().modal, { what: "the form for the chapters" });
  robin.fillsIn({ "part.first": "1. Chapter One" });
  await robin.submits();
  const { confirm } = await ana.clicks(await house.card(post, /\[ Approve \]/u), "quote.approve");
  await house.reply(post, /is ready/u);

  expect(confirm?.text).toContain("Already on an earlier card (“lantern.txt”): chapters 1 to 4.");
  expect((await orders(house)).tasks.map(({ characters }) => characters)).toEqual([
    lengthOf(1, 4),
    lengthOf(1, 6),
  ]);
});

test("over restarts a continuation is known, and its new chapters are sent once", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  await begun(house, 4);
  await house.stop();
  await house.start();
  const post = await uploads(house, grown(6));
  const card = await house.card(post, /\[ Approve chapters 5 to 6 \]/u);
  house.partner.inject({ kind: "status", status: 503, method: "GET", path: "/usage", times: 50 });

  await ana.clicks(card, "quote.part");
  await house.failed("send");
  await house.stop();
  house.partner.clearFaults();
  await house.start();
  await house.passing(60_000, () => house.replies(post).find(({ text }) => /is ready/u.test(text)));

  expect(await orders(house)).toMatchObject({
    tasks: [{ characters: lengthOf(1, 4) }, { characters: lengthOf(5, 6) }],
    outcomes: ["created", "created"],
  });
});

test("a text that is on earlier cards to its end sells nothing anew, unless somebody chooses chapters", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await begun(house, 4);

  const post = await uploads(house, grown(3));
  const card = await house.card(post, /No chapter of it is new/u);
  await robin.clicks(card, "part.choose");
  await house.slack.until(() => robin.sees().modal, { what: "the form for the chapters" });
  await robin.submits();

  expect(house.drawn(card)).toMatch(/All of it is in “lantern.txt”.*chapters 1 to 3\./u);
  expect(house.drawn(card)).not.toContain("[ Approve");
  expect(house.drawn(card)).not.toContain("has changed");
  await house.card(post, /\[ Approve \]/u);
});

test("the new chapters go out with the glossary of the conversation", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  await begun(house, 4);
  const post = await uploads(house, grown(6));
  await house.card(post, /\[ Approve chapters 5 to 6 \]/u);

  await robin.posts({ thread: post, text: "Ilse Brandt = Élise Brandt" });
  const { confirm } = await ana.clicks(await house.card(post, /1 term/u), "quote.part");
  await house.reply(post, /is ready/u);

  expect(confirm?.text).toMatch(/1 term of the glossary/u);
  expect(await orders(house)).toMatchObject({ outcomes: ["created", "created"] });
});

test("of the same book a serial goes on in another conversation, for those who are in both", async () => {
  await using house = await openHouse();
  const { robin, ana, sam } = house.slack.people;
  await sets(house, { book: "Lantern" });
  const members = [robin.id, ana.id, house.slack.app.botUserId];
  house.slack.channels.add({ name: "serials", members });
  const first = await robin.uploads("#serials", { name: "lantern.txt", content: grown(4) });
  await ana.clicks(await house.card(first, /\[ Approve \]/u), "quote.approve");
  await house.reply(first, /is ready/u);

  const post = await uploads(house, grown(6));
  const other = { name: "lantern.txt", content: grown(5) };
  const stranger = await sam.uploads("#translations", other);

  await house.card(post, /\[ Approve chapters 5 to 6 \]/u);
  const shown = house.drawn(await house.card(stranger, /\[ Approve \]/u));
  expect(shown).not.toContain("continues");
});
