import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { fetch } from "#lib/http.ts";

import { runDemo } from "./run-demo.ts";

const patience = { timeout: 90_000 };

test.concurrent(
  "the demo plays one request to the end and exits 0",
  patience,
  async ({ expect }) => {
    await using demo = runDemo({ args: ["--once"] });

    expect(await demo.exitCode(), demo.printed()).toBe(0);
    expect(demo.printed()).toContain("the-salt-clock → French");
    expect(demo.printed()).toMatch(/Translating… \d+%/u);
    expect(demo.printed()).toContain("[ Download ]");
    expect(demo.printed()).toContain("⟦fr: Ţĥé Šáļţ Çļóçķ⟧");
    expect(demo.printed()).toContain("Partner account");
    expect(demo.printed()).toMatch(/Balance +Available.*\n.* 93,721 credits +93,721 credits/u);
    expect(demo.printed()).toContain("6,279 credits in 1 task");
    expect(demo.printed()).toContain("Every step held");
  },
);

test.concurrent(
  "the demo plays a person's own manuscript, stays up until Ctrl+C and leaves nothing behind",
  patience,
  async ({ expect }) => {
    await using own = await aFile(
      "mañana.md",
      "# Mañana\n\nEl reloj de la torre se detuvo a las tres, y nadie en la plaza quiso mirar hacia arriba. La niña que vendía naranjas fue la primera en darse cuenta de que las campanas ya no sonaban.\n",
    );
    await using demo = runDemo({ args: ["--file", own.path, "--lang", "en"] });

    await demo.prints("Everything stays up");
    const bot = addressOf(demo.printed(), "Bot");
    const healthy = await fetch(`${bot}/healthz`);
    const page = await fetch(addressOf(demo.printed(), "Page"));
    demo.signal("SIGINT");

    expect(healthy.status).toBe(200);
    expect(await page.text()).toContain("<title>Galley playground</title>");
    expect(await demo.exitCode()).toBe(0);
    expect(demo.printed()).toContain("from Spanish into English");
    expect(demo.printed()).toContain("⟦en: ");
    await expect(fetch(`${bot}/healthz`)).rejects.toThrow("fetch failed");
    expect(existsSync(logOf(demo.printed()))).toBe(false);
  },
);

test.concurrent(
  "the demo leaves nothing behind when its reader is gone",
  patience,
  async ({ expect }) => {
    await using demo = runDemo({});

    await demo.prints("Bot’s log");
    const bot = addressOf(demo.printed(), "Bot");
    demo.stopsReading();

    await demo.exitCode();
    await expect(fetch(`${bot}/healthz`)).rejects.toThrow("fetch failed");
  },
);

test.concurrent("Galley's refusal of a file is the outcome", patience, async ({ expect }) => {
  await using own = await aFile("novel.xlsx", "not yet");
  await using demo = runDemo({ args: ["--once", "--file", own.path] });

  expect(await demo.exitCode()).toBe(0);
  expect(demo.printed()).toContain("I can’t read “novel.xlsx”.");
});

test.concurrent(
  "a manuscript in the wanted language is asked about",
  patience,
  async ({ expect }) => {
    await using own = await aFile("short.txt", "The bell rang and she was not there.\n");
    await using demo = runDemo({ args: ["--once", "--file", own.path, "--lang", "en"] });

    expect(await demo.exitCode()).toBe(0);
    expect(demo.printed()).toContain("This manuscript is already in English.");
  },
);

test.concurrent(
  "a bot that cannot open is named with its step and its log",
  patience,
  async ({ expect }) => {
    await using demo = runDemo({ args: ["--once"], env: { QUOTE_HOURS: "never" } });

    expect(await demo.exitCode()).toBe(1);
    expect(demo.printed()).toContain(
      "This step did not hold: The local Slack, the local partner and the bot start",
    );
    expect(demo.printed()).toContain("QUOTE_HOURS must be a number");
  },
);

test.concurrent(
  "stopped in the middle, the demo takes its bot and its files along",
  patience,
  async ({ expect }) => {
    await using demo = runDemo({});

    await demo.prints("Ana, an approver");
    const bot = addressOf(demo.printed(), "Bot");
    demo.signal("SIGTERM");

    expect(await demo.exitCode()).toBe(130);
    await expect(fetch(`${bot}/healthz`)).rejects.toThrow("fetch failed");
    expect(existsSync(logOf(demo.printed()))).toBe(false);
  },
);

test.concurrent("without a terminal nothing is coloured", patience, async ({ expect }) => {
  await using demo = runDemo({ args: ["--help"] });

  await demo.exitCode();
  expect(demo.printed()).toBe("Usage: npm run demo [-- [--once] [--file PATH] [--lang CODE]]\n");
});

test.each([
  ["an option that it does not know", ["--twice"], "Unknown option '--twice'"],
  ["a file that is not there", ["--file", "/nowhere/x.txt"], "no such file"],
  ["a language that there is not", ["--lang", "klingonisch"], "no language code that I know"],
])("%s is named beside the usage line", async (_, args, sentence) => {
  await using demo = runDemo({ args });

  expect(await demo.exitCode()).toBe(64);
  expect(demo.printed()).toContain(sentence);
  expect(demo.printed()).toContain("Usage: npm run demo");
});

function addressOf(printed: string, part: string): string {
  return new RegExp(`^ +${part} +(http://\\S+)`, "mu").exec(printed)?.[1] ?? "";
}

function logOf(printed: string): string {
  return /\S+bot\.log/u.exec(printed)?.[0] ?? "";
}

async function aFile(name: string, content: string) {
  const folder = await mkdtemp(join(tmpdir(), "galley-manuscript-"));
  const path = join(folder, name);
  await writeFile(path, content);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
