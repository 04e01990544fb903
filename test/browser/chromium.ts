import { existsSync } from "node:fs";

import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

import { canRun } from "../programs.ts";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
export const chromiumProgram =
  process.env["CHROMIUM_PATH"] ?? places.find((path) => existsSync(path));

/** Whether the suites that need a browser can run here. */
export const hasChromium = canRun({
  suite: "the playground page in a browser",
  found: chromiumProgram !== undefined,
  debian: "chromium fonts-noto-cjk fonts-noto-color-emoji",
});

/** Launches one browser for a suite. Every test opens windows of its own, which share nothing. */
export function useChromium(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  return () => {
    if (browser === undefined) throw new Error("The browser opens with the first test.");
    return browser;
  };
}

/** Launches a browser with a new profile that makes no requests of its own. */
const launch = () =>
  chromium.launch({
    ...(chromiumProgram === undefined ? {} : { executablePath: chromiumProgram }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
