import { expect, test } from "vitest";

import { arrival, estimated, homeOf, orders, quoted, shortStory, storyCredits } from "./deeds.ts";
import { openHouse } from "./house.ts";

type File = {
  readonly name: string;
  readonly content?: string | Uint8Array;
  readonly size?: number;
};

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);

const refused: readonly (readonly [string, File, RegExp])[] = [
  ["is empty", { name: "a.txt", content: "" }, /“a.txt” is empty/u],
  ["holds blanks alone", { name: "a.txt", content: " \n\n\t " }, /“a.txt” is empty/u],
  ["is a picture", { name: "map.png", content: png }, /“map.png” is a picture/u],
  ["is a picture called text", { name: "a.txt", content: png }, /isn’t plain text/u],
  ["is of another type", { name: "a.mp3", content: "ID3" }, /can’t read files like “a.mp3” yet/u],
  ["is a PDF", { name: "a.pdf", content: "%PDF-1.7" }, /is a PDF.*post the file it was made from/u],
  ["is of old Word", { name: "a.doc", content: "\xd0" }, /Word’s old format.*save it as .docx/u],
  [
    "is a damaged document",
    { name: "a.docx", content: "PK" },
    /“a.docx” is damaged.*save it again/u,
  ],
  [
    "is in no encoding that I know",
    { name: "a.txt", content: Buffer.concat([Buffer.from("날씨가 좋다"), Buffer.of(0xff)]) },
    /I can’t read the characters of “a.txt”/u,
  ],
  [
    "is too large",
    { name: "a.txt", content: "Once", size: 100 * 1024 * 1024 + 1 },
    /“a.txt” is larger than my limit of 100 MB/u,
  ],
  ["lies in another store", { name: "a.txt" }, /“a.txt” is stored outside Slack/u],
];

test.for(refused)(
  "a file that %s is refused in one polite sentence, and nothing is sent",
  async ([, file, sentence], { expect }) => {
    await using house = await openHouse();
    const { robin } = house.slack.people;

    const text = `<@${house.slack.app.botUserId}> please`;
    const post = await robin.posts({ channel: "#translations", text, files: [file] });
    const told = await house.slack.until(() => house.replies(post)[0]);

    expect(told.text).toMatch(sentence);
    expect(told.text).toMatch(/^<@\w+> [^!]+ Please [^!]+\.$/u);
    expect(house.replies(post)).toHaveLength(1);
    expect((await house.partner.books()).creates).toEqual([]);
  },
);

test("how large a file may be is the desk's own setting", async () => {
  await using house = await openHouse({ env: { MAX_MANUSCRIPT_MB: "0.5" } });
  const { robin } = house.slack.people;

  const content = "Once upon a time. ".repeat(30_000);
  const post = await robin.uploads("#translations", { name: "a.txt", content });
  const told = await house.slack.until(() => house.replies(post)[0]);

  expect(told.text).toContain("“a.txt” is larger than my limit of 0.5 MB");
});

test("a file that was deleted before it could be read is refused, and nothing is sent", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  house.slack.faults.onDelivery("message.file_share", { fault: "late" });
  const post = await robin.uploads("#translations", { name: "a.txt", content: "Once" });
  const [file] = house.slack.state.files.all();
  if (file !== undefined) await robin.deletesFile(file);

  await house.slack.deliveries.redeliver();
  const told = await house.slack.until(() => house.replies(post)[0]);

  expect(told.text).toContain("“a.txt” is no longer at Slack");
  expect((await house.partner.books()).creates).toEqual([]);
});

test("Slack’s login page is never taken for a manuscript", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  house.slack.faults.onCall("download", { fault: "refused", error: "login" });

  const post = await robin.uploads("#translations", { name: "a.txt", content: "Once" });
  const told = await house.slack.until(() => house.replies(post)[0]);

  expect(told.text).toContain("Slack doesn’t let me read “a.txt”");
  expect((await house.partner.books()).creates).toEqual([]);
});

test.for(["guest", "other"] as const)(
  "a %s hears privately that their manuscript is not taken",
  async (name, { expect }) => {
    await using house = await openHouse();
    const person = house.slack.people[name];

    const post = await person.uploads("#translations", { name: "a.txt", content: "Once" });
    await house.hears(person, /Only full members of this workspace/u);

    expect(house.replies(post)).toEqual([]);
    expect((await house.partner.books()).creates).toEqual([]);
  },
);

test.for(["map.png", "proof.pdf", "fair.mp3", "fonts.zip"])(
  "%s, posted in passing, gets no answer and no place among my manuscripts",
  async (name, { expect }) => {
    await using house = await openHouse();
    const { robin } = house.slack.people;

    const post = await robin.uploads("#translations", { name, content: "no manuscript" });
    await quoted(house);
    const home = await homeOf(house, robin, /My manuscripts/u);

    expect(house.replies(post)).toEqual([]);
    expect(home).not.toContain(name);
  },
);

test.for(["Can you translate this?", "Bitte übersetzen!", "翻訳してください"])(
  "a PDF with “%s” is answered all the same",
  async (text, { expect }) => {
    await using house = await openHouse();
    const { robin } = house.slack.people;

    const file = { name: "proof.pdf", content: "%PDF-1.7" };
    const post = await robin.posts({ channel: "#translations", text, files: [file] });
    const told = await house.slack.until(() => house.replies(post)[0]);

    expect(told.text).toContain("is a PDF");
  },
);

test("a picture beside a manuscript makes no second card", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  const files = [
    { name: "harbour.txt", content: shortStory },
    { name: "cover.png", content: png },
  ];

  const post = await robin.posts({ channel: "#translations", files });
  await house.card(post, /\[ Approve ·/u);

  expect(house.cards(post.channel)).toHaveLength(1);
});

test("a download that breaks off is tried again, not refused", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  house.slack.faults.onCall("download", { fault: "lost-reply" });

  const post = await robin.uploads("#translations", { name: "a.txt", content: "Once upon" });
  await house.failed("read");
  house.clock.skip(2000);

  expect(house.drawn(await house.card(post, /\[ Approve ·/u))).toContain("9 characters");
});

test("a file host in trouble, which answers with pages of HTML, holds an approved run up and no more", async () => {
  await using house = await openHouse();
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  house.slack.faults.onCall("download", { fault: "500-before" }, 2);

  await house.slack.people.ana.clicks(card, "quote.approve");
  await house.failed("send");
  house.clock.skip(3000);
  await house.failed("send", 2);
  house.clock.skip(5000);
  await arrival(house, post);

  // The card and the result.
  expect(house.replies(post)).toHaveLength(2);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a manuscript in UTF-16 is counted in characters and sent as UTF-8", async () => {
  await using house = await openHouse();
  const { robin, ana } = house.slack.people;
  const content = Buffer.from("\uFEFFOnce upon a 🌞 in the café.\r\n", "utf16le");

  const post = await robin.uploads("#translations", { name: "harbour.txt", content });
  const card = await house.card(post, /\[ Approve ·/u);
  await ana.clicks(card, "quote.approve");
  await arrival(house, post);

  expect(house.drawn(card)).toContain("28 characters");
  expect(await orders(house)).toMatchObject({ tasks: [{ sourceCharacters: 28 }], charged: 28 });
});

test.for(["Twice upon a time there was a harbou.", "Once upon a time."])(
  "a file that was changed to “%s” after the estimate is not sent",
  async (changed, { expect }) => {
    await using house = await openHouse();
    const { robin, ana } = house.slack.people;
    const content = "Once upon a time there was a harbour.";
    const post = await robin.uploads("#translations", { name: "a.txt", content });
    const card = await house.card(post, /\[ Approve ·/u);
    const [file] = house.slack.state.files.all();
    const size = changed.length;
    await house.slack.state.files.store({ ...file, name: "a.txt", user: robin.id, size }, changed);

    await ana.clicks(card, "quote.approve");
    const told = await house.reply(post, /no longer the estimated text/u);

    expect(told.text).toContain("Nothing was charged.");
    expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
  },
);
