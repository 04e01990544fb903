import { z } from "zod";

import { Agent, request } from "#lib/http.ts";
import type { Logger } from "#operator/log.ts";
import type { ModelConfig } from "#service/config.ts";
import { parsedJson } from "#service/contract/text.ts";
import { type Message, mostTokens } from "#service/longform/prompt.ts";
import { UnusableAnswerError } from "#service/longform/translate-chunk.ts";
import type { Metrics, Tokens } from "#service/metrics.ts";
import { createConcurrencyLimit, type Turn } from "#service/turns.ts";

import { TranslationFailedError } from "./engine.ts";

export type ChatParts = {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, "asked" | "modelIs">;
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

type Limits = Turn & {
  readonly deadline: number;
  /** Grows by the tokens of each answer. */
  readonly used?: Tokens;
};

const replySchema = z.object({
  // The first alone: a schema's complaint about one takes a kilobyte.
  choices: z
    .array(z.unknown())
    .transform(([first]) => first)
    .pipe(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    ),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).partial().nullish(),
});

const longestWaitMs = 60_000;
const largestReply = 8 << 20;

/** The server cannot answer now; it may later. */
class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  readonly retryAfter: string | undefined;
  /** True for a server that has too much to do, whatever it was asked. */
  readonly isBusy: boolean;

  constructor(message: string, { retryAfter, isBusy = false }: Busy = {}) {
    super(message);
    this.retryAfter = retryAfter;
    this.isBusy = isBusy;
  }
}

/** The shortest question. */
export const trifle: readonly Message[] = [{ role: "user", content: "Say: ok" }];

type Busy = { readonly retryAfter?: string | undefined; readonly isBusy?: boolean };

/** Requests without an answer, one after the other, while others were answered: it is the text. */
const mostFailuresAlone = 4;

/** A client of any endpoint that speaks chat completions. */
export function createChat(config: ModelConfig, { log, metrics, now, sleep }: ChatParts) {
  const post = createPost(config);
  const inTurn = createConcurrencyLimit(config.requestsAtOnce);
  const model = createModelState(config, now);

  const once = async (
    messages: readonly Message[],
    { signal, used }: Pick<Limits, "signal" | "used">,
  ): Promise<string> => {
    const { outcome, usage, result } = await post(messages, signal);
    const [input, output] = [usage?.prompt_tokens ?? 0, usage?.completion_tokens ?? 0];
    metrics.asked({ outcome, input, output, cost: costOf({ input, output }, config.price) });
    if (used !== undefined) {
      used.input += input;
      used.output += output;
    }
    if (!signal.aborted) model.heard(result);
    metrics.modelIs(model.trouble() === undefined ? "here" : "away");
    if (typeof result === "string") return result;
    throw result;
  };

  let probe: Promise<unknown> | undefined;
  /** Asks the model for next to nothing, once for all who want to know. */
  const lives = async (): Promise<void> => {
    const { signal } = new AbortController();
    probe ??= once(trifle, { signal }).finally(() => (probe = undefined));
    await probe.catch(() => undefined);
  };

  /** A request that waits holds no turn. */
  const ask = async (messages: readonly Message[], limits: Limits): Promise<string> => {
    const { deadline, signal } = limits;
    let [failures, failuresAlone, answers] = [0, 0, model.answers()];
    for (;;) {
      await sleep(model.pausedMs(), signal);
      signal.throwIfAborted();
      try {
        const answer = await inTurn(async () => {
          return model.pausedMs() > 0 ? undefined : await once(messages, limits);
        }, limits);
        if (answer !== undefined) return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof UnavailableError)) throw error;
        failures += 1;
        // With no other request on its way, a short one tells whether the model answers at all.
        const isUnclear = !error.isBusy && answers === model.answers();
        const isDue = failures <= mostFailuresAlone || failures % mostFailuresAlone === 0;
        if (isUnclear && isDue) await inTurn(lives, limits);
        failuresAlone = error.isBusy || answers === model.answers() ? 0 : failuresAlone + 1;
        answers = model.answers();
        if (failuresAlone === mostFailuresAlone) throw new UnusableAnswerError(error.message);
        const backoff = backoffMs(failures - 1);
        const wait = Math.max(model.pausedMs(), error.retryAfter === undefined ? backoff : 0);
        log.warn({ reason: error.message, failures, wait }, "the model did not answer");
        if (now() + wait > deadline) throw new TranslationFailedError(error.message);
        await sleep(wait, signal);
      }
    }
  };
  return { ask, once, trouble: model.trouble };
}

/** Knows whether the model is away for everybody, and pauses all requests then. */
function createModelState({ requestsAtOnce }: ModelConfig, now: () => number) {
  let [answers, failures, awayUntil, toldUntil] = [0, 0, 0, 0];
  let last: string | undefined;
  return {
    /** How many requests it has answered. */
    answers: () => answers,
    pausedMs: () => Math.max(0, Math.max(awayUntil, toldUntil) - now()),
    /** Why it answers nobody, if it does not. */
    trouble: () => (failures < requestsAtOnce ? undefined : last),
    heard: (result: string | Error): void => {
      if (!(result instanceof UnavailableError)) {
        answers += 1;
        [failures, awayUntil] = [0, 0];
        return;
      }
      failures += 1;
      last = result.message;
      // A named wait is for all requests, which would be told to wait as well.
      const waitMs = waitOf(result.retryAfter, now());
      const rounds = Math.floor(failures / requestsAtOnce);
      if (waitMs !== undefined) toldUntil = Math.max(toldUntil, now() + waitMs);
      else if (rounds > 0) awayUntil = Math.max(awayUntil, now() + backoffMs(rounds - 1));
    },
  };
}

function backoffMs(failures: number): number {
  return Math.min(longestWaitMs, 1_000 * 2 ** failures) * (0.5 + Math.random() / 2);
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
    const content = { model: config.name, messages, stream: false, ...fields, ...config.extra };
    try {
      const reply = await request(`${config.baseUrl}/chat/completions`, {
        method: "POST",
        dispatcher,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ms)]),
        headers,
        body: JSON.stringify(content),
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
  if (status === 404)
    return new UnusableAnswerError("HTTP 404: check MODEL_BASE_URL and MODEL_NAME");
  if (![400, 403, 413, 422, 451].includes(status)) {
    const isBusy = [429, 502, 503, 504, 529].includes(status) || retryAfter !== undefined;
    return new UnavailableError(`HTTP ${status}`, { retryAfter, isBusy });
  }
  const isTooLong = status === 413 || /context|too long|exceed|n_ctx/iu.test(text);
  return new UnusableAnswerError(isTooLong ? "too long for the model" : "refused");
}

function readReply(text: string): Posted {
  const { data } = replySchema.safeParse(parsedJson(text));
  const { message, finish_reason: finish } = data?.choices ?? {};
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
