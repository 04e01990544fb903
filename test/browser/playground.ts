import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Browser, BrowserContextOptions, Page } from "playwright-core";

import { startPartnerSandbox } from "#sandbox/partner/start.ts";
import { startBotProcess } from "#sandbox/playground/bot-process.ts";
import { startPage } from "#sandbox/playground/start.ts";
import { startSlackSandbox } from "#sandbox/slack/slack.ts";

import { patience } from "../patience.ts";
import { openPage } from "./page.ts";

type Options = {
  /** The characters per second; practically no limit when left out. */
  readonly speed?: number;
  readonly balance?: number;
  readonly window?: BrowserContextOptions;
  /** A first visit, with the first steps; when left out, they were closed before. */
  readonly visit?: "first";
  /** Settings of Galley. */
  readonly env?: Readonly<Record<string, string>>;
};

export type Playground = Awaited<ReturnType<typeof openPlayground>>;

/**
 * The playground as the demo serves it, with Galley as a process of its own, and one window of a
 * browser on it. Closing it fails when the page wrote an error to its console.
 */
export async function openPlayground(browser: Browser, options: Options = {}) {
  await using ends = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "galley-browser-"));
  ends.defer(() => rmSync(folder, { recursive: true, force: true }));
  const slack = ends.use(await startSlackSandbox({ now: Date.now }));
  const partner = ends.use(await startPartnerSandbox(accountOf(options)));
  const settings = { ...process.env, ...settingsFor(slack, partner.url, folder), ...options.env };
  const connect = (origin: string) => slack.connect(`${origin}/slack/events`);
  const logFile = join(folder, "bot.log");
  const botProcess = startBotProcess({ settings, logFile, connect });
  ends.defer(() => botProcess.stop());
  await botProcess.opened.catch((cause: unknown) => {
    throw new Error(readFileSync(logFile, "utf8"), { cause });
  });
  const faults: string[] = [];
  const log = (message: string, error: unknown) => void faults.push(`${message}: ${String(error)}`);
  const served = ends.use(await startPage({ slack, partner, bot: botProcess.bot, port: 0, log }));
  const context = await browser.newContext({
    acceptDownloads: true,
    ...(options.visit === "first" ? {} : { storageState: withoutCoach(served.url) }),
    ...options.window,
  });
  ends.defer(() => context.close());
  context.setDefaultTimeout(patience.timeout);
  const page = await context.newPage();
  listenTo(page, faults);
  await page.goto(served.url);
  const galley = ends.move();
  return {
    slack,
    partner,
    url: served.url,
    raw: page,
    ...openPage(page),
    async [Symbol.asyncDispose]() {
      await galley.disposeAsync();
      if (faults.length > 0) throw new Error(`The page complained:\n${faults.join("\n")}`);
    },
  };
}

const accountOf = ({ speed, balance }: Options) => ({
  keys: ["browser-key"],
  rpm: 6000,
  charsPerSecond: speed ?? 1_000_000_000,
  apertium: "/nonexistent/apertium",
  ...(balance === undefined ? {} : { balance }),
});

const withoutCoach = (url: string) => ({
  cookies: [],
  origins: [{ origin: new URL(url).origin, localStorage: [{ name: "coach", value: "4" }] }],
});

type Slack = Awaited<ReturnType<typeof startSlackSandbox>>;

const settingsFor = (slack: Slack, partnerUrl: string, folder: string) => ({
  SLACK_BOT_TOKEN: slack.botToken,
  SLACK_SIGNING_SECRET: slack.signingSecret,
  SLACK_APP_TOKEN: "",
  SLACK_API_URL: slack.apiUrl,
  PARTNER_BASE_URL: partnerUrl,
  PARTNER_API_KEY: "browser-key",
  ADMINS: slack.people.ada.id,
  APPROVERS: slack.approvers.id,
  DEFAULT_TARGET_LANG: "fr",
  STORE_URL: `sqlite:${join(folder, "ledger.sqlite")}`,
  PORT: "0",
  POLL_MIN_SECONDS: "0.1",
  POLL_MAX_SECONDS: "0.2",
  RESEND_QUIET_SECONDS: "0.5",
  RESEND_WINDOW_SECONDS: "30",
});

function listenTo(page: Page, faults: string[]): void {
  page.on("pageerror", ({ message }) => void faults.push(message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
}
