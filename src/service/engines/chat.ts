import { z } from "zod";

import { Agent, request } from "../../http.ts";
import type { Logger } from "../../operator/log.ts";
import type { ModelConfig } from "../config.ts";
import { Unfit } from "../longform/ladder.ts";
import { type Message, mostTokens } from "../longform/prompt.ts";
import { GivenUp } from "../longform/translate.ts";
import type { Metrics } from "../metrics.ts";

export type ChatParts = {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "asked">;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

type Limits = {
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Receives the tokens of each answer. */
  readonly spent?: (tokens: Tokens) => void;
};

export type Tokens = { readonly input: number; readonly output: number };

const replySchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).partial().nullish(),
});

const longestWaitMs = 60_000;
const largestReply = 8 << 20;

/** The server cannot answer now; it may later. */
class Unavailable extends Error {
  override readonly name = "Unavailable";
  readonly waitMs: number | undefined;

  constructor(message: string, waitMs?: number) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** A client of any endpoint that speaks chat completions. */
export function createChat(config: ModelConfig, { log, metrics, now, sleep }: ChatParts) {
  const { timeoutMs, requestsAtOnce } = config;
  const dispatcher = new Agent({ headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const post = createPost(config, { dispatcher, now });
  const turns = createTurns(requestsAtOnce);
  let pausedUntil = 0;

  const once = async (
    messages: readonly Message[],
    { signal, spent }: Pick<Limits, "signal" | "spent">,
  ): Promise<string> => {
    const { outcome, usage, result } = await post(messages, signal);
    const tokens = { input: usage?.prompt_tokens ?? 0, output: usage?.completion_tokens ?? 0 };
    metrics.asked({ outcome, ...tokens, cost: costOf(tokens, config.price) });
    spent?.(tokens);
    if (typeof result === "string") return result;
    throw result;
  };

  const ask = async (
    messages: readonly Message[],
    { deadline, signal, spent }: Limits,
  ): Promise<string> => {
    for (let attempt = 0; ; attempt += 1) {
      await sleep(Math.max(0, pausedUntil - now()), signal);
      signal.throwIfAborted();
      try {
        return await once(messages, { signal, ...(spent && { spent }) });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Unavailable)) throw error;
        // A named wait pauses all requests, which would be told to wait as well.
        if (error.waitMs !== undefined) pausedUntil = now() + error.waitMs;
        const backoff = Math.min(longestWaitMs, 1_000 * 2 ** attempt) * (0.5 + Math.random() / 2);
        const wait = error.waitMs ?? backoff;
        log.warn({ reason: error.message, attempt, wait }, "the model did not answer");
        if (now() + wait > deadline) throw new GivenUp(error.message);
        await sleep(wait, signal);
      }
    }
  };
  return {
    ask: (messages: readonly Message[], limits: Limits) =>
      turns(() => ask(messages, limits), limits.signal),
    once,
    close: () => dispatcher.destroy(),
  };
}
export type Chat = ReturnType<typeof createChat>;

/** In the operator's currency. */
export function costOf({ input, output }: Tokens, price: ModelConfig["price"]): number {
  return (input * price.input + output * price.output) / 1_000_000;
}

type Posted = {
  readonly outcome: string;
  readonly usage?: z.infer<typeof replySchema>["usage"];
  readonly result: string | Unfit | Unavailable;
};

type Wire = { readonly dispatcher: Agent; readonly now: () => number };

function createPost(config: ModelConfig, { dispatcher, now }: Wire) {
  /** Fields that this server refused before. */
  const refused = new Set<string>();

  const send = async (messages: readonly Message[], signal: AbortSignal) => {
    const { statusCode, headers, body } = await request(`${config.baseUrl}/chat/completions`, {
      method: "POST",
      dispatcher,
      signal: AbortSignal.any([signal, AbortSignal.timeout(config.timeoutMs)]),
      headers: {
        "content-type": "application/json",
        ...(config.key === undefined ? {} : { authorization: `Bearer ${config.key}` }),
      },
      body: JSON.stringify(bodyOf(config, messages, refused)),
    });
    let text = "";
    for await (const chunk of body.setEncoding("utf8")) {
      text += String(chunk);
      if (text.length > largestReply) throw new Unavailable("its answer was endless");
    }
    return { status: statusCode, retryAfter: headers["retry-after"]?.toString(), text };
  };

  const post = async (messages: readonly Message[], signal: AbortSignal): Promise<Posted> => {
    const reply = await send(messages, signal).catch((error: unknown) => {
      return error instanceof Error ? error : new Error(String(error));
    });
    if (reply instanceof Error) {
      return { outcome: "unreachable", result: new Unavailable(reply.message) };
    }
    const { status, text, retryAfter } = reply;
    if (status === 200) return readReply(text);
    if (status === 400 && refuseField(text, refused)) return post(messages, signal);
    const outcome = String(status);
    if (status === 400 || status === 413 || status === 422) {
      const isTooLong = status === 413 || /context|too long|exceed|n_ctx/iu.test(text);
      return { outcome, result: new Unfit(isTooLong ? "too long for the model" : "refused") };
    }
    return { outcome, result: new Unavailable(`HTTP ${status}`, waitOf(retryAfter, now())) };
  };
  return post;
}

function readReply(text: string): Posted {
  const json = parsed(text);
  const reply = replySchema.safeParse(json);
  const choice = reply.data?.choices[0];
  if (choice === undefined) {
    return { outcome: "unreadable", result: new Unavailable("its answer could not be read") };
  }
  const usage = reply.data?.usage;
  if (choice.finish_reason === "length") {
    return { outcome: "cut", usage, result: new Unfit("the answer was cut off") };
  }
  if (choice.finish_reason === "content_filter") {
    return { outcome: "refused", usage, result: new Unfit("refused") };
  }
  return { outcome: "answered", usage, result: choice.message.content ?? "" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const optional = ["temperature", "max_tokens"] as const;

function bodyOf(
  { name, context, extra }: ModelConfig,
  messages: readonly Message[],
  refused: ReadonlySet<string>,
): Record<string, unknown> {
  const used = mostTokens(messages.map(({ content }) => content).join("\n"));
  // Ollama knows max_tokens alone; vLLM refuses a value that does not fit beside the prompt.
  const fields = { temperature: 0.3, max_tokens: Math.max(256, context - used) };
  const kept = Object.entries(fields).filter(([field]) => !refused.has(field));
  return { model: name, messages, stream: false, ...Object.fromEntries(kept), ...extra };
}

/** Remembers one of our fields that the server complains about; returns true for a new one. */
function refuseField(complaint: string, refused: Set<string>): boolean {
  const field = optional.find((one) => complaint.includes(one) && !refused.has(one));
  if (field !== undefined) refused.add(field);
  return field !== undefined;
}

/** Returns the ms of a Retry-After, which is in seconds or a date. */
function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** Runs at most `atOnce` pieces of work at a time; the others wait in their order. */
function createTurns(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
