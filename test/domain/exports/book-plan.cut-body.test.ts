import { expect, test } from "vitest";

import { outlineOf } from "#domain/delivery/lines.ts";
import { cutTranslation, joinParts } from "#domain/exports/book-plan.ts";

import { paired } from "../../manuscripts/documents/a-book.ts";

const first = "Chapter One\n\nShe walked down to the harbour and nobody saw her go.\n\n";
const second = "Chapter Two\n\nIn the morning the lamp was out, and the boats had left.\n\n";
const un = "Chapitre un 𝄞\n\nElle descendit au port et personne ne la vit partir.\n\n";
const deux = "Chapitre deux\n\nAu matin la lampe était éteinte et les bateaux étaient partis.\n";

async function cut(source: string, text: string, at: number) {
  const outline = await outlineOf([Buffer.from(source)]);
  const pairs = (await paired(source, text)) ?? [];
  const ranges = [
    { from: 0, to: at },
    { from: at, to: source.length },
  ];
  return outline && cutTranslation({ text, source: outline, pairs }, ranges);
}

test("a translation is cut where its chapter begins, and no letter is lost", async () => {
  expect(await cut(first + second, un + deux, first.length)).toEqual([un, deux]);
});

test("where a heading was joined to what is before it nothing is cut", async () => {
  const joined = `${un.trimEnd()} ${deux.replace("\n\n", " ")}`;

  expect(await cut(first + second, joined, first.length)).toBeUndefined();
});

test("parts are joined as paragraphs of their own, however they end", () => {
  expect(joinParts(["One.\n\n\n", "Two.", "Three.\n"])).toBe("One.\n\nTwo.\n\nThree.\n");
});
