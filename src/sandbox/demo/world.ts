import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startPartnerSandbox } from "../partner/start.ts";
import { startSlackSandbox } from "../slack/slack.ts";
import { spawnBot } from "./bot.ts";

const partnerKey = "demo-key";
/** Characters a second: estimates are ready at the first look. The script slows the translation down. */
const atOnce = 1_000_000_000;
const lastLines = 15;

export type World = Awaited<ReturnType<typeof openWorld>>;

export type Opening = {
  readonly env: NodeJS.ProcessEnv;
  readonly now: () => number;
  /** The language that the desk quotes for first. */
  readonly lang: string;
  /** Credits on the partner's account. */
  readonly balance: number;
  readonly folder: Folder;
  /** Everything that is opened is put on it at once, so that nothing outlives a failed start. */
  readonly ends: AsyncDisposableStack;
  /** The person wants to stop. */
  readonly stopped: AbortSignal;
  /** Hears what the parts say of themselves. */
  readonly note: (line: string) => void;
};

type Folder = ReturnType<typeof createFolder>;

/** A folder for the ledger and the log; it goes with `ends`. */
export function createFolder(ends: AsyncDisposableStack) {
  const path = mkdtempSync(join(tmpdir(), "galley-demo-"));
  ends.defer(() => rmSync(path, { recursive: true, force: true }));
  const log = join(path, "bot.log");
  return {
    ledger: join(path, "ledger.sqlite"),
    log,
    /** How the bot's log ends, for the person to whom something went wrong. */
    logEnd: (): string => {
      try {
        return readFileSync(log, "utf8").trimEnd().split("\n").slice(-lastLines).join("\n");
      } catch {
        return "(it wrote none)";
      }
    },
  };
}

/**
 * Starts the outside worlds here and the bot as a process of its own.
 *
 * @throws an Error that says in a sentence what did not start.
 */
export async function openWorld(opening: Opening) {
  const { ends, now, note, folder } = opening;
  const keys = [partnerKey];
  const account = { keys, balance: opening.balance, rpm: 600, charsPerSecond: atOnce };
  const partner = ends.use(await startPartnerSandbox({ ...account, log: note }));
  const slack = ends.use(await startSlackSandbox({ now }));
  // The playground page of the local Slack is opened here, on DEMO_PORT (4000 by default), and gets a
  // row of its own among the addresses below.
  const settings = { ...opening.env, ...settingsFor(opening, partner.url, slack) };
  const bot = spawnBot({ settings, logFile: folder.log });
  ends.defer(() => bot.stop());
  const broken = whenBroken(bot.ended, opening.stopped);
  const origin = await Promise.race([bot.opened, broken]);
  slack.connect(`${origin}/slack/events`);
  const addresses: readonly (readonly [string, string])[] = [
    ["Slack", slack.origin],
    ["Partner", `${partner.url}  (books and faults: ${partner.origin}/sandbox)`],
    ["Bot", `${origin}  (/healthz, /readyz, /metrics)`],
    ["Bot’s log", folder.log],
  ];
  return { slack, partner, addresses, broken, stopBot: bot.stop };
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
    STORE_URL: `sqlite:${folder.ledger}`,
    PORT: "0",
    POLL_MIN_SECONDS: "0.4",
    POLL_MAX_SECONDS: "0.8",
    LOG_LEVEL: "info",
  };
}

/** Rejects once the bot is gone or the person wants to stop. */
function whenBroken(ended: Promise<string>, stopped: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  void ended.then((sentence) => reject(new Error(sentence)));
  stopped.addEventListener("abort", () => reject(new Error("Stopped.")));
  return promise;
}
