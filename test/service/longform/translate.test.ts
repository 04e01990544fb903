import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { describe, expect, test } from "vitest";

import { faults, startModel, reversedWords, type ModelFault } from "../model-server.ts";
import { aNovel } from "../novels.ts";
import { aService } from "../running.ts";

const supplied = { glossary: '{"Mara":"Maro"}', glossary_strategy: "replace" };

describe("A novel with a model", () => {
  test("comes back paragraph by paragraph, with its terms, and costs its characters", async () => {
    const prompts: string[] = [];
    await using model = await startModel({ hears: (_, prompt) => prompts.push(prompt) });
    await using service = await aModelService(model.url);
    const novel = aNovel(1);

    const { data } = await service.task({ file: novel, ...supplied });
    const ended = await service.ended(data["task_id"]);

    expect(ended).toMatchObject({ status: "completed", credits_charged: novel.length });
    expect(ended).not.toHaveProperty("metadata");
    expect(await service.result(data["task_id"])).toBe(expected(novel));
    expect(
      prompts.every((prompt) => prompt.includes("Mara = Maro") === /\] .*Mara/u.test(prompt)),
    ).toBe(true);
    expect(prompts.some((prompt) => prompt.includes("## Translation so far"))).toBe(true);
  });

  test("its names are translated first and used everywhere; a supplied term wins", async () => {
    await using model = await startModel();
    await using service = await aModelService(model.url);

    const { data } = await service.task({ file: aNovel(2), glossary: '{"Mara":"Maro"}' });
    await service.ended(data["task_id"]);
    const result = await service.result(data["task_id"]);
    const extraction = await service.task({ action: "glossary_extraction", file: aNovel(2) });
    const extracted = await service.ended(extraction.data["task_id"]);

    expect(result).toContain("Maro");
    expect(result).toContain("TOBIN");
    expect(result).not.toMatch(/Mara|Tobin|Tnibo/u);
    expect(extracted["terms"]).toEqual(
      expect.arrayContaining([expect.objectContaining({ source: "Hollis", target: "HOLLIS" })]),
    );
  });

  test.each(faults.filter((fault) => !fault.startsWith("forget")))(
    "an answer with the fault “%s” is asked for again and nothing is lost",
    async (fault) => {
      const { novel, ended, result } = await translatedWith(fault);

      expect(ended["status"]).toBe("completed");
      expect(result).toBe(expected(novel));
    },
  );

  test.each(["forget-marks", "forget-terms"] as const)(
    "an answer with the fault “%s” is asked for again, then delivered and named",
    async (fault) => {
      const { novel, ended, result } = await translatedWith(fault);

      expect(JSON.stringify(ended["metadata"])).toMatch(/"untranslated":\[\],"doubtful":\[\{/u);
      expect(result.split("\n")).toHaveLength(novel.split("\n").length);
      expect(ended["credits_charged"]).toBe(novel.length);
    },
  );

  test("a paragraph that the model refuses stands in the source language, named and not charged", async () => {
    const novel = aNovel(4, { chapters: 2 });
    const lines = novel.split("\n").filter((line) => line !== "");
    const stubborn = lines[5] ?? "";
    const faultOf = (_: number, texts: readonly string[]): ModelFault | undefined =>
      texts.includes(stubborn) ? "refuse" : undefined;
    await using model = await startModel({ faultOf });
    await using service = await aModelService(model.url);

    const { data } = await service.task({ file: novel, ...supplied });
    const ended = await service.ended(data["task_id"]);

    expect(ended).toMatchObject({
      status: "completed",
      credits_charged: novel.length - stubborn.length,
      metadata: { untranslated: [{ from: 6, to: 6, characters: stubborn.length }], doubtful: [] },
    });
    const result = await service.result(data["task_id"]);
    expect(result).toBe(expected(novel).replace(expected(stubborn), stubborn));
  });

  test("a text file is translated by one command, without account, store or secret", async () => {
    const folder = mkdtempSync(join(tmpdir(), "service-try-"));
    const file = join(folder, "chapter.txt");
    const chapter =
      "In the morning the harbour was quiet.\n\nNobody had seen the lantern go out.\n";
    writeFileSync(file, chapter);
    await using model = await startModel();
    const env = {
      PATH: "",
      SERVICE_ENGINE: "openai",
      SERVICE_STORE: join(folder, "service.sqlite"),
      MODEL_BASE_URL: model.url,
      MODEL_NAME: "scripted",
    };

    const args = ["src/service/main.ts", "translate", file, "fr"];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });

    expect(stdout).toBe(reversedWords(chapter));
    expect(stderr).toMatch(/characters from en to fr\n100 %\n$/u);
    expect(readdirSync(folder)).toEqual(["chapter.txt"]);
    rmSync(folder, { recursive: true });
  });

  test("a file that is no text is refused before the model reads it", async () => {
    await using model = await startModel();
    const env = { SERVICE_ENGINE: "openai", MODEL_BASE_URL: model.url, MODEL_NAME: "scripted" };

    const args = [
      "src/service/main.ts",
      "translate",
      "src/sandbox/samples/the-mapmaker-of-fog.docx",
      "fr",
    ];
    const refused = promisify(execFile)(process.execPath, args, { env });

    await expect(refused).rejects.toMatchObject({ code: 78, stdout: "" });
    expect(model.requests()).toBe(0);
  });

  test("a model that never answers fails the task, which costs nothing", async () => {
    await using service = await aModelService("http://127.0.0.1:9/v1", {
      SERVICE_GIVE_UP_HOURS: "0.0000001",
    });

    const { data } = await service.task({ file: aNovel(5), ...supplied });
    const ended = await service.ended(data["task_id"]);
    const ready = await service.call(`${service.origin}/readyz`);

    expect(ended).toMatchObject({ status: "failed", credits_charged: 0 });
    expect([ready.status, ready.text]).toEqual([503, expect.stringContaining("does not answer")]);
    expect(await service.records.accounts.find("press")).toMatchObject({
      balance: 1_000_000,
      reserved: 0,
    });
  });
});

/** Translates a novel whose first two requests meet the fault. */
async function translatedWith(fault: ModelFault) {
  const faultOf = (request: number) => (request <= 2 ? fault : undefined);
  await using model = await startModel({ faultOf });
  await using service = await aModelService(model.url);
  const novel = aNovel(3, { chapters: 1 });
  const { data } = await service.task({ file: novel, ...supplied });
  const ended = await service.ended(data["task_id"]);
  return { novel, ended, result: await service.result(data["task_id"]) };
}

function aModelService(url: string, env: Readonly<Record<string, string>> = {}) {
  const model = { MODEL_BASE_URL: url, MODEL_NAME: "scripted", MODEL_CONTEXT: "4096" };
  const limits = { MODEL_TIMEOUT_SECONDS: "0.5" };
  return aService({ env: { SERVICE_ENGINE: "openai", ...model, ...limits, ...env } });
}

function expected(novel: string): string {
  return reversedWords(novel).replaceAll("Mara", "Maro");
}
