import { App, HTTPReceiver, type Logger, LogLevel, SocketModeReceiver } from "@slack/bolt";
import { WebClient } from "@slack/web-api";

import type { SlackOptions } from "#sandbox/slack/options.ts";
import { type SlackSandbox, startSlackSandbox } from "#sandbox/slack/slack.ts";

/** Stock Bolt reads the machine's clock, so the sandbox that signs for it must, too. */
export const startSlack = (given: Partial<SlackOptions> = {}) =>
  startSlackSandbox({ now: Date.now, ...given });

/** Refusals are expected here; the client would print each. */
const mute: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  setLevel: () => undefined,
  getLevel: () => LogLevel.ERROR,
  setName: () => undefined,
};

/** The bot's own client, sending each call once. */
export function clientOf(slack: SlackSandbox, token = slack.botToken): WebClient {
  const once = { retryConfig: { retries: 0 }, rejectRateLimitedCalls: true };
  return new WebClient(token, { slackApiUrl: slack.apiUrl, logger: mute, ...once });
}

/** A real Bolt app over HTTP, known to the sandbox; `arrange` registers its listeners. */
export async function startBolt(slack: SlackSandbox, arrange: (app: App) => void) {
  const { signingSecret } = slack;
  const receiver = new HTTPReceiver({ signingSecret, logger: mute });
  const app = appOn(slack, receiver);
  arrange(app);
  await app.init();
  const server = await receiver.start(0);
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  slack.connect(`http://127.0.0.1:${port}/slack/events`);
  const stop = async () => {
    server.closeAllConnections();
    await receiver.stop();
  };
  return { app, stop, [Symbol.asyncDispose]: stop };
}

/** A real Bolt app over Socket Mode. */
export async function startBoltOnSocket(slack: SlackSandbox, arrange: (app: App) => void) {
  const { appToken } = slack;
  const installerOptions = { clientOptions: { slackApiUrl: slack.apiUrl } };
  // A reconnection waits as long as a ping may take: 5 s by default.
  const quick = { clientPingTimeout: 1000 };
  const receiver = new SocketModeReceiver({ appToken, installerOptions, logger: mute, ...quick });
  const app = appOn(slack, receiver);
  arrange(app);
  await app.init();
  await receiver.start();
  const stop = async () => {
    await receiver.stop();
  };
  return { app, stop, [Symbol.asyncDispose]: stop };
}

function appOn(slack: SlackSandbox, receiver: HTTPReceiver | SocketModeReceiver): App {
  return new App({
    token: slack.botToken,
    receiver,
    deferInitialization: true,
    logger: mute,
    convoStore: false,
    clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } },
  });
}

/** Returns Slack's error and its messages for a refused call; throws when the call was not refused. */
export async function refusalOf(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error) || !("data" in error)) throw new Error("it was not refused");
  return error.data;
}
