import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";

import { describe, expect, test } from "vitest";

import { openGalley } from "../../journeys/galley.ts";
import { epub, type Page } from "../../manuscripts/corpus/epub.ts";
import { textOf } from "../../manuscripts/documents/text-of.ts";
import { canRun } from "../../programs.ts";
import { openPartner } from "../../proofs/contract/partner.ts";
import { aNovel } from "../novels.ts";
import { aService } from "../running.ts";

const pairs = spawnSync("apertium", ["-l"], { encoding: "utf8" }).stdout ?? "";

const isInstalled = canRun({
  suite: "true translations by apertium",
  found: pairs.split(/\s+/u).includes("eng-spa"),
  debian: "apertium and apertium-eng-spa",
});

describe.runIf(isInstalled)("the apertium engine", () => {
  test("English comes back as Spanish, with its lines where they were", async () => {
    await using partner = await openPartner({ apertium: "apertium" });
    const english = "The garden\n\nThe house is white.\n";

    const translation = await translated(partner, english);

    expect(translation).toBe("El jardín\n\nLa casa es blanca.\n");
  });

  test("a supplied term is put in before the translation", async () => {
    await using partner = await openPartner({ apertium: "apertium" });
    const glossary = JSON.stringify({ Whiskers: "Bigotes" });

    const translation = await translated(partner, "The house of Whiskers is white.\n", glossary);

    expect(translation).toMatch(/^La casa de Bigotes es blanc[ao]\.\n$/u);
  });
});

describe.runIf(isInstalled)("A novel that Galley has translated by apertium", () => {
  test("comes back as the EPUB that it was, with every paragraph in Spanish", async () => {
    const chapters = chaptersOf(aNovel(3, { chapters: 12, paragraphs: 40 }));
    await using service = await aService({ env: { SERVICE_ENGINE: "apertium" } });
    await using galley = await openGalley({
      env: {
        PARTNER_BASE_URL: service.url,
        PARTNER_API_KEY: service.key,
        DEFAULT_TARGET_LANG: "es",
      },
    });
    const { robin, ana } = galley.slack.people;

    const content = epub({ pages: chapters.map(pageOf) });
    const post = await robin.uploads("#translations", { name: "novel.epub", content });
    const card = await galley.card(post, /\[ Approve ·/u);
    await ana.clicks(card, "quote.approve");
    const reply = await galley.reply(post, /Spanish translation of “novel” is ready/u);
    await ana.clicks(reply, "task.post_file");
    await galley.reply(post, /The file is in the thread/u);

    const [file] = galley.slack.records.botUploads();
    const source = chapters.flat();
    const result = paragraphsIn(await textOf("epub", await readFile(file?.path ?? "")));
    const task = (await service.records.tasks.all()).find(({ action }) => action === "translation");
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
  partner: Awaited<ReturnType<typeof openPartner>>,
  file: string,
  glossary?: string,
): Promise<string> {
  const size = String(file.length);
  const fields = { file, target_lang: "es", estimated_chars: size, glossary };
  const { data } = await partner.create(fields);
  partner.pass(60);
  await partner.call(`/tasks/${String(data["task_id"])}`);
  const download = await partner.call(`/tasks/${String(data["task_id"])}/download`);
  const output = await partner.call(String(download.data["download_url"]), { key: "" });
  return output.text;
}
