import { spawnSync } from "node:child_process";

import { describe, expect, test } from "vitest";

import { openDesk } from "../contract/desk.ts";
import { canRun } from "../programs.ts";

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
