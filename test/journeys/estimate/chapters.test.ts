import { expect, test } from "vitest";

import { epub } from "../../manuscripts/corpus/epub.ts";
import { choosesChapters, orders, extracts, opens, sentSpending, partOffered } from "../deeds.ts";
import { openGalley } from "../galley.ts";

const prose = "Marlow Finch walked down to the harbour, and he had nothing to say.\n\n";
const serial = ["One", "Two", "Three"].map((number) => `Chapter ${number}\n\n${prose}`);
const firstTwo = serial.slice(0, 2).join("").length;

test("a restart before bought chapters are sent, when they were measured already: they go out, once", async () => {
  await using galley = await openGalley({ partner: { balance: firstTwo } });
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", {
    name: "serial.txt",
    content: serial.join(""),
  });
  const card = await galley.card(post, partOffered("chapters 1 and 2"));
  galley.partner.inject({ kind: "status", status: 503, method: "GET", path: "/usage", times: 50 });

  await ana.clicks(card, "quote.part");
  await galley.failed("send");
  const before = await orders(galley);
  await galley.stop();
  galley.partner.clearFaults();
  await galley.start();
  await galley.passing(60_000, () =>
    galley.replies(post).find(({ text }) => /is ready/u.test(text)),
  );

  expect(before).toMatchObject({ tasks: [], outcomes: [], charged: 0 });
  expect(await orders(galley)).toMatchObject({
    tasks: [{ sourceCharacters: firstTwo, characters: firstTwo }],
    outcomes: ["created"],
    charged: firstTwo,
  });
});

test("the link to some chapters names them", async () => {
  await using galley = await openGalley({ partner: { balance: firstTwo } });
  const { robin, ana } = galley.slack.people;
  const post = await robin.uploads("#translations", {
    name: "serial.txt",
    content: serial.join(""),
  });
  await ana.clicks(await galley.card(post, partOffered("chapters 1 and 2")), "quote.part");
  const reply = await galley.reply(post, /chapters 1 and 2 .* is ready/u);

  await robin.clicks(reply, "task.fresh_link");
  const link = await galley.hears(robin, /Here is your link/u);

  expect(link.text).toContain("serial.ch1-2.fr.txt");
});

test("of a book of 240 chapters any can be chosen", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const chapters = Array.from({ length: 240 }, (_, at) => `Chapter ${at + 1}: Tide\n\n${prose}`);
  const post = await robin.uploads("#translations", {
    name: "long.txt",
    content: chapters.join(""),
  });
  const card = await galley.card(post, /240 chapters.*\[ Preview ·/su);

  const range = { first: "99. Chapter 99: Tide", last: "201. Chapter 201: Tide" };
  await choosesChapters(galley, robin, { card, ...range });
  const chosen = await galley.card(post, partOffered("chapters 99 to 201"));
  await ana.clicks(chosen, "quote.part");
  await galley.reply(post, /chapters 99 to 201 .* is ready/u);

  expect(await orders(galley)).toMatchObject({
    charged: chapters.slice(98, 201).join("").length,
  });
});

test("of a book of more chapters than a form can list they are chosen by their numbers", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const chapters = Array.from(
    { length: 1200 },
    (_, at) => `Chapter ${at + 1}\n\nThe sea was dark.\n\n`,
  );
  const post = await robin.uploads("#translations", {
    name: "longer.txt",
    content: chapters.join(""),
  });

  const whole = await galley.card(post, /1,200 chapters.*\[ Preview ·/su);
  await choosesChapters(galley, robin, { card: whole, first: "1100" });

  const card = await galley.card(post, partOffered("chapters 1,100 to 1,200"));
  expect(galley.drawn(card)).toContain("3,333 credits · English, chapters 1,100 to 1,200");
});

test.for([
  {
    language: "Japanese",
    titles: ["プロローグ", "第一章　最後の船", "第二章　灯台", "エピローグ"],
    text: "芬奇は港まで歩いた。誰もその理由を知らなかった。😀\n",
  },
  {
    language: "Korean",
    titles: ["프롤로그", "제1장 등대", "제2장 바다", "에필로그"],
    text: "핀치는 항구로 걸어 내려갔다. 아무도 이유를 몰랐다. 😀\n",
  },
])(
  "the chapters of a $language novel are chosen by their titles, and cost their characters",
  async ({ titles, text }, { expect }) => {
    await using galley = await openGalley();
    const { robin, ana } = galley.slack.people;
    const chapters = titles.map((title) => `${title}\n\n${text.repeat(20)}\n`);
    const post = await robin.uploads("#translations", {
      name: "novel.txt",
      content: chapters.join(""),
    });

    const card = await galley.card(post, /4 chapters.*\[ Approve ·/su);
    const [first = "", last = ""] = titles.slice(1).map((title) => title.replace("　", " "));
    await choosesChapters(galley, robin, { card, first: `2. ${first}`, last: `3. ${last}` });
    await ana.clicks(await galley.card(post, partOffered("chapters 2 and 3")), "quote.part");
    await galley.reply(post, /chapters 2 and 3 .* is ready/u);

    expect(await orders(galley)).toMatchObject({
      charged: Array.from(chapters.slice(1, 3).join("")).length,
    });
  },
);

test("an EPUB’s front and back matter is left out when somebody says so, and its characters are not charged", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const pages = [
    ["titlepage", "<h1>The Salt Clock</h1>"],
    ["chapter", `<h2>The Boat</h2><p>${prose.trim()}</p>`],
    ["chapter", `<h2>The Light</h2><p>${prose.trim()}</p>`],
    ["colophon", "<h2>Colophon</h2><p>Set in Oslo.</p>"],
  ].map(([type = "", body = ""], index) => ({
    id: `p${index}`,
    body: `<section epub:type="${type}">${body}</section>`,
  }));
  const post = await robin.uploads("#translations", {
    name: "clock.epub",
    content: epub({ pages }),
  });

  const whole = await galley.card(post, /4 chapters.*\[ Approve ·/su);
  await choosesChapters(galley, robin, { card: whole, matter: "Left out: 38 characters" });
  const card = await galley.card(post, partOffered("chapters 2 and 3"));
  const text = `The Boat\n\n${prose}The Light\n\n${prose}`;
  await ana.clicks(card, "quote.part");
  await galley.reply(post, /chapters 2 and 3 .* is ready/u);

  expect(await orders(galley)).toMatchObject({ charged: text.length });
});

test("front and back matter stays left out until somebody wants it", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const content = `Copyright\n\nPrinted in Oslo.\n\n${serial.join("")}`;
  const post = await robin.uploads("#translations", { name: "serial.txt", content });
  const whole = await galley.card(post, /4 chapters.*\[ Approve ·/su);

  await choosesChapters(galley, robin, { card: whole, matter: "Left out: 29 characters" });
  const less = await galley.card(post, partOffered("chapters 2 to 4"));
  await choosesChapters(galley, robin, { card: less, last: "3. Chapter Two" });
  const two = await galley.card(post, partOffered("chapters 2 and 3"));
  const all = { first: "1. Copyright", last: "4. Chapter Three" };
  await choosesChapters(galley, robin, { card: two, ...all, matter: "Left out: 29 characters" });
  const again = await galley.card(post, partOffered("chapters 2 to 4"));
  await choosesChapters(galley, robin, { card: again, ...all, matter: "Included" });

  const card = await galley.card(post, /, 4 chapters,[^]*\[ Approve · /u);
  expect(galley.drawn(card)).toContain("4 chapters");
});

const titles = ["Chapter One", "Chapter Two", "Chapter Three", "Chapter Four"];
const chapters = titles.map(
  (title) => `${title}\n\nMarlow Finch walked down to the harbour. ${title} was all he said.\n\n`,
);
const lengthOf = (first: number, last: number) => chapters.slice(first - 1, last).join("").length;

type Scene = Awaited<ReturnType<typeof offered>>;

async function choosesTwoAndThree({ galley, card }: Pick<Scene, "galley" | "card">) {
  const { robin } = galley.slack.people;
  const range = { first: "2. Chapter Two", last: "3. Chapter Three" };
  return await choosesChapters(galley, robin, { card, ...range });
}

/** Posts four chapters as Robin; the account holds `balance` credits. */
async function offered(balance = 100_000) {
  const galley = await openGalley({ partner: { balance } });
  const { robin } = galley.slack.people;
  const file = { name: "serial.txt", content: chapters.join("") };
  const post = await robin.uploads("#translations", file);
  const card = await galley.card(post, /\[ Approve /u);
  return { galley, post, card, [Symbol.asyncDispose]: () => galley[Symbol.asyncDispose]() };
}

test("where the balance is short, the chapters that it covers can be bought, for exactly their price", async () => {
  await using scene = await offered(lengthOf(1, 3) + 5);
  const { galley, post } = scene;
  const { ana } = galley.slack.people;

  const card = await galley.card(post, partOffered("chapters 1 to 3"));
  const shown = galley.drawn(card);
  const { confirm } = await ana.clicks(card, "quote.part");
  await galley.reply(post, /chapters 1 to 3 .* is ready/u);

  expect(shown).toContain("@Ada Okafor can top up.");
  expect(confirm?.text).toContain(`for ${lengthOf(1, 3)} credits`);
  expect(await orders(galley)).toMatchObject({
    tasks: [{ sourceCharacters: lengthOf(1, 3), characters: lengthOf(1, 3) }],
    outcomes: ["created"],
    charged: lengthOf(1, 3),
  });
});

test("after some chapters the rest can be bought, once each", async () => {
  await using scene = await offered(lengthOf(1, 2));
  const { galley, post } = scene;
  const { ana } = galley.slack.people;
  await ana.clicks(await galley.card(post, partOffered("chapters 1 and 2")), "quote.part");
  const first = await galley.reply(post, /chapters 1 and 2 .* is ready/u);
  galley.partner.change({ balance: 100_000 });

  await ana.clicks(await galley.card(post, partOffered("chapters 3 and 4")), "quote.part");
  await galley.reply(post, /chapters 3 and 4 .* is ready/u);

  const closed = await galley.card(post, /All chapters were approved/u);
  expect(first.text).toContain("as approved.");
  expect(galley.drawn(closed)).not.toMatch(/can approve|price good until/u);
  expect(await orders(galley)).toMatchObject({
    tasks: [{ characters: lengthOf(1, 2) }, { characters: lengthOf(3, 4) }],
    charged: lengthOf(1, 4),
  });
});

test("after some chapters an admin still sees what the month cost", async () => {
  await using scene = await offered(lengthOf(1, 2));
  const { galley, post } = scene;
  const { ana, ada } = galley.slack.people;
  await ana.clicks(await galley.card(post, partOffered("chapters 1 and 2")), "quote.part");
  const reply = await galley.reply(post, /chapters 1 and 2 .* is ready/u);

  await ada.clicks(reply, "task.more", { option: "receipt" });
  const receipt = galley.drawn(await galley.hears(ada, /Receipt/u));
  const usage = await galley.slack.until(async () => {
    await ada.commands("/translate-usage", "", { channel: "#translations" });
    return await galley.hears(ada, /in 1 task/u);
  });

  expect(receipt).toContain(`${lengthOf(1, 2)} characters`);
  expect(galley.drawn(usage)).toContain(`${lengthOf(1, 2)} credits`);
});

test("a double click on some chapters buys them once", async () => {
  await using scene = await offered(lengthOf(1, 2));
  const { galley, post } = scene;
  const { ana } = galley.slack.people;
  const card = await galley.card(post, partOffered("chapters 1 and 2"));

  await Promise.all([ana.clicks(card, "quote.part"), ana.clicks(card, "quote.part")]);
  await galley.reply(post, /chapters 1 and 2 .* is ready/u);

  await galley.hears(ana, /The card has changed since you saw it/u);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: lengthOf(1, 2) });
});

test("chapters that somebody bought are not bought again with the whole", async () => {
  await using scene = await offered();
  const { galley, post, card } = scene;
  const { ana } = galley.slack.people;
  galley.partner.change({ balance: lengthOf(1, 2) });

  await ana.clicks(card, "quote.approve");
  await ana.clicks(await galley.card(post, partOffered("chapters 1 and 2")), "quote.part");
  await galley.reply(post, /chapters 1 and 2 .* is ready/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });

  await galley.hears(ana, /The card has changed since you saw it/u);
  expect(await orders(galley)).toMatchObject({ charged: lengthOf(1, 2) });
});

test.for(["guest", "sam", "robin"] as const)(
  "a click on some chapters by %s, who may not spend, buys nothing",
  async (name, { expect }) => {
    await using scene = await offered(lengthOf(1, 2));
    const { galley, post } = scene;
    const person = galley.slack.people[name];

    await person.clicks(await galley.card(post, partOffered("chapters 1 and 2")), "quote.part");
    await galley.hears(person, /Only .* can do this. Nothing was changed/u);

    expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
  },
);

test("chapters that the requester chose are what the approver buys, and a stranger chooses none", async () => {
  await using scene = await offered();
  const { galley, post, card } = scene;
  const { ana, sam } = galley.slack.people;

  await sam.clicks(card, "quote.more", { option: "chapters" });
  await galley.hears(sam, /Only .* can do this. Nothing was changed/u);
  await choosesTwoAndThree(scene);
  await ana.clicks(await galley.card(post, partOffered("chapters 2 and 3")), "quote.part");
  await galley.reply(post, /chapters 2 and 3 .* is ready/u);

  await galley.card(post, partOffered("chapters 1, 4"));
  expect(await orders(galley)).toMatchObject({ charged: lengthOf(2, 3) });
});

test("a glossary that is bought on the way leaves the chapters as they were chosen, and the balance is the new one", async () => {
  await using scene = await offered();
  const { galley, post } = scene;
  const { ana } = galley.slack.people;
  await choosesTwoAndThree(scene);

  await extracts(galley, ana, await galley.card(post, partOffered("chapters 2 and 3")));
  await galley.reply(post, /glossary .* is ready/u);

  const balance = 100_000 - lengthOf(1, 4);
  const now = `${balance.toLocaleString("en")} credits`;
  const card = await galley.card(post, partOffered("chapters 2 and 3"));
  expect(await opens(galley, ana, { card, item: "details" })).toContain(now);
});

test("while some chapters run, what is offered next is measured by what they leave of the balance", async () => {
  await using scene = await offered(lengthOf(1, 3) + 5);
  const { galley, post, card } = scene;
  const { ana } = galley.slack.people;
  galley.partner.change({ charsPerSecond: 1 });

  await ana.clicks(card, "quote.part");
  const rest = await galley.card(post, partOffered("chapter 4"));
  const details = await opens(galley, ana, { card: rest, item: "details" });

  expect(galley.drawn(rest)).toContain(`The balance is ${lengthOf(4, 4) - 5} credits short.`);
  expect(details).toContain(`${lengthOf(1, 3) + 5} credits, ${lengthOf(1, 3)} reserved`);
});

test("chapters that were bought count in the month: in the overview and in the file", async () => {
  await using scene = await offered();
  const { galley, post } = scene;
  const { ana, ada } = galley.slack.people;
  await choosesTwoAndThree(scene);
  await ana.clicks(await galley.card(post, partOffered("chapters 2 and 3")), "quote.part");
  await galley.reply(post, /chapters 2 and 3 .* is ready/u);

  await ada.commands("/translate-usage", "", { channel: "#translations" });
  await galley.hears(ada, /in 1 task/u);
  await ada.commands("/translate-usage", "csv", { channel: "#translations" });
  await galley.hears(ada, /I have sent you “galley-spending-/u);

  const characters = lengthOf(2, 3);
  expect(await sentSpending(galley)).toContain(
    `,"part",,"fr",${characters},${characters},"charged",`,
  );
});

test("what is asked again is about the same chapters", async () => {
  await using scene = await offered();
  const { galley, post } = scene;
  const { robin, ana } = galley.slack.people;
  await choosesTwoAndThree(scene);
  await galley.card(post, partOffered("chapters 2 and 3"));
  galley.clock.skip(24 * 3_600_000);

  await robin.clicks(await galley.card(post, /\[ Request again \]/u), "quote.ask_again");
  await ana.clicks(await galley.card(post, partOffered("chapters 2 and 3")), "quote.part");
  await galley.reply(post, /chapters 2 and 3 .* is ready/u);

  expect(await orders(galley)).toMatchObject({ charged: lengthOf(2, 3) });
});
