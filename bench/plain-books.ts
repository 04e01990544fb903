import { readFile, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { z } from "zod";

import { writeNovel } from "../src/sandbox/playground/samples.ts";
import { type MarkedText, chaptersFound } from "./measure/chapter-heads.ts";
import {
  damages,
  isDoubted,
  isTextDoubted,
  paragraphsOf,
  translationOf,
} from "./measure/damaged-texts.ts";
import { chances } from "./measure/novels.ts";
import type { Goal, Row } from "./measure/row.ts";
import { spreadOf } from "./measure/spread.ts";

/** Measures a sample novel and the plain texts of a folder whose heads are in its gold.json. */
export async function plainBookRows(folder: string | undefined): Promise<readonly Row[]> {
  const novel = unevenly(writeNovel());
  const made = { name: "made.txt", text: novel, heads: novel.match(/^Chapter \d+$/gmu) ?? [] };
  const books = [made, ...(folder === undefined ? [] : await booksIn(folder))];
  const pairs = folder === undefined ? [] : await pairRows(folder);
  return [...chapterRows(books), ...(await damageRows(books)), ...pairs];
}

/** Divides paragraphs of five sentences unevenly, as those of a novel are: by length they were all alike. */
function unevenly(novel: string): string {
  const chance = chances(11);
  return novel.replaceAll(/^.*\. .*$/gmu, (paragraph) =>
    paragraph.replaceAll(/\. /gu, () => (chance() < 0.4 ? ".\n\n" : ". ")),
  );
}

/** Compares human translations: files that differ in the language in their name alone. */
async function pairRows(folder: string): Promise<readonly Row[]> {
  const files = (await readdir(folder, { recursive: true })).toSorted();
  const named = files.filter((name) => /\.[a-z]{2}\.txt$/u.test(name));
  let [count, of] = [0, 0];
  for (const one of named) {
    for (const other of named) {
      if (one === other || one.slice(0, -7) !== other.slice(0, -7)) continue;
      const [source = "", result = ""] = await Promise.all(
        [one, other].map((name) => readFile(join(folder, name), "utf8")),
      );
      of += 1;
      count += (await isTextDoubted(source, result)) ? 0 : 1;
    }
  }
  const what = "complete human translations without a false alarm, in %";
  return of === 0 ? [] : [shareRow({ what, count, of, goal: { atLeast: 100 } })];
}

async function booksIn(folder: string): Promise<readonly MarkedText[]> {
  const files = (await readdir(folder, { recursive: true })).toSorted();
  const lists = files.filter((name) => basename(name) === "gold.json");
  const books = await Promise.all(lists.map(async (list) => await booksBeside(join(folder, list))));
  return books.flat();
}

async function booksBeside(list: string): Promise<readonly MarkedText[]> {
  const gold = goldSchema.parse(JSON.parse(await readFile(list, "utf8")));
  return await Promise.all(
    Object.entries(gold).map(async ([name, heads]) => {
      const text = await readFile(join(dirname(list), name), "utf8");
      return { name, text, heads };
    }),
  );
}

function chapterRows(books: readonly MarkedText[]): readonly Row[] {
  const found = books.map(chaptersFound);
  const row = (what: string, key: keyof (typeof found)[number], goal: Goal): Row => {
    const count = found.filter((one) => one[key]).length;
    return shareRow({ what: `plain texts ${what}, in %`, count, of: books.length, goal });
  };
  return [
    row("whose chapters are those that people marked", "isRight", { atLeast: 85 }),
    row("with less than half of their chapters", "isLessThanHalf", { atMost: 3 }),
    row("with a chapter of more than a third that people divided", "isTooLong", { atMost: 0 }),
  ];
}

async function damageRows(books: readonly MarkedText[]): Promise<readonly Row[]> {
  const chance = chances(7);
  const seen = new Map(Object.keys(damages).map((damage) => [damage, 0]));
  // One book alone says nothing of a share.
  const texts = books.length === 1 ? Array.from({ length: 20 }, () => books).flat() : books;
  for (const { text } of texts) {
    const source = paragraphsOf(text);
    const translation = await translationOf(text, chance);
    for (const [name, damage] of Object.entries(damages)) {
      const isSeen = await isDoubted(source, damage(translation, chance));
      seen.set(name, (seen.get(name) ?? 0) + (isSeen ? 1 : 0));
    }
  }
  return Array.from(seen, ([name, count], index) =>
    shareRow({
      what: `translations that are doubted where ${name}, in %`,
      count,
      of: texts.length,
      goal: index === 0 ? { atMost: 3 } : { atLeast: 95 },
    }),
  );
}

/** The heads of each file in order, by its name. */
const goldSchema = z.record(z.string(), z.array(z.string()));

type Share = Pick<Row, "what"> & {
  readonly count: number;
  readonly of: number;
  readonly goal: Goal;
};

function shareRow({ what, count, of, goal }: Share): Row {
  return {
    what,
    ours: `${count} of ${of}`,
    figure: spreadOf([(100 * count) / of]),
    goal,
  };
}
