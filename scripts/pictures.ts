import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Browser, type Locator, chromium } from "playwright-core";

import { chromiumProgram } from "../test/browser/chromium.ts";
import { type Playground, openPlayground } from "../test/browser/playground.ts";
import { drawnNow } from "../test/catalogue/drawn.ts";

/**
 * `npm run pictures` plays the README's two stories on the playground page, takes their frames, and writes
 * the animations, the still pictures and the digests of the cards that they show.
 */
const images = fileURLToPath(new URL("../docs/images/", import.meta.url));
const size = { width: 1120, height: 680 };
const manuscript = 6279;

/** Functions that run in the page, as text: this project has no types of a browser. */
const marks = {
  caption: `(words) => {
    const box = document.createElement("div");
    box.className = "film-mark";
    box.style.cssText = "position:fixed;left:12px;top:284px;width:186px;box-sizing:border-box;" +
      "padding:12px;border-radius:8px;background:#fff;color:#1d1c1d;font-weight:700;" +
      "font-size:15px;line-height:1.4;z-index:999";
    box.textContent = words;
    document.body.append(box);
  }`,
  ring: `({ x, y, width, height }) => {
    const ring = document.createElement("div");
    ring.className = "film-mark";
    ring.style.cssText = "position:fixed;border:3px solid #e8912d;border-radius:10px;" +
      "pointer-events:none;z-index:999";
    ring.style.left = x - 6 + "px";
    ring.style.top = y - 6 + "px";
    ring.style.width = width + 6 + "px";
    ring.style.height = height + 6 + "px";
    (document.querySelector("dialog[open]") ?? document.body).append(ring);
  }`,
  none: `() => document.querySelectorAll(".film-mark").forEach((mark) => mark.remove())`,
};

if (chromiumProgram === undefined) {
  console.error("No pictures without Debian's chromium.");
  process.exit(1);
}
const missing = [
  ...(isThere("img2webp", "-version") ? [] : ["img2webp (Debian's webp)"]),
  ...(isThere("ffmpeg", "-version") ? [] : ["ffmpeg (Debian's ffmpeg)"]),
];
if (missing.length > 0) console.error(`Still pictures only. Missing: ${missing.join(", ")}.`);

const frames = await mkdtemp(join(tmpdir(), "galley-pictures-"));
const browser = await chromium.launch({
  executablePath: chromiumProgram,
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  await playRequest(browser);
  await playChargedOnce(browser);
  await takeLog(browser);
  if (missing.length === 0) {
    await writeFile(`${images}drawn.json`, `${JSON.stringify(drawnNow(), null, 2)}\n`);
  }
} finally {
  await browser.close();
  await rm(frames, { recursive: true });
}

/** A manuscript is posted, approved, translated and fetched. */
async function playRequest(by: Browser): Promise<void> {
  await using ground = await openPlayground(by, { window: { viewport: size } });
  const film = createFilm("request", ground);
  await ground.raw.getByRole("button", { name: "Samples" }).first().click();
  await ground.raw.getByRole("menuitem", { name: /short story/ }).click();
  await ground.raw.getByRole("button", { name: /^Remove / }).waitFor();
  const send = ground.raw.getByRole("button", { name: "Send" }).first();
  await film.pointAt(send);
  await film.take(1300, "Robin posts a manuscript.");
  await send.click();
  await approve(ground).waitFor();
  await film.take(2200, "Galley answers in the thread with the price.");
  await ground.be("Ana");
  await ground.raw.screenshot({ path: `${images}playground-estimate.png` });
  await film.pointAt(approve(ground));
  await film.take(1400, "Ana is an approver.");
  await translateSlowly(ground);
  await film.pointAt(confirm(ground));
  await film.take(1600, "The confirmation names the price again.");
  await confirm(ground).click();
  await film.takeProgress(["2", "4", "8"], "The card shows the progress.");
  await ground.says(/is ready/);
  await ground.be("Robin");
  await film.pointAt(ground.button("Download").last());
  await film.take(2000, "Done. Robin is told, and downloads the translation.");
  await ground.button("Download").last().click();
  await ground.thread.getByRole("link", { name: "Download" }).waitFor();
  await film.take(2600, "Only Robin sees the link. It can be had again at any time.");
  film.save();
}

/** The process is killed while the partner works, and started again. */
async function playChargedOnce(by: Browser): Promise<void> {
  await using ground = await openPlayground(by, { window: { viewport: size } });
  const film = createFilm("charged-once", ground);
  await postStory(ground);
  await ground.be("Ana");
  await translateSlowly(ground);
  await confirm(ground).click();
  await film.takeProgress(["2"], "Approved. The partner is translating.");
  await ground.openDrawer();
  const kill = ground.drawer.getByRole("button", { name: "Kill", exact: true });
  await film.pointAt(kill);
  await film.take(1600, "Now Galley is killed in the middle (SIGKILL).");
  await kill.click();
  await ground.drawer.getByText("is not running").waitFor();
  const start = ground.drawer.getByRole("button", { name: "Start", exact: true });
  await film.pointAt(start);
  await film.take(2000, "Galley is gone. The partner works on.");
  await start.click();
  await ground.drawer.getByText("is running").waitFor();
  await ground.closeDrawer();
  await ground.says(/is ready/);
  await film.take(2200, "Started again: it finds its task, asks the partner, and tells Robin.");
  await ground.openDrawer();
  await ground.drawer.getByRole("heading", { name: "The partner", exact: true }).waitFor();
  // The table is drawn again with every request: nothing of it stands still to be scrolled to.
  await charged(ground).evaluate((row: { scrollIntoView: () => void }) => row.scrollIntoView());
  await film.pointAt(charged(ground));
  await film.take(3200, `One task, one charge: ${manuscript.toLocaleString("en")} credits.`);
  film.save();
}

/** Takes the log of a lost answer: the request and its repetition carry one key. */
async function takeLog(by: Browser): Promise<void> {
  const window = { viewport: size, colorScheme: "dark" } as const;
  await using ground = await openPlayground(by, { window });
  await postStory(ground);
  ground.partner.inject({ kind: "drop", at: "after", action: "translation" });
  await ground.be("Ana");
  await approve(ground).click();
  await confirm(ground).click();
  await ground.says(/is ready/);
  await ground.openDrawer();
  await ground.raw.getByRole("tab", { name: "Requests" }).click();
  await ground.drawer.getByRole("combobox").selectOption({ label: "With an idempotency key" });
  await ground.drawer.getByText("translation: replayed").first().scrollIntoViewIfNeeded();
  await ground.raw.screenshot({ path: `${images}playground-log.png` });
}

async function postStory(ground: Playground): Promise<void> {
  await ground.postSample(/short story/);
  await approve(ground).waitFor();
}

/** Opens the confirmation once the partner is slow enough to be watched. */
async function translateSlowly(ground: Playground): Promise<void> {
  ground.partner.change({ charsPerSecond: manuscript / 16 });
  await approve(ground).click();
  await confirm(ground).waitFor();
}

function approve({ thread }: Playground): Locator {
  return thread.getByRole("button", { name: /^Approve · /u }).first();
}

function confirm({ dialog }: Playground): Locator {
  return dialog.locator(".dialog-foot button").last();
}

function charged({ drawer }: Playground): Locator {
  return drawer
    .locator("dt, th")
    .filter({ hasText: /^Charged$/u })
    .first();
}

/** The frames of one animation, each with how long it is shown. */
function createFilm(name: string, { raw: page, thread }: Playground) {
  const taken: { readonly path: string; readonly ms: number }[] = [];

  async function take(ms: number, caption: string): Promise<void> {
    const path = join(frames, `${name}-${String(taken.length).padStart(2, "0")}.png`);
    await page.evaluate(`(${marks.caption})(${JSON.stringify(caption)})`);
    await page.screenshot({ path, animations: "disabled" });
    await page.evaluate(`(${marks.none})()`);
    taken.push({ path, ms });
  }

  return {
    take,
    /** Draws a ring around the next thing to click. */
    async pointAt(what: Locator): Promise<void> {
      const box = await what.boundingBox();
      await page.evaluate(`(${marks.ring})(${JSON.stringify(box)})`);
    },
    /** Takes one frame at each of these tens of percent. */
    async takeProgress(tens: readonly string[], caption: string): Promise<void> {
      for (const ten of tens) {
        await thread
          .getByText(new RegExp(`Translating… ${ten}\\d %|Translating… ${ten}\\d%`, "u"))
          .waitFor();
        await take(700, caption);
      }
    },
    save(): void {
      if (missing.length === 0) encode(name, taken);
    },
  };
}

/** Writes a WebP, and a GIF for viewers without WebP. */
function encode(name: string, taken: readonly { path: string; ms: number }[]): void {
  const shown = taken.flatMap(({ path, ms }) => ["-d", String(ms), path]);
  run("img2webp", [
    "-loop",
    "0",
    "-min_size",
    "-lossless",
    "-m",
    "6",
    ...shown,
    "-o",
    `${images}${name}.webp`,
  ]);
  const inputs = taken.flatMap(({ path, ms }) => [
    "-loop",
    "1",
    "-t",
    String(ms / 1000),
    "-i",
    path,
  ]);
  const all = `concat=n=${taken.length}:v=1,fps=5,split[a][b];[a]palettegen=max_colors=128:stats_mode=full[p];[b][p]paletteuse=dither=none`;
  run("ffmpeg", [
    "-y",
    "-loglevel",
    "error",
    ...inputs,
    "-filter_complex",
    all,
    `${images}${name}.gif`,
  ]);
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
}

function isThere(program: string, question: string): boolean {
  return spawnSync(program, [question]).status === 0;
}
