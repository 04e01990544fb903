import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startPartnerSandbox } from "#sandbox/partner/start.ts";
import { startBotProcess } from "#sandbox/playground/bot-process.ts";
import { type PageOptions, startPage } from "#sandbox/playground/start.ts";
import { startSlackSandbox } from "#sandbox/slack/slack.ts";

const partnerKey = "demo-key";
/** Characters a second: estimates are ready at the first look. The script slows the translation down. */
const atOnce = 1_000_000_000;
const lastLines = 15;

export type World = Awaited<ReturnType<typeof openWorld>>;

type Opening = {
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => number;
  /** The language that Galley quotes for first. */
  readonly lang: string;
  /** Credits on the partner's account. */
  readonly balance: number;
  readonly folder: Folder;
  /** The port of the playground page, 0 for any free port; no page when left out. */
  readonly port?: number | undefined;
  /** Receives everything as soon as it is opened, so that nothing outlives a failed start. */
  readonly ends: AsyncDisposableStack;
  /** Aborted when the person wants to stop. */
  readonly stopped: AbortSignal;
  /** Receives the lines that the parts write. */
  readonly note: (line: string) => void;
};

type Folder = ReturnType<typeof createFolder>;

/** Creates a folder for the ledger and the log, which `ends` removes. */
export function createFolder(ends: AsyncDisposableStack) {
  const path = mkdtempSync(join(tmpdir(), "galley-demo-"));
  ends.defer(() => rmSync(path, { recursive: true, force: true }));
  const log = join(path, "bot.log");
  writeFileSync(log, "");
  return {
    quoteStore: join(path, "ledger.sqlite"),
    log,
    /** Returns the end of the bot's log, for a person whose demo has failed. */
    logEnd: () => readFileSync(log, "utf8").trimEnd().split("\n").slice(-lastLines).join("\n"),
  };
}

/**
 * Starts the local Slack and partner here and the bot as a process of its own.
 *
 * @throws an Error with a sentence that names the part that did not start.
 */
export async function openWorld(opening: Opening) {
  const { ends, now, note, folder } = opening;
  const keys = [partnerKey];
  const account = { keys, balance: opening.balance, rpm: 600, charsPerSecond: atOnce };
  const partner = ends.use(await startPartnerSandbox({ ...account, log: note }));
  const slack = ends.use(await startSlackSandbox({ now }));
  const settings = { ...opening.env, ...settingsFor(opening, partner.url, slack) };
  const connect = (origin: string) => slack.connect(`${origin}/slack/events`);
  const botProcess = startBotProcess({ settings, logFile: folder.log, connect });
  ends.defer(() => botProcess.stop());
  const broken = whenBroken(botProcess.broken, opening.stopped);
  const origin = await Promise.race([botProcess.opened, broken]);
  const page = await openPage(opening, { slack, partner, bot: botProcess.bot });
  const addresses: readonly (readonly [string, string])[] = [
    ...page,
    ["Slack", slack.origin],
    ["Partner", `${partner.url}  (records and faults: ${partner.origin}/sandbox)`],
    ["Bot", `${origin}  (/healthz, /readyz, /metrics)`],
    ["Bot’s log", folder.log],
  ];
  return { slack, partner, addresses, broken, stopBot: botProcess.stop };
}

/** Opens the page for going on by hand; its address comes first among the addresses. */
async function openPage({ port, ends, note }: Opening, parts: Omit<PageOptions, "port" | "log">) {
  if (port === undefined) return [];
  const log = (message: string, error: unknown) => note(`${message}: ${String(error)}`);
  const page = await startPage({ ...parts, port, log }).catch((cause: unknown) => {
    throw new Error(`Port ${port} is taken. DEMO_PORT chooses another for the page.`, { cause });
  });
  ends.use(page);
  return [["Page", `${page.url}  (Galley in your browser)`]] as const;
}

type Slack = Awaited<ReturnType<typeof startSlackSandbox>>;

/** Other settings (PREVIEW_CHARS, QUOTE_HOURS …) may come from the person's own environment. */
function settingsFor({ lang, folder }: Opening, partnerUrl: string, slack: Slack) {
  return {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_APP_TOKEN: "",
    SLACK_API_URL: slack.apiUrl,
    PARTNER_BASE_URL: partnerUrl,
    PARTNER_API_KEY: partnerKey,
    PARTNER_FILE_FIELD: "",
    ADMINS: slack.people.ada.id,
    APPROVERS: slack.approvers.id,
    DEFAULT_TARGET_LANG: lang,
    STORE_URL: `sqlite:${folder.quoteStore}`,
    PORT: "0",
    POLL_MIN_SECONDS: "0.4",
    POLL_MAX_SECONDS: "0.8",
    // A lost answer is requested again while the person still looks at the card.
    RESEND_QUIET_SECONDS: "5",
    // The time for which the outcome of a killed process's request is unknown.
    PARTNER_TIMEOUT_SECONDS: "15",
    LOG_LEVEL: "info",
  };
}

/** Rejects once the bot ends by itself or the person wants to stop. */
function whenBroken(died: Promise<never>, stopped: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  died.catch(reject);
  stopped.addEventListener("abort", () => reject(new Error("Stopped.")));
  return promise;
}
