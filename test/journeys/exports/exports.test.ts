import { expect, test } from "vitest";

import { aNovel, printed } from "../../domain/a-novel.ts";
import { textOf } from "../../manuscripts/documents/text-of.ts";
import { choosesChapters, orders, quoted, translated, partOffered } from "../deeds.ts";
import { exports } from "../export-deeds.ts";
import { openGalley } from "../galley.ts";

test("a member gets a translation and its original as a translation memory, in a direct message and for nothing", async () => {
  await using galley = await openGalley();
  const { reply, post } = await translated(galley);
  const before = await orders(galley);

  const { name, bytes } = await exports(galley, galley.slack.people.sam, { reply, format: "tmx" });

  expect(name).toBe("harbour.fr.tmx");
  expect(bytes.toString("utf8")).toContain(
    '<tu><tuv xml:lang="en"><seg>Chapter Two</seg></tuv><tuv xml:lang="fr"><seg>⟦fr: Çĥáþţéŕ Ţŵó⟧</seg></tuv></tu>',
  );
  expect(await orders(galley)).toMatchObject({ tasks: before.tasks, charged: before.charged });
  expect(
    galley.slack.state.messages.thread(post.channel, post.ts).flatMap(({ fileIds }) => fileIds),
  ).toEqual([...post.fileIds]);
});

test("a Word table has each paragraph beside its translation, under the names of both languages", async () => {
  await using galley = await openGalley();
  const { reply } = await translated(galley);

  const { name, bytes } = await exports(galley, galley.slack.people.sam, { reply, format: "word" });

  const text = await textOf("docx", bytes);
  expect(name).toBe("harbour.fr.bilingual.docx");
  expect(text.split("\n\n").slice(0, 7)).toEqual([
    "No.",
    "English",
    "French",
    "Comment",
    "1",
    "Chapter One",
    "⟦fr: Çĥáþţéŕ Óñé⟧",
  ]);
});

test("a Word table begins with the paragraphs that a reviewer should look at first", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "omits", from: 0.3, to: 0.6, action: "translation" });
  const { reply } = await translated(galley, printed(aNovel()));

  const { bytes } = await exports(galley, galley.slack.people.sam, { reply, format: "word" });

  const [title, first, second] = (await textOf("docx", bytes)).split("\n\n");
  expect(title).toBe("Look here first");
  expect(first).toMatch(/^\d+ · No translation$/u);
  expect(Number(second?.split(" ")[0])).toBe(Number(first?.split(" ")[0]) + 1);
});

test("what to look at first is shown beside the result, with both texts", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  galley.partner.inject({ kind: "omits", from: 0.3, to: 0.6, action: "translation" });
  const novel = printed(aNovel());
  const { reply } = await translated(galley, novel);

  await sam.clicks(reply, "task.more", { option: "look" });
  const shown = await galley.slack.until(() => {
    const { modal } = sam.sees();
    const drawn = modal && galley.slack.draw.view(modal, { columns: 1000 });
    return drawn?.includes("of 200 paragraphs stand out") === true ? drawn : undefined;
  });

  expect(shown).toContain("No translation");
  expect(shown.match(/No translation/gu)).toHaveLength(20);
});

test("of a result in which nothing stands out that is said, and a guest is shown nothing", async () => {
  await using galley = await openGalley();
  const { sam, guest } = galley.slack.people;
  const { reply } = await translated(galley);

  await guest.clicks(reply, "task.more", { option: "look" });
  await galley.hears(guest, /Only full members of this workspace/u);
  await sam.clicks(reply, "task.more", { option: "look" });
  await galley.slack.until(() => {
    const { modal } = sam.sees();
    return modal && galley.slack.draw.view(modal).includes("0 of 5 paragraphs stand out");
  });

  expect(guest.sees().modal).toBeUndefined();
});

test("a bilingual EPUB has each paragraph before its translation, in chapters", async () => {
  await using galley = await openGalley();
  const { reply } = await translated(galley);

  const { name, bytes } = await exports(galley, galley.slack.people.sam, { reply, format: "epub" });

  const text = await textOf("epub", bytes);
  expect(name).toBe("harbour.fr.bilingual.epub");
  expect(text).toContain("Chapter Two\n\n⟦fr: Çĥáþţéŕ Ţŵó⟧\n\nIn the morning Ilse Brandt");
});

test("some chapters are taken out with the paragraphs of these alone", async () => {
  await using galley = await openGalley();
  const { ana, robin, sam } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await choosesChapters(galley, robin, { card, first: "2. Chapter Two" });
  await ana.clicks(await galley.card(post, partOffered("chapter 2")), "quote.part");
  const reply = await galley.reply(post, /chapter 2 .* is ready/u);

  const { name, bytes } = await exports(galley, sam, { reply, format: "xliff12" });

  expect(name).toBe("harbour.ch2.fr.xlf");
  expect(bytes.toString("utf8").match(/<source>.*<\/source>/gu)).toEqual([
    "<source>Chapter Two</source>",
    "<source>In the morning Ilse Brandt opened the Lantern House. Marlow Finch was gone.</source>",
  ]);
});

test("what a translation lacks is in the file without a translation, and nothing beside it moves", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "omits", from: 0.3, to: 0.6, action: "translation" });
  const novel = printed(aNovel());
  const { reply } = await translated(galley, novel);

  const { bytes } = await exports(galley, galley.slack.people.sam, { reply, format: "xliff21" });

  const written = bytes.toString("utf8");
  const sources = written.match(/<source [^>]*>.*<\/source>/gu) ?? [];
  const missing = sources.length - (written.match(/<target /gu) ?? []).length;
  expect(sources).toHaveLength(200);
  expect(missing).toBeGreaterThan(40);
  expect(written).toMatch(/>Chapter 5<\/source>\s*<target[^>]*>⟦fr: Chapter 5⟧</u);
});

test("where the manuscript is gone from Slack nobody gets half a file, and that is said", async () => {
  await using galley = await openGalley();
  const { sam, robin } = galley.slack.people;
  const { reply } = await translated(galley);
  const [original] = galley.slack.state.files.all();
  if (original !== undefined) await robin.deletesFile(original);

  await sam.clicks(reply, "task.more", { option: "export" });
  await galley.slack.until(() => sam.sees().modal);
  await sam.submits();
  await galley.hears(sam, /I couldn’t put original and translation/u);

  expect(galley.slack.records.botUploads()).toEqual([]);
});

test.for(["guest", "other"] as const)(
  "a %s is shown no form to export",
  async (name, { expect }) => {
    await using galley = await openGalley();
    const person = galley.slack.people[name];
    const { reply } = await translated(galley);

    await person.clicks(reply, "task.more", { option: "export" });
    await galley.hears(person, /Only full members of this workspace/u);

    expect(person.sees().modal).toBeUndefined();
  },
);

test("who is a guest by the time the form is sent reads so, and gets no file", async () => {
  await using galley = await openGalley();
  const { state } = galley.slack;
  const { sam } = galley.slack.people;
  const { reply } = await translated(galley);
  await sam.clicks(reply, "task.more", { option: "export" });
  await galley.slack.until(() => sam.sees().modal);
  const person = state.people.find(sam.id);
  if (person !== undefined) state.people.change(person, { isRestricted: true });
  galley.clock.skip(61_000);

  sam.fillsIn({ "export.format": "tmx" });
  await sam.submits();

  expect(await galley.hears(sam, /Only full members of this workspace/u)).toBeDefined();
  expect(galley.slack.records.botUploads()).toEqual([]);
});

test("what to look at first begins with the paragraphs that the partner named", async () => {
  await using galley = await openGalley();
  const { sam } = galley.slack.people;
  const metadata = {
    untranslated: [{ from: 150, to: 151, characters: 80 }],
    doubtful: [{ from: 7, to: 7, characters: 40 }, "odd"],
  };
  galley.partner.inject({ kind: "omits", from: 0.3, to: 0.4, action: "translation" });
  const patch = { kind: "patch", set: { metadata }, times: 1000 } as const;
  galley.partner.inject({ ...patch, method: "GET", path: "/tasks/*" });
  const { reply } = await translated(galley, printed(aNovel()));

  await sam.clicks(reply, "task.more", { option: "look" });
  const shown = await galley.slack.until(() => {
    const { modal } = sam.sees();
    const drawn = modal && galley.slack.draw.view(modal, { columns: 1000 });
    return drawn?.includes("of 200 paragraphs stand out") === true ? drawn : undefined;
  });

  const numbers = Array.from(shown.matchAll(/^\W*(\d+)\W* · (.*?)\s*│?$/gmu), ([, number, why]) => [
    Number(number),
    why,
  ]);
  expect(numbers.slice(0, 3)).toEqual([
    [150, "Looks untranslated"],
    [151, "Looks untranslated"],
    [7, "The partner has doubts"],
  ]);
  expect(numbers[3]?.[1]).toBe("No translation");
  expect(galley.drawn(reply)).toContain(
    "The partner left these untranslated or in doubt: 3 paragraphs",
  );
});
