import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { pino } from "pino";

import { type Bot, startBot } from "../../src/bot.ts";
import { readConfig } from "../../src/config.ts";
import { startPartnerSandbox } from "../../src/sandbox/partner/start.ts";
import type { Message } from "../../src/sandbox/slack/model.ts";
import { startSlackSandbox } from "../../src/sandbox/slack/slack.ts";

type Options = {
  readonly env?: Readonly<Record<string, string>>;
  readonly partner?: Parameters<typeof startPartnerSandbox>[0];
  readonly socketMode?: "on";
};

export type House = Awaited<ReturnType<typeof openHouse>>;

/** The real bot between a local Slack and a local partner, all over HTTP; timers are short by settings. */
export async function openHouse(options: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), "galley-journey-"));
  const slack = await startSlackSandbox({ now: Date.now });
  const partner = await startPartnerSandbox({
    keys: ["journey-key"],
    rpm: 6000,
    charsPerSecond: 1_000_000,
    ...options.partner,
  });
  const log: Record<string, unknown>[] = [];
  const env = {
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_API_URL: slack.apiUrl,
    ...(options.socketMode === undefined
      ? { SLACK_SIGNING_SECRET: slack.signingSecret }
      : { SLACK_APP_TOKEN: slack.appToken }),
    PARTNER_BASE_URL: partner.url,
    PARTNER_API_KEY: "journey-key",
    ADMINS: slack.people.ada.id,
    APPROVERS: slack.approvers.id,
    DEFAULT_TARGET_LANG: "fr",
    STORE_URL: `sqlite:${join(folder, "bot.sqlite")}`,
    PORT: "0",
    POLL_MIN_SECONDS: "0.02",
    POLL_MAX_SECONDS: "0.05",
    PARTNER_TIMEOUT_SECONDS: "2",
    RESEND_QUIET_SECONDS: "0.2",
    RESEND_WINDOW_SECONDS: "3",
    ...options.env,
  };
  const start = async (): Promise<Bot> => {
    const bot = await startBot(readConfig(env), clockworkWith(log));
    slack.connect(`http://127.0.0.1:${bot.port}/slack/events`);
    return bot;
  };
  let bot = await start();
  const close = async () => {
    await bot.stop();
    await slack.close();
    await partner.close();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    slack,
    partner,
    log,
    env,
    origin: () => `http://127.0.0.1:${bot.port}`,
    stop: () => bot.stop(),
    start: async () => {
      bot = await start();
    },
    /** The bot's messages in the thread of this post, oldest first. */
    replies: (post: Message) => botMessages(slack, post),
    /** The newest version of the card under this post whose drawn text fits. */
    card: (post: Message, fits: RegExp) =>
      slack.until(
        () => {
          const [card] = botMessages(slack, post);
          return card !== undefined && fits.test(slack.draw.message(card)) ? card : undefined;
        },
        { what: `a card with ${String(fits)}` },
      ),
    /** The first bot message under this post, after the card, whose drawn text fits. */
    reply: (post: Message, fits: RegExp) =>
      slack.until(
        () =>
          botMessages(slack, post)
            .slice(1)
            .find((message) => fits.test(slack.draw.message(message))),
        { what: `a reply with ${String(fits)}` },
      ),
    [Symbol.asyncDispose]: close,
  };
}

function botMessages(
  slack: Awaited<ReturnType<typeof startSlackSandbox>>,
  post: Message,
): readonly Message[] {
  return slack.state.messages
    .thread(post.channel, post.threadTs ?? post.ts)
    .filter(({ user }) => user === slack.app.botUserId);
}

function clockworkWith(log: Record<string, unknown>[]) {
  return {
    now: Date.now,
    tick: () => performance.now(),
    random: () => 0,
    sleep: async (ms: number, signal?: AbortSignal) => {
      await delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    },
    log: pino({ level: "debug" }, { write: (line) => void log.push(asRecord(JSON.parse(line))) }),
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value ?? {}));
}

export const shortStory = [
  "Chapter One",
  "",
  "Marlow Finch walked down to the harbour. The Lantern House stood dark above the water.",
  "“You are late,” said Ilse Brandt, and Marlow Finch only nodded at her.",
  "",
  "Chapter Two",
  "",
  "In the morning Ilse Brandt opened the Lantern House. Marlow Finch was gone.",
  "",
].join("\n");
