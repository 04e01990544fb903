import type { ServiceConfig, ModelConfig } from "#service/config.ts";
import { nameTerms } from "#service/longform/translate-chunk.ts";
import { translateBook } from "#service/longform/translate.ts";
import type { Tokens } from "#service/metrics.ts";

import { apertiumEngine } from "./apertium.ts";
import { createChat, costOf, trifle, type Chat, type ChatParts } from "./chat.ts";
import { plainEngine, type Engine, type Job } from "./engine.ts";
import { pseudoTranslate } from "./pseudo.ts";

export async function openEngine(
  { engine, model }: ServiceConfig,
  parts: ChatParts,
): Promise<Engine> {
  if (engine === "pseudo") return plainEngine(markedPseudo);
  if (engine === "openai") return openaiEngine(model, parts);
  return apertiumEngine("apertium");
}

/** Nobody should take its results for translations. */
async function* markedPseudo(...[text, translation]: Parameters<typeof pseudoTranslate>) {
  yield `[pseudo-translation, for tests alone: not ${translation.target}]\n\n`;
  yield* pseudoTranslate(text, translation);
}

const readyForMs = 60_000;
const awayForMs = 5_000;

/** Translates with any model that speaks chat completions. */
function openaiEngine(config: ModelConfig, parts: ChatParts): Engine {
  const { log, now } = parts;
  const chat = createChat(config, parts);
  const { chunkTokens: budget, register, requestsAtOnce: lanesAtOnce } = config;
  let answered = { at: -Infinity, reason: undefined as string | undefined };
  let asking: Promise<string | undefined> | undefined;
  const askFor =
    ({ account, isLight, deadline, signal }: Job, used?: Tokens) =>
    async (messages: Parameters<Chat["ask"]>[0]) => {
      const answer = await chat.ask(messages, {
        account,
        isLight,
        deadline,
        signal,
        ...(used && { used }),
      });
      answered = { at: now(), reason: undefined };
      return answer;
    };
  return {
    translate: async function* (text, job) {
      const used = { input: 0, output: 0 };
      const ask = askFor(job, used);
      yield* translateBook(text, job, { ...job, register, budget, lanesAtOnce, ask });
      const cost = costOf(used, config.price);
      log.info({ task: job.taskId, ...used, cost }, "the book is translated");
    },
    extract: (text, job) => nameTerms(text, job, askFor(job)),
    ready: async (timeoutMs) => {
      const trouble = chat.trouble();
      if (trouble !== undefined && answered.reason === undefined) {
        answered = { at: now(), reason: `the model does not answer: ${trouble}` };
      }
      const goodForMs = answered.reason === undefined ? readyForMs : awayForMs;
      if (now() - answered.at < goodForMs) return answered.reason;
      asking ??= (async () => {
        const signal = AbortSignal.timeout(timeoutMs);
        const reason = await chat.once(trifle, { signal }).then(
          () => undefined,
          (error: unknown) => `the model does not answer: ${String(error)}`,
        );
        answered = { at: now(), reason };
        return reason;
      })().finally(() => (asking = undefined));
      return await asking;
    },
  };
}
