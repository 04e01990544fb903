import { expect, test } from "vitest";

import { aNovel, compared, inFrench, printed } from "../a-novel.ts";

const novel = aNovel();
const french = inFrench(novel);
const source = printed(novel);

test("a whole translation has all chapters and paragraphs", async () => {
  expect(await compared(source, printed(french))).toEqual({
    source: { chapters: 5, paragraphs: 200 },
    result: { chapters: 5, paragraphs: 200 },
    missing: 0,
    place: undefined,
    same: 0,
  });
});

test.for([
  ["single line breaks", printed(french, "\n")],
  ["three of them", printed(french, "\n\n\n")],
  ["line ends of another system", printed(french, "\r\n\r\n")],
  ["rows of stars between paragraphs", printed(french, "\n\n* * *\n\n")],
  ["translated headings", printed(french).replaceAll("Chapter", "第")],
])("%s are no difference", async ([, result = ""], { expect }) => {
  expect(await compared(source, result)).toMatchObject({ missing: 0, place: undefined });
});

test("lines that were broken at a width may come back as paragraphs, or broken otherwise", async () => {
  const wrapped = novel
    .flat()
    .map((paragraph) => broken(paragraph, 64))
    .join("\n\n");
  const otherwise = french
    .flat()
    .map((paragraph) => broken(paragraph, 72))
    .join("\n\n");

  for (const result of [printed(french), printed(french, "\n"), otherwise]) {
    expect(await compared(wrapped, result)).toMatchObject({
      source: { paragraphs: 200 },
      result: { paragraphs: 200 },
      missing: 0,
    });
  }
});

test("each stanza or speech on one line is no difference, if each is there", async () => {
  const inPairs = (text: readonly (readonly string[])[], within: string) =>
    text.flatMap((chapter) =>
      chapter.map((paragraph, index) => paragraph + (index % 2 === 0 ? within : "\n\n")),
    );
  const speeches = inPairs(novel, "\n").join("");

  const found = await compared(speeches, inPairs(french, " ").join(""));

  expect(found).toMatchObject({ missing: 0, place: undefined });
});

test("paragraphs that were left out are counted, and found", async () => {
  const result = french.map((chapter, index) =>
    index === 2 ? [...chapter.slice(0, 20), ...chapter.slice(29)] : chapter,
  );

  expect(await compared(source, printed(result))).toEqual({
    source: { chapters: 5, paragraphs: 200 },
    result: { chapters: 5, paragraphs: 191 },
    missing: 9,
    place: { after: 100, chapter: 3 },
    same: 0,
  });
});

test.for(["\n", "\n\n"])("so they are with %j between paragraphs", async (between, { expect }) => {
  const result = french.map((chapter, index) => (index === 3 ? chapter.slice(0, 30) : chapter));

  expect(await compared(printed(novel, between), printed(result, between))).toMatchObject({
    missing: 10,
    place: { after: 150, chapter: 4 },
  });
});

test("a chapter that was left out is named", async () => {
  const result = french.filter((_, index) => index !== 1);

  expect(await compared(source, printed(result))).toMatchObject({
    source: { chapters: 5 },
    result: { chapters: 4 },
    missing: 40,
    place: { after: 40, chapter: 2 },
  });
});

test("a translation that breaks off is found where it does", async () => {
  const result = french.flat().slice(0, 130).join("\n\n");

  expect(await compared(source, result)).toMatchObject({
    result: { chapters: 4, paragraphs: 130 },
    missing: 70,
    place: { after: 130, chapter: 4 },
  });
});

test.each([3, 4, 5])(
  "so is one where each %ith paragraph was divided or joined before that",
  async (each) => {
    const long = aNovel({ chapters: 20 });
    const paragraphs = inFrench(long)
      .flat()
      .slice(0, 720)
      .flatMap((paragraph, index, all) => {
        const middle = Math.floor(paragraph.length / 2);
        const isOne = index % each === (index < 360 ? 3 % each : 2);
        if (index < 360 && isOne) return [paragraph.slice(0, middle), paragraph.slice(middle)];
        if (index >= 360 && (index - 1) % each === 2) return [];
        return isOne ? `${paragraph} ${all[index + 1] ?? ""}` : paragraph;
      });

    const found = await compared(printed(long), paragraphs.join("\n\n"));

    expect(found).not.toHaveProperty("isUnaligned");
    expect(found).toMatchObject({ missing: 80, place: { after: 720 } });
  },
);

test("of several gaps the first is named, and all are counted", async () => {
  const out = (index: number) => (index >= 30 && index < 35) || (index >= 150 && index < 160);
  const result = french.flat().filter((_, index) => !out(index));

  expect(await compared(source, result.join("\n\n"))).toMatchObject({
    missing: 15,
    place: { after: 30, chapter: 1 },
  });
});

test("paragraphs that were joined or divided are not taken for missing ones", async () => {
  const joined = french.flat().flatMap((paragraph, index, all) => {
    if (index % 10 === 3) return [];
    return [index % 10 === 2 ? `${paragraph} ${all[index + 1]}` : paragraph];
  });
  const divided = french.flat().flatMap((paragraph, index) => {
    const middle = Math.floor(paragraph.length / 2);
    return index % 25 === 7 ? [paragraph.slice(0, middle), paragraph.slice(middle)] : [paragraph];
  });

  expect(await compared(source, joined.join("\n\n"))).toMatchObject({
    result: { chapters: 5, paragraphs: 180 },
    missing: 0,
    place: { after: 3, chapter: 1 },
  });
  expect(await compared(source, divided.join("\n\n"))).toMatchObject({
    result: { chapters: 5, paragraphs: 208 },
    missing: 0,
  });
});

test.each([
  ["fewer paragraphs", 1],
  ["more paragraphs", 3],
])("who joins two here and there, as people do, has left nothing out: %s", async (_, pieces) => {
  const joined = new Set([30, 80, 130, 170]);
  const result = french.flat().flatMap((paragraph, index, all) => {
    if (joined.has(index - 1)) return [];
    if (joined.has(index)) return [`${paragraph} ${all[index + 1]}`];
    const isDivided = [15, 55, 105, 150].includes(index);
    const size = isDivided ? Math.ceil(paragraph.length / pieces) : paragraph.length;
    return paragraph.match(new RegExp(`.{1,${size}}`, "gu")) ?? [];
  });

  const found = await compared(source, result.join("\n\n"));

  expect(found).toMatchObject({ missing: 0 });
  expect(found).not.toHaveProperty("shortened");
});

test("a paragraph whose first sentence became one of its own is not cut short", async () => {
  const paragraphs = french.flat();
  const divided = paragraphs.findIndex(({ length }, index) => length > 200 && index > 150);
  const whole = paragraphs[divided] ?? "";
  const result = paragraphs.toSpliced(divided, 1, whole.slice(0, 40), whole.slice(40));

  const found = await compared(source, result.join("\n\n"));

  expect(found).toMatchObject({ missing: 0 });
  expect(found).not.toHaveProperty("shortened");
});

test("half of the book twice and the other half lost is not all there", async () => {
  const paragraphs = french.flat();
  const result = [...paragraphs.slice(0, 100), ...paragraphs.slice(0, 100)];

  const found = await compared(source, result.join("\n\n"));

  expect(found?.result).toEqual(found?.source);
  expect(found?.repeated).toBeGreaterThan(50);
});

test("nor is the whole book reversed", async () => {
  const result = french.flat().toReversed().join("\n\n");

  expect(await compared(source, result)).toMatchObject({ isUnaligned: true });
});

test("a block that stands twice is counted, and one that was moved is missing in its place", async () => {
  const paragraphs = french.flat();
  const block = paragraphs.slice(60, 75);
  const twice = paragraphs.toSpliced(75, 0, ...block);
  const moved = paragraphs.toSpliced(100, 0, ...block).toSpliced(60, 15);

  expect((await compared(source, twice.join("\n\n")))?.repeated).toBeGreaterThan(5);
  expect(await compared(source, moved.join("\n\n"))).toMatchObject({
    missing: 15,
    place: { after: 60 },
  });
});

test("long paragraphs that came back by half are counted", async () => {
  const long = french.flat().flatMap(({ length }, index) => (length > 150 ? [index] : []));
  const cut = new Set([long[3], long[20], long[40]]);
  const result = french
    .flat()
    .map((paragraph, index) =>
      cut.has(index) ? paragraph.slice(0, paragraph.length / 2) : paragraph,
    );

  expect(await compared(source, result.join("\n\n"))).toMatchObject({ missing: 0, shortened: 3 });
});

test("three paragraphs in a row that are missing are found, however short", async () => {
  const starts = Array.from({ length: 60 }, (_, index) => 3 * index + 5);
  const found = await Promise.all(
    starts.map(
      async (start) => await compared(source, french.flat().toSpliced(start, 3).join("\n\n")),
    ),
  );

  expect(found.filter((one) => one?.missing === 3).length).toBeGreaterThanOrEqual(57);
});

test("a text without chapters is compared all the same", async () => {
  const [chapter = []] = aNovel({ chapters: 1, paragraphs: 60 });
  const [result = []] = inFrench([chapter.slice(1)]);

  expect(
    await compared(
      chapter.slice(1).join("\n"),
      [...result.slice(0, 10), ...result.slice(14)].join("\n"),
    ),
  ).toMatchObject({
    source: { chapters: 0, paragraphs: 59 },
    result: { chapters: 0, paragraphs: 55 },
    missing: 4,
    place: { after: 10 },
  });
});

test("an empty result lacks everything", async () => {
  expect(await compared(source, "")).toMatchObject({
    result: { paragraphs: 0 },
    missing: 200,
  });
});

test("a text of another shape is no translation of this one: nobody can say what is missing", async () => {
  const other = french
    .flat()
    .filter((_, index) => index % 2 === 0)
    .toReversed();

  expect(await compared(source, other.join("\n\n"))).toMatchObject({
    result: { chapters: 5, paragraphs: 100 },
    missing: 100,
    place: undefined,
  });
});

test("long paragraphs that are the same in both are counted, and short ones are not", async () => {
  const long = new Set(
    novel
      .flat()
      .filter(({ length }) => length > 100)
      .slice(0, 3),
  );
  const result = novel
    .flat()
    .map((paragraph, index) =>
      long.has(paragraph) || paragraph.length < 40 ? paragraph : french.flat()[index],
    );

  expect(await compared(source, result.join("\n\n"))).toMatchObject({ missing: 0, same: 3 });
});

test("a manuscript of stars alone has nothing to compare", async () => {
  expect(await compared("***\n\n---", "***")).toBeUndefined();
});

function broken(paragraph: string, width: number): string {
  return paragraph.replaceAll(new RegExp(`(.{1,${width}})(?:\\s+|$)`, "gu"), "$1\n").trimEnd();
}

test("twelve lines of verse that came back as one paragraph are not missing", async () => {
  const verse = Array.from(
    { length: 12 },
    (_, n) => `And line ${n} of the song went over the sea,`,
  );
  const split = [...novel.flat().slice(0, 60), ...verse, ...novel.flat().slice(60)];
  const french = inFrench([split])[0] ?? [];
  const joined = [...french.slice(0, 60), french.slice(60, 72).join(" "), ...french.slice(72)];

  const found = await compared(split.join("\n\n"), joined.join("\n\n"));

  expect(found).toMatchObject({ missing: 0 });
  expect(found).not.toHaveProperty("repeated");
});

test("two lines that are worded alike in the translation alone repeat nothing", async () => {
  const lines = novel.flat();
  const alike =
    "They agreed to say nothing about the letter, and nobody spoke of it again that night.";
  const other =
    "They would not speak about the letter, they agreed, and nobody named it again all night.";
  const before = [...lines.slice(0, 40), alike, ...lines.slice(40, 90), other, ...lines.slice(90)];
  const after = inFrench([before])[0]?.slice() ?? [];
  after[91] = after[40] ?? "";

  expect(await compared(before.join("\n\n"), after.join("\n\n"))).not.toHaveProperty("repeated");
});
