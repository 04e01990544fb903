import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { apertiumEngine, chooseEngine } from "#service/engines/apertium.ts";
import type { Translate, Translation } from "#service/engines/engine.ts";
import { pseudoTranslate } from "#service/engines/pseudo.ts";

import { aService } from "../running.ts";

const toSpanish: Translation = { source: "en", target: "es", glossary: [] };

test("each sentence is marked with the target language and keeps its length in words", async () => {
  const output = await translated("The sea was calm. “Hollis!” It was.\n", toSpanish);

  expect(output).toBe("⟦es: Ţĥé šéá ŵáš çáļɱ.⟧ ⟦es: “Ĥóļļíš!”⟧ ⟦es: Íţ ŵáš.⟧\n");
});

test("headings, blank lines and ornaments keep their place", async () => {
  const output = await translated("# One\r\n\r\n* * *\n  Two.\n", toSpanish);

  expect(output).toBe("# ⟦es: Óñé⟧\r\n\r\n* * *\n  ⟦es: Ţŵó.⟧\n");
});

test("Japanese stays readable and is split at its own full stops", async () => {
  const output = await translated("海は静かだ。「行こう。」と彼は言った。", toSpanish);

  expect(output).toBe("⟦es: 海は静かだ。⟧⟦es: 「行こう。」⟧⟦es: と彼は言った。⟧");
});

test("glossary terms are put in as they stand, the longest first and never inside a word", async () => {
  const glossary = [
    { source: "Port", target: "Puerto", confidence: 1 },
    { source: "Port Hollow", target: "Puerto Hueco", confidence: 1 },
  ];

  const output = await translated("Port Hollow. Ports. Port.", { ...toSpanish, glossary });

  expect(output).toBe("⟦es: Puerto Hueco.⟧ ⟦es: Þóŕţš.⟧ ⟦es: Puerto.⟧");
});

test("every line of any text stays a line, however the text arrives", async () => {
  const line = fc.stringMatching(/^[a-z .!?]{0,30}$/);
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
      const pieces = lines.join("\n").match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];

      const output = await collected(pseudoTranslate, pieces);

      expect(output.split("\n")).toHaveLength(Math.max(1, lines.length));
    }),
  );
});

test("a line without any end is translated all the same", async () => {
  const output = await translated("word ".repeat(40_000), toSpanish);

  expect(output.match(/ŵóŕď/g)).toHaveLength(40_000);
});

test("apertium translates the pairs that are installed, glossary first", async () => {
  using installed = anApertium('if [ "$1" = -l ]; then echo eng-spa; else tr a-z A-Z; fi');
  const engine = await chooseEngine({ program: installed.program, log: () => undefined });
  const glossary = [{ source: "sea", target: "mar", confidence: 1 }];

  const output = await collected(engine, ["the sea\n\nthe end\n"], { ...toSpanish, glossary });

  expect(output).toBe("THE MAR\n\nTHE END\n");
});

test("a pair that is missing is pseudo-translated and said once", async () => {
  using installed = anApertium("echo eng-spa");
  const said: string[] = [];
  const engine = await chooseEngine({ program: installed.program, log: (line) => said.push(line) });

  await collected(engine, ["the sea"], { ...toSpanish, target: "fr" });
  const output = await collected(engine, ["the sea"], { ...toSpanish, target: "fr" });

  expect(output).toBe("⟦fr: ţĥé šéá⟧");
  expect(said).toEqual(["apertium has no pair en to fr: pseudo-translated instead."]);
});

// Not in the contract: languages that an engine lacks.
test("a service without the pair refuses before anything is reserved, and without the program is not ready", async () => {
  using installed = anApertium('if [ "$1" = -l ]; then echo eng-spa; else tr a-z A-Z; fi');
  await using service = await aService({ engine: await apertiumEngine(installed.program) });
  const missing = await apertiumEngine("/nonexistent/apertium");

  const reply = await service.task({
    file: "The sea was calm and the night was cold.\n",
    target_lang: "ja",
  });

  const terms = await service.task({
    action: "glossary_extraction",
    file: "The sea was calm and the night was cold.\n",
    target_lang: "ja",
  });

  for (const { status, text } of [reply, terms]) {
    expect(status).toBe(400);
    expect(text).toContain("no pair from en to ja; it has eng-spa");
  }
  expect(await service.records.tasks.all()).toEqual([]);
  expect(await service.records.accounts.find("press")).toMatchObject({ reserved: 0 });
  expect(await missing.ready()).toContain("apertium is not installed: install");
});

test("a machine without apertium pseudo-translates and says so", async () => {
  const said: string[] = [];

  await chooseEngine({ program: "/nonexistent/apertium", log: (line) => said.push(line) });

  expect(said).toEqual(["apertium is not installed: translations are pseudo-translations."]);
});

function translated(text: string, task: Translation): Promise<string> {
  return collected(pseudoTranslate, [text], task);
}

async function collected(
  engine: Translate,
  pieces: readonly string[],
  task = toSpanish,
): Promise<string> {
  const source = (async function* () {
    yield* pieces;
  })();
  return (await Array.fromAsync(engine(source, task))).join("");
}

function anApertium(script: string) {
  const folder = mkdtempSync(join(tmpdir(), "apertium-"));
  const program = join(folder, "apertium");
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  return {
    program,
    [Symbol.dispose]: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
