import {
  LogLevel,
  type Logger,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebClient,
  type WebClientOptions,
} from "@slack/web-api";

import { SlackBusy, SlackRefused } from "../core/faults.ts";
import { slackFetch } from "./slack-fetch.ts";

export type SlackClients = {
  /** For posts: sent once, because a retried post is posted twice. */
  readonly once: WebClient;
  /** For reads and updates: repeating them does no harm. */
  readonly steady: WebClient;
};

/**
 * Two clients, so that a rate limit on one kind of call never stalls the other. Neither waits for a 429 by
 * itself: the desk does, without holding up anything else.
 */
export function createClients(options: {
  readonly token: string;
  readonly apiUrl: string | undefined;
  readonly logger: Logger;
}): SlackClients {
  const { token } = options;
  const common = clientOptions(options);
  return {
    once: new WebClient(token, { ...common, retryConfig: { retries: 0 } }),
    steady: new WebClient(token, { ...common, retryConfig: { retries: 2, minTimeout: 200 } }),
  };
}

/** No `headers` here: the SDK writes the first client's token into a shared object. */
export function clientOptions(options: {
  readonly apiUrl: string | undefined;
  readonly logger: Logger;
}): WebClientOptions {
  return {
    ...(options.apiUrl === undefined ? {} : { slackApiUrl: options.apiUrl }),
    logger: options.logger,
    logLevel: LogLevel.WARN,
    fetch: slackFetch,
    timeout: 10_000,
    rejectRateLimitedCalls: true,
  };
}

/**
 * Runs one call to Slack.
 *
 * @throws SlackRefused when Slack said no, SlackBusy when it asks to wait; anything else is unclear.
 */
export async function slackCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw faultOf(error);
  }
}

function faultOf(error: unknown): unknown {
  if (error instanceof WebAPIRateLimitedError) {
    return new SlackBusy(Math.max(1, error.retryAfter) * 1000, { cause: error });
  }
  // A 429 whose Retry-After cannot be read arrives as a plain HTTP error.
  if (error instanceof WebAPIHTTPError && error.statusCode === 429) {
    return new SlackBusy(busyMs, { cause: error });
  }
  if (!(error instanceof WebAPIPlatformError)) return error;
  const code = error.data.error;
  if (code === "ratelimited" || code === "rate_limited") {
    return new SlackBusy(busyMs, { cause: error });
  }
  return unclearCodes.has(code) ? error : new SlackRefused(code, { cause: error });
}

const busyMs = 30_000;

/** Slack's names for its own trouble: whether the call was carried out is open. */
const unclearCodes = new Set([
  "fatal_error",
  "internal_error",
  "request_timeout",
  "service_unavailable",
]);
