import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";

import { describe, expect, test } from "vitest";

import { openDesk } from "../contract/desk.ts";
import { openHouse } from "../journeys/house.ts";
import { epub } from "../manuscripts/corpus/epub.ts";
import type { Page } from "../manuscripts/corpus/epub.ts";
import { textOf } from "../manuscripts/documents/text-of.ts";
import { canRun } from "../programs.ts";
import { aNovel } from "./novels.ts";
import { aService } from "./running.ts";

const pairs = spawnSync("apertium", ["-l"], { encoding: "utf8" }).stdout ?? "";

const isInstalled = canRun({
  suite: "true translations by apertium",
  found: pairs.split(/\s+/u).includes("eng-spa"),
  debian: "apertium and apertium-eng-spa",
});

describe.runIf(isInstalled)("the apertium engine", () => {
  test("English comes back as Spanish, with its lines where they were", async () => {
    await using desk = await openDesk({ apertium: "apertium" });
    const english = "The garden\n\nThe house is white.\n";

    const translation = await translated(desk, english);

    expect(translation).toBe("El jardín\n\nLa casa es blanca.\n");
  });

  test("a supplied term is put in before the translation", async () => {
    await using desk = await openDesk({ apertium: "apertium" });
    const glossary = JSON.stringify({ Whiskers: "Bigotes" });

    const translation = await translated(desk, "The house of Whiskers is white.\n", glossary);

    expect(translation).toMatch(/^La casa de Bigotes es blanc[ao]\.\n$/u);
  });
});

describe.runIf(isInstalled)("A novel that Galley has translated by apertium", () => {
  test("comes back as the EPUB that it was, with every paragraph in Spanish", async () => {
    const chapters = chaptersOf(aNovel(3, { chapters: 12, paragraphs: 40 }));
    await using service = await aService({ env: { SERVICE_ENGINE: "apertium" } });
    await using house = await openHouse({
      env: {
        PARTNER_BASE_URL: service.url,
        PARTNER_API_KEY: service.key,
        DEFAULT_TARGET_LANG: "es",
      },
    });
    const { robin, ana } = house.slack.people;

    const content = epub({ pages: chapters.map(pageOf) });
    const post = await robin.uploads("#translations", { name: "novel.epub", content });
    const card = await house.card(post, /\[ Approve ·/u);
    await ana.clicks(card, "quote.approve");
    const reply = await house.reply(post, /Spanish translation of “novel.epub” is ready/u);
    await ana.clicks(reply, "task.post_file");
    await house.reply(post, /It is the document itself, translated/u);

    const [file] = house.slack.books.botUploads();
    const source = chapters.flat();
    const result = paragraphsIn(await textOf("epub", await readFile(file?.path ?? "")));
    const task = (await service.books.tasks.all()).find(({ action }) => action === "translation");
    expect(file?.name).toBe("novel.es.epub");
    expect(result).toHaveLength(source.length);
    expect(result).toEqual(paragraphsIn(await service.result(task?.id)));
    expect(result.filter((text, at) => text === source[at])).toEqual([]);
    expect(result[0]).toMatch(/^Capítulo 1 y /u);
    expect(task).toMatchObject({ status: "completed", charged: source.join("\n\n").length });
  });
});

/** Returns the paragraphs of each chapter, its heading first, without marks. */
function chaptersOf(novel: string): readonly (readonly string[])[] {
  const plain = novel.replaceAll(/\*| \[12\]/gu, "").trim();
  return plain.split("\n\n\n").map((chapter) => chapter.split("\n\n"));
}

function pageOf([heading = "", ...paragraphs]: readonly string[], at: number): Page {
  const body = paragraphs.map((text) => `<p>${text}</p>`).join("");
  return { id: `chapter${at}`, body: `<h1>${heading}</h1>${body}` };
}

/** Apertium sometimes leaves two spaces, which an EPUB shows as one. */
function paragraphsIn(text: string): readonly string[] {
  const lines = text.replaceAll(/ +/gu, " ").split("\n");
  return lines.filter((line) => line !== "");
}

async function translated(
  desk: Awaited<ReturnType<typeof openDesk>>,
  file: string,
  glossary?: string,
): Promise<string> {
  const size = String(file.length);
  const fields = { file, target_lang: "es", estimated_chars: size, glossary };
  const { data } = await desk.create(fields);
  desk.pass(60);
  await desk.call(`/tasks/${String(data["task_id"])}`);
  const download = await desk.call(`/tasks/${String(data["task_id"])}/download`);
  const output = await desk.call(String(download.data["download_url"]), { key: "" });
  return output.text;
}
