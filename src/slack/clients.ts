import {
  type FetchFunction,
  LogLevel,
  type Logger,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebClient,
  type WebClientOptions,
} from "@slack/web-api";

import { SlackBusyError, SlackRefusedError } from "#domain/errors.ts";
import { Agent, connectionFreed, keptMs, request } from "#lib/http.ts";

import { type Answer, unclearCodes } from "./answers.ts";

export type SlackClients = {
  /** For posts: sent once, because a retried post is posted twice. */
  readonly once: WebClient;
  /** For reads and updates: repeating them does no harm. */
  readonly steady: WebClient;
};

/**
 * Creates two clients, so that a rate limit on one kind of call never stalls the other. Neither
 * waits after a 429: Galley waits itself, without a delay for anything else.
 */
export function createClients(options: ClientsOptions): SlackClients {
  const { token, onAnswer } = options;
  const common = clientOptions(options);
  return {
    once: new NamingClient(token, { ...common, retryConfig: { retries: 0 } }, onAnswer),
    steady: new NamingClient(
      token,
      { ...common, retryConfig: { retries: 2, minTimeout: 200 } },
      onAnswer,
    ),
  };
}

type OnAnswer = (answer: Answer) => void;

type ClientsOptions = Options & { readonly token: string; readonly onAnswer?: OnAnswer };

type Options = { readonly apiUrl: string | undefined; readonly logger: Logger };

/** No `headers` here: the SDK writes the first client's token into a shared object. */
export function clientOptions({ apiUrl, logger }: Options): WebClientOptions {
  return {
    ...(apiUrl !== undefined && { slackApiUrl: apiUrl }),
    logger,
    logLevel: LogLevel.WARN,
    fetch: slackFetch,
    timeout: 10_000,
    rejectRateLimitedCalls: true,
  };
}

/** @throws SlackRefusedError for a no, SlackBusyError if Slack asks to wait; anything else is unclear. */
export async function slackCall<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const cause = { cause: error };
    if (error instanceof WebAPIRateLimitedError) {
      throw new SlackBusyError(Math.max(1, error.retryAfter) * 1000, cause);
    }
    const code = error instanceof WebAPIPlatformError ? error.data.error : "";
    // A 429 whose Retry-After cannot be read arrives as a plain HTTP error.
    const isLimit = error instanceof WebAPIHTTPError && error.statusCode === 429;
    if (isLimit || /^rate_?limited$/u.test(code)) throw new SlackBusyError(30_000, cause);
    // The SDK passes on a body that is no JSON, such as a proxy's page, as the error code.
    if (!/^\w+$/u.test(code) || unclearCodes.has(code)) throw error;
    const method = error instanceof WebAPIPlatformError ? methodsOf.get(error) : undefined;
    throw new SlackRefusedError(code, { ...cause, method });
  }
}

/** The SDK's errors do not say which call was refused. */
class NamingClient extends WebClient {
  private readonly onAnswer: OnAnswer;

  constructor(token: string, options: WebClientOptions, onAnswer: OnAnswer = () => undefined) {
    super(token, options);
    this.onAnswer = onAnswer;
  }

  override async apiCall(...[method, options]: Parameters<WebClient["apiCall"]>) {
    try {
      const reply = await super.apiCall(method, options);
      this.onAnswer({ method, code: undefined });
      return reply;
    } catch (error) {
      if (error instanceof Error) methodsOf.set(error, method);
      if (error instanceof WebAPIPlatformError) {
        this.onAnswer({ method, code: error.data.error });
      }
      throw error;
    }
  }
}

const methodsOf = new WeakMap<Error, string>();

type Paged = { readonly response_metadata?: { readonly next_cursor?: string } };

export async function* pages<T extends Paged>(
  readPage: (page: { readonly cursor?: string }) => Promise<T>,
  atMost = Number.POSITIVE_INFINITY,
): AsyncIterable<T> {
  let cursor = "";
  for (let n = 0; n < atMost; n += 1) {
    const reply = await readPage(cursor === "" ? {} : { cursor });
    yield reply;
    cursor = reply.response_metadata?.next_cursor ?? "";
    if (cursor === "") return;
  }
}
const dispatcher = new Agent({ allowH2: false, keepAliveTimeout: keptMs });

/**
 * The parts of `fetch` that Slack's client and Bolt need, at half its cost: Node's own makes
 * streams that nobody reads. Redirects are answers like any other.
 */
const slackFetch: FetchFunction = async (url, { method = "GET", headers, body, signal } = {}) => {
  if (typeof body !== "string") throw new TypeError("only text is sent to Slack like this");
  await connectionFreed();
  const reply = await request(url, {
    dispatcher,
    method,
    headers: { ...headers },
    body,
    signal: signal ?? null,
  });
  const text = await reply.body.text();
  return new Response(text === "" ? null : text, {
    status: reply.statusCode,
    headers: Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
  });
};

/** Creates clients that write no log: their callers report the errors. */
export function quietClients(apiUrl: string | undefined, token: string): SlackClients {
  return createClients({ token, apiUrl, logger: quietLog });
}

export const quietLog = createBoltLog();

/** A post that wants to go out. */
type Asking = { readonly channel: string; readonly person: string; readonly what: string };

type Line = {
  /** The time at which the channel's posts so far are paid for, at one a second. */
  paid: number;
  readonly waiting: Map<string, { person: string; due: number }>;
  /** The posts of each person, counted from the least of the others when the person came. */
  readonly served: Map<string, number>;
};

/**
 * Slack, rate limits: about one message a second a channel, short bursts allowed. Nothing waits here: who
 * has to wait is told for how long, and asks again. The people of a channel take turns.
 *
 * @param now monotonic clock, ms: a wall clock that is set back would keep a channel silent for as long.
 */
export function createPace({ now: clock }: { readonly now: () => number }) {
  const lines = new Map<string, Line>();
  /** @throws SlackBusyError with the time to wait. */
  return ({ channel, person, what }: Asking): void => {
    const now = clock();
    for (const [name, { paid, waiting }] of lines) {
      for (const [one, { due }] of waiting) if (now - due > graceMs) waiting.delete(one);
      if (paid <= now && waiting.size === 0) lines.delete(name);
    }
    const line: Line = lines.get(channel) ?? { paid: now, waiting: new Map(), served: new Map() };
    lines.set(channel, line);
    const { waiting, served } = line;
    served.set(person, served.get(person) ?? Math.min(...served.values(), Infinity));
    if (served.get(person) === Infinity) served.set(person, 0);
    const mine = waiting.get(what) ?? { person, due: now };
    waiting.set(what, mine);
    const position = positionOf(line, what);
    const wait = Math.max(now, line.paid) + (position + 1 - burst) * 1000 - now;
    if (wait > 0) {
      mine.due = now + wait;
      throw new SlackBusyError(wait, { isTurn: true });
    }
    waiting.delete(what);
    served.set(person, (served.get(person) ?? 0) + 1);
    line.paid = Math.max(now, line.paid) + 1000;
  };
}

/** Returns how many come before this one: each person's next comes before anybody's second. */
function positionOf({ waiting, served }: Line, what: string): number {
  const ahead = new Map(served);
  const turns = new Map<string, number>();
  // In the order in which they came.
  for (const [one, { person }] of waiting) {
    const turn = ahead.get(person) ?? 0;
    ahead.set(person, turn + 1);
    turns.set(one, turn);
  }
  const mine = turns.get(what) ?? 0;
  let [position, isEarlier] = [0, true];
  for (const [one, turn] of turns) {
    if (one === what) isEarlier = false;
    else if (turn < mine || (turn === mine && isEarlier)) position += 1;
  }
  return position;
}

export type Pace = ReturnType<typeof createPace>;

const burst = 3;
/** Who does not ask again in time has lost the turn. */
const graceMs = 5000;

type Sink = Readonly<Record<"info" | "warn" | "error", (fields: object, message: string) => void>>;

/** Without a sink all lines are dropped; debug lines always are, since they hold request bodies. */
export function createBoltLog(sink?: Sink): Logger {
  const write =
    (level: keyof Sink) =>
    (...parts: unknown[]): void => {
      const err = parts.find((part) => part instanceof Error);
      const words = parts.filter((part) => part !== err).map(String);
      sink?.[level](err === undefined ? {} : { err }, words.join(" "));
    };
  return {
    debug: () => {},
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}

/** How long to wait for Slack, ms: as long as the trouble lasts already, a second to a minute. */
export function waitAfter(error: unknown, troubledMs: number): number {
  const retryAfterMs = error instanceof SlackBusyError ? error.retryAfterMs : 0;
  return Math.max(retryAfterMs, 1000, Math.min(troubledMs, 60_000));
}

/** Returns the sentence for an operator about a token that is refused, or else about what fails. */
export function troubleOf(error: unknown, token: string, failing: string): string {
  const why = error instanceof Error ? error.message : String(error);
  const says =
    error instanceof SlackRefusedError ? `Slack refuses ${token} (${error.code})` : undefined;
  return `${says ?? `${failing} (${why})`}: npm run doctor says what to fix.`;
}

/** Domains of Slack's Web API, files and hooks: the common one, and GovSlack. */
const families = ["slack.com", "slack-gov.com"];

export const defaultApiUrl = `https://${families[0]}/api/`;

/** Hosts that may have the bot token: Slack's, or the one origin of another `apiUrl`. */
export function slackOnly(apiUrl: string = defaultApiUrl): (url: URL) => boolean {
  const { origin } = new URL(apiUrl);
  const family = families.find((one) => origin === `https://${one}`);
  if (family === undefined) return (url) => url.origin === origin;
  return ({ protocol, port, hostname }) =>
    protocol === "https:" && port === "" && hostname.endsWith(`.${family}`);
}
