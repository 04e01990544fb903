import { expect, test } from "vitest";

import { epubParts } from "../../manuscripts/corpus/epub.ts";
import { zip } from "../../manuscripts/corpus/zip.ts";
import { arrival, estimated, homeOf, orders, quoted, shortStory, storyCredits } from "../deeds.ts";
import { openGalley } from "../galley.ts";

type File = {
  readonly name: string;
  readonly content?: string | Uint8Array;
  readonly size?: number;
};

function bookWithout(name: string): Buffer {
  const pages = ["one", "two"].map((id) => ({ id, body: "<p>Once.</p>" }));
  return zip(epubParts({ pages }).filter((part) => !part.name.endsWith(name)));
}

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);

const refused: readonly (readonly [string, File, RegExp])[] = [
  ["is empty", { name: "a.txt", content: "" }, /“a.txt” is empty/u],
  ["holds blanks alone", { name: "a.txt", content: " \n\n\t " }, /“a.txt” is empty/u],
  ["is a picture", { name: "map.png", content: png }, /can’t read “map.png”/u],
  [
    "is a picture called text",
    { name: "a.txt", content: png },
    /can’t read the characters of “a.txt”/u,
  ],
  ["is of another type", { name: "a.mp3", content: "ID3" }, /can’t read “a.mp3”/u],
  ["is a PDF", { name: "a.pdf", content: "%PDF-1.7" }, /can’t read “a.pdf”.*Word \(.docx\)/u],
  ["is of old Word", { name: "a.doc", content: "\xd0" }, /can’t read “a.doc”.*Word \(.docx\)/u],
  [
    "is a damaged document",
    { name: "a.docx", content: "PK" },
    /“a.docx” is damaged.*save it again/u,
  ],
  [
    "lacks a page that its list names",
    { name: "a.epub", content: bookWithout("two page.xhtml") },
    /The page “OEBPS\/text\/two page.xhtml” of “a.epub” is missing.*correct it/u,
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
  ["lies in another store", { name: "a.txt" }, /Only a link to “a.txt” was posted/u],
];

test.for(refused)(
  "a file that %s is refused in one polite sentence, and nothing is sent",
  async ([, file, sentence], { expect }) => {
    await using galley = await openGalley();
    const { robin } = galley.slack.people;

    const text = `<@${galley.slack.app.botUserId}> please`;
    const post = await robin.posts({ channel: "#translations", text, files: [file] });
    const told = await galley.slack.until(() => galley.replies(post)[0]);
    await robin.commands("/translate", "status", { channel: "#translations" });
    const status = galley.drawn(await galley.hears(robin, /→ French/u));

    expect(told.text).toMatch(sentence);
    expect(status).toMatch(sentence);
    expect(told.text).toMatch(/^[^!<]+ Please [^!]+\. <@\w+>$/u);
    expect(galley.replies(post)).toHaveLength(1);
    expect((await galley.partner.records()).creates).toEqual([]);
  },
);

test("how large a file may be is Galley's own setting", async () => {
  await using galley = await openGalley({ env: { MAX_MANUSCRIPT_MB: "0.5" } });
  const { robin } = galley.slack.people;

  const content = "Once upon a time. ".repeat(30_000);
  const post = await robin.uploads("#translations", { name: "a.txt", content });
  const told = await galley.slack.until(() => galley.replies(post)[0]);

  expect(told.text).toContain("“a.txt” is larger than my limit of 0.5 MB");
});

test("a file that was deleted before it could be read is refused, and nothing is sent", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onDelivery("message.file_share", { fault: "late" });
  const post = await robin.uploads("#translations", { name: "a.txt", content: "Once" });
  const [file] = galley.slack.state.files.all();
  if (file !== undefined) await robin.deletesFile(file);

  await galley.slack.deliveries.redeliver();
  const told = await galley.slack.until(() => galley.replies(post)[0]);

  expect(told.text).toContain("I can’t get “a.txt” from Slack");
  expect((await galley.partner.records()).creates).toEqual([]);
});

test("Slack’s login page is never taken for a manuscript", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onCall("download", { fault: "refused", error: "login" });

  const post = await robin.uploads("#translations", { name: "a.txt", content: "Once" });
  const told = await galley.slack.until(() => galley.replies(post)[0]);

  expect(told.text).toContain("I can’t get “a.txt” from Slack");
  expect((await galley.partner.records()).creates).toEqual([]);
});

test.for(["guest", "other"] as const)(
  "a %s hears privately that their manuscript is not taken",
  async (name, { expect }) => {
    await using galley = await openGalley();
    const person = galley.slack.people[name];

    const post = await person.uploads("#translations", { name: "a.txt", content: "Once" });
    await galley.hears(person, /Only full members of this workspace/u);

    expect(galley.replies(post)).toEqual([]);
    expect((await galley.partner.records()).creates).toEqual([]);
  },
);

test.for(["map.png", "proof.pdf", "fair.mp3", "fonts.zip"])(
  "%s, posted in passing, gets no answer and no place among my manuscripts",
  async (name, { expect }) => {
    await using galley = await openGalley();
    const { robin } = galley.slack.people;

    const post = await robin.uploads("#translations", { name, content: "no manuscript" });
    await quoted(galley);
    const home = await homeOf(galley, robin, /My manuscripts/u);

    expect(galley.replies(post)).toEqual([]);
    expect(home).not.toContain(name);
  },
);

test.for(["Can you translate this?", "Bitte übersetzen!", "翻訳してください"])(
  "a PDF with “%s” is answered all the same",
  async (text, { expect }) => {
    await using galley = await openGalley();
    const { robin } = galley.slack.people;

    const file = { name: "proof.pdf", content: "%PDF-1.7" };
    const post = await robin.posts({ channel: "#translations", text, files: [file] });
    const told = await galley.slack.until(() => galley.replies(post)[0]);

    expect(told.text).toContain("I can’t read “proof.pdf”");
  },
);

test("a picture beside a manuscript makes no second card", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const files = [
    { name: "harbour.txt", content: shortStory },
    { name: "cover.png", content: png },
  ];

  const post = await robin.posts({ channel: "#translations", files });
  await galley.card(post, /\[ Approve ·/u);

  expect(galley.cards(post.channel)).toHaveLength(1);
});

test("a download that breaks off is tried again, not refused", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  galley.slack.faults.onCall("download", { fault: "lost-reply" });

  const post = await robin.uploads("#translations", { name: "a.txt", content: "Once upon" });
  await galley.failed("read");
  galley.clock.skip(2000);

  expect(galley.drawn(await galley.card(post, /\[ Approve ·/u))).toContain("9 characters");
});

test("a file host in trouble, which answers with pages of HTML, holds an approved run up and no more", async () => {
  await using galley = await openGalley();
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  galley.slack.faults.onCall("download", { fault: "500-before" }, 2);

  await galley.slack.people.ana.clicks(card, "quote.approve");
  await galley.failed("send");
  galley.clock.skip(3000);
  await galley.failed("send", 2);
  galley.clock.skip(5000);
  await arrival(galley, post);

  // The card and the result.
  expect(galley.replies(post)).toHaveLength(2);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("a manuscript in UTF-16 is counted in characters and sent as UTF-8", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  const content = Buffer.from("\uFEFFOnce upon a 🌞 in the café.\r\n", "utf16le");

  const post = await robin.uploads("#translations", { name: "harbour.txt", content });
  const card = await galley.card(post, /\[ Approve ·/u);
  await ana.clicks(card, "quote.approve");
  await arrival(galley, post);

  expect(galley.drawn(card)).toContain("28 characters");
  expect(await orders(galley)).toMatchObject({ tasks: [{ sourceCharacters: 28 }], charged: 28 });
});

test.for(["Twice upon a time there was a harbou.", "Once upon a time."])(
  "a file that was changed to “%s” after the estimate is not sent",
  async (changed, { expect }) => {
    await using galley = await openGalley();
    const { robin, ana } = galley.slack.people;
    const content = "Once upon a time there was a harbour.";
    const post = await robin.uploads("#translations", { name: "a.txt", content });
    const card = await galley.card(post, /\[ Approve ·/u);
    const [file] = galley.slack.state.files.all();
    const size = changed.length;
    await galley.slack.state.files.store({ ...file, name: "a.txt", user: robin.id, size }, changed);

    await ana.clicks(card, "quote.approve");
    const told = await galley.reply(post, /I can no longer read the file at Slack as it was, so/u);

    expect(told.text).toContain("Nothing was charged.");
    expect(await orders(galley)).toMatchObject({ tasks: [], charged: 0 });
  },
);
