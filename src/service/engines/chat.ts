import { z } from "zod";

import { Agent, request } from "../../http.ts";
import type { Logger } from "../../operator/log.ts";
import type { ModelConfig } from "../config.ts";
import { parsedJson } from "../contract/text.ts";
import { Unfit } from "../longform/ladder.ts";
import { type Message, mostTokens } from "../longform/prompt.ts";
import type { Metrics } from "../metrics.ts";
import { createTurns } from "../turns.ts";
import { GivenUp } from "./engine.ts";

export type ChatParts = {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "asked">;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

export type Tokens = { input: number; output: number };

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
class Unavailable extends Error {
  override readonly name = "Unavailable";
  readonly retryAfter: string | undefined;

  constructor(message: string, retryAfter?: string) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** A client of any endpoint that speaks chat completions. */
export function createChat(config: ModelConfig, { log, metrics, now, sleep }: ChatParts) {
  const { timeoutMs: ms } = config;
  const limits = { headersTimeout: ms, bodyTimeout: ms, maxResponseSize: largestReply };
  const dispatcher = new Agent(limits);
  /** Our fields that this server refused before. */
  const refused = new Set<string>();
  const inTurn = createTurns(config.requestsAtOnce);
  let pausedUntil = 0;

  const once = async (
    messages: readonly Message[],
    { signal, used }: Omit<Limits, "deadline">,
  ): Promise<string> => {
    const { outcome, usage, result } = await post(config, {
      messages,
      signal,
      dispatcher,
      refused,
    });
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
        if (!(error instanceof Unavailable)) throw error;
        // A named wait pauses all requests, which would be told to wait as well.
        const named = waitOf(error.retryAfter, now());
        if (named !== undefined) pausedUntil = now() + named;
        const backoff = Math.min(longestWaitMs, 1_000 * 2 ** attempt) * (0.5 + Math.random() / 2);
        const wait = named ?? backoff;
        log.warn({ reason: error.message, attempt, wait }, "the model did not answer");
        if (now() + wait > deadline) throw new GivenUp(error.message);
        await sleep(wait, signal);
      }
    }
  };
  return {
    ask: (messages: readonly Message[], limits: Limits) =>
      inTurn(() => ask(messages, limits), limits.signal),
    once,
    close: () => dispatcher.destroy(),
  };
}
export type Chat = ReturnType<typeof createChat>;

/** In the operator's currency. */
export function costOf({ input, output }: Tokens, price: ModelConfig["price"]): number {
  return (input * price.input + output * price.output) / 1_000_000;
}

type Question = {
  readonly messages: readonly Message[];
  readonly signal: AbortSignal;
  readonly dispatcher: Agent;
  readonly refused: Set<string>;
};

type Posted = {
  /** For the metrics. */
  readonly outcome: string;
  readonly usage?: z.infer<typeof replySchema>["usage"];
  readonly result: string | Unfit | Unavailable;
};

async function post(config: ModelConfig, question: Question): Promise<Posted> {
  const { messages, signal, dispatcher, refused } = question;
  try {
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
    const text = await body.text();
    if (statusCode === 200) return readReply(text);
    if (statusCode === 400 && refuseField(text, refused)) return await post(config, question);
    return {
      outcome: `${statusCode}`,
      result: refusalOf(statusCode, text, headers["retry-after"]?.toString()),
    };
  } catch (error) {
    return { outcome: "unreachable", result: new Unavailable(String(error)) };
  }
}

function refusalOf(status: number, text: string, retryAfter?: string): Unfit | Unavailable {
  if (![400, 413, 422].includes(status)) return new Unavailable(`HTTP ${status}`, retryAfter);
  const isTooLong = status === 413 || /context|too long|exceed|n_ctx/iu.test(text);
  return new Unfit(isTooLong ? "too long for the model" : "refused");
}

function readReply(text: string): Posted {
  const { data } = replySchema.safeParse(parsedJson(text));
  const { message, finish_reason: finish } = data?.choices[0] ?? {};
  if (message === undefined) {
    return { outcome: "unreadable", result: new Unavailable("its answer could not be read") };
  }
  const usage = data?.usage;
  if (finish === "length") {
    return { outcome: "cut", usage, result: new Unfit("the answer was cut off") };
  }
  if (finish === "content_filter")
    return { outcome: "refused", usage, result: new Unfit("refused") };
  return { outcome: "answered", usage, result: message.content ?? "" };
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
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter ?? "") - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
