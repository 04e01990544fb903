import { z } from "zod";

import { Agent, request } from "#lib/http.ts";
import type { Logger } from "#operator/log.ts";
import type { ModelConfig } from "#service/config.ts";
import { parsedJson } from "#service/contract/text.ts";
import { type Message, mostTokens } from "#service/longform/prompt.ts";
import { UnusableAnswerError } from "#service/longform/translate-chunk.ts";
import type { Metrics, Tokens } from "#service/metrics.ts";
import { createConcurrencyLimit } from "#service/turns.ts";

import { TranslationFailedError } from "./engine.ts";

export type ChatParts = {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "asked">;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

type Limits = {
  readonly deadline: number;
  readonly signal: AbortSignal;
  /** Grows by the tokens of each answer. */
  readonly used?: Tokens;
};

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
class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  readonly retryAfter: string | undefined;

  constructor(message: string, retryAfter?: string) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** A client of any endpoint that speaks chat completions. */
export function createChat(config: ModelConfig, { log, metrics, now, sleep }: ChatParts) {
  const post = createPost(config);
  const inTurn = createConcurrencyLimit(config.requestsAtOnce);
  let pausedUntil = 0;

  const once = async (
    messages: readonly Message[],
    { signal, used }: Omit<Limits, "deadline">,
  ): Promise<string> => {
    const { outcome, usage, result } = await post(messages, signal);
    const [input, output] = [usage?.prompt_tokens ?? 0, usage?.completion_tokens ?? 0];
    metrics.asked({ outcome, input, output, cost: costOf({ input, output }, config.price) });
    if (used !== undefined) {
      used.input += input;
      used.output += output;
    }
    if (typeof result === "string") return result;
    throw result;
  };

  const ask = async (messages: readonly Message[], limits: Limits): Promise<string> => {
    const { deadline, signal } = limits;
    for (let attempt = 0; ; attempt += 1) {
      await sleep(Math.max(0, pausedUntil - now()), signal);
      signal.throwIfAborted();
      try {
        return await once(messages, limits);
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof UnavailableError)) throw error;
        // A named wait pauses all requests, which would be told to wait as well.
        const named = waitOf(error.retryAfter, now());
        if (named !== undefined) pausedUntil = now() + named;
        const backoff = Math.min(longestWaitMs, 1_000 * 2 ** attempt) * (0.5 + Math.random() / 2);
        const wait = named ?? backoff;
        log.warn({ reason: error.message, attempt, wait }, "the model did not answer");
        if (now() + wait > deadline) throw new TranslationFailedError(error.message);
        await sleep(wait, signal);
      }
    }
  };
  return {
    ask: (messages: readonly Message[], limits: Limits) =>
      inTurn(() => ask(messages, limits), limits.signal),
    once,
  };
}
export type Chat = ReturnType<typeof createChat>;

/** In the operator's currency. */
export function costOf({ input, output }: Tokens, price: ModelConfig["price"]): number {
  return (input * price.input + output * price.output) / 1_000_000;
}

type Posted = {
  /** For the metrics. */
  readonly outcome: string;
  readonly usage?: z.infer<typeof replySchema>["usage"];
  readonly result: string | UnusableAnswerError | UnavailableError;
};

/** Posts once; a field of ours that the server refuses is left out from then on. */
function createPost(config: ModelConfig) {
  const { timeoutMs: ms, key } = config;
  const limits = { headersTimeout: ms, bodyTimeout: ms, maxResponseSize: largestReply };
  const dispatcher = new Agent(limits);
  const headers = {
    "content-type": "application/json",
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  };
  /** Our fields that this server refused before. */
  const refused = new Set<string>();
  const post = async (messages: readonly Message[], signal: AbortSignal): Promise<Posted> => {
    const own = Object.entries(ownFields(config, messages));
    const fields = Object.fromEntries(own.filter(([field]) => !refused.has(field)));
    const asked = { model: config.name, messages, stream: false, ...fields, ...config.extra };
    try {
      const reply = await request(`${config.baseUrl}/chat/completions`, {
        method: "POST",
        dispatcher,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]),
        headers,
        body: JSON.stringify(asked),
      });
      const text = await reply.body.text();
      if (reply.statusCode === 200) return readReply(text);
      const unknown = Object.keys(fields).find((field) => text.includes(field));
      if (reply.statusCode !== 400 || unknown === undefined) {
        const result = refusalOf(reply.statusCode, text, reply.headers["retry-after"]?.toString());
        return { outcome: `${reply.statusCode}`, result };
      }
      refused.add(unknown);
    } catch (error) {
      return { outcome: "unreachable", result: new UnavailableError(String(error)) };
    }
    return post(messages, signal);
  };
  return post;
}

/** Ollama knows max_tokens alone; vLLM refuses a value that does not fit beside the prompt. */
function ownFields({ context }: ModelConfig, messages: readonly Message[]) {
  const used = mostTokens(messages.map(({ content }) => content).join("\n"));
  return { temperature: 0.3, max_tokens: Math.max(256, context - used) };
}

function refusalOf(
  status: number,
  text: string,
  retryAfter?: string,
): UnusableAnswerError | UnavailableError {
  // What the server says of it is not repeated: it may quote the text.
  if (status === 401) return new UnavailableError("HTTP 401: check MODEL_KEY");
  if (status === 404) return new UnavailableError("HTTP 404: check MODEL_BASE_URL and MODEL_NAME");
  if (![400, 413, 422].includes(status)) return new UnavailableError(`HTTP ${status}`, retryAfter);
  const isTooLong = status === 413 || /context|too long|exceed|n_ctx/iu.test(text);
  return new UnusableAnswerError(isTooLong ? "too long for the model" : "refused");
}

function readReply(text: string): Posted {
  const { data } = replySchema.safeParse(parsedJson(text));
  const { message, finish_reason: finish } = data?.choices[0] ?? {};
  if (message === undefined) {
    return { outcome: "unreadable", result: new UnavailableError("its answer could not be read") };
  }
  const usage = data?.usage;
  if (finish === "length") {
    return { outcome: "cut", usage, result: new UnusableAnswerError("the answer was cut off") };
  }
  if (finish === "content_filter") {
    return { outcome: "refused", usage, result: new UnusableAnswerError("refused") };
  }
  return { outcome: "answered", usage, result: message.content ?? "" };
}

/** Returns the ms of a Retry-After, which is in seconds or a date. */
function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter ?? "") - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
