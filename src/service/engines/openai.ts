import type { Logger } from "../../operator/log.ts";
import type { ModelConfig } from "../config.ts";
import { nameTerms } from "../longform/name-terms.ts";
import { GivenUp, translateBook } from "../longform/translate.ts";
import type { Metrics } from "../metrics.ts";
import { costOf } from "./chat.ts";
import type { Chat, Tokens } from "./chat.ts";
import { NothingTranslated } from "./engine.ts";
import type { Engine, Job } from "./engine.ts";

type Parts = {
  readonly chat: Chat;
  readonly metrics: Pick<Metrics, "paragraphs">;
  readonly now: () => number;
  readonly log: Logger;
};

const readyForMs = 60_000;

/** Translates with any model that speaks chat completions. */
export function openaiEngine(config: ModelConfig, { chat, metrics, now, log }: Parts): Engine {
  const { chunkTokens: budget, register, requestsAtOnce: lanesAtOnce } = config;
  let answered = { at: -Infinity, reason: undefined as string | undefined };
  const askFor =
    ({ deadline, signal }: Job, spent: (tokens: Tokens) => void = () => undefined) =>
    async (messages: Parameters<Chat["ask"]>[0]) => {
      const answer = await chat.ask(messages, { deadline, signal, spent });
      answered = { at: now(), reason: undefined };
      return answer;
    };
  return {
    translate: async function* (text, job) {
      const gap: Job["gap"] = (kind, stretch) => {
        metrics.paragraphs(kind, stretch.to - stretch.from + 1);
        job.gap(kind, stretch);
      };
      const used = { input: 0, output: 0 };
      const ask = askFor(job, ({ input, output }) => {
        used.input += input;
        used.output += output;
      });
      const settings = { ...job, register, budget, lanesAtOnce, ask };
      yield* translateBook(text, { ...job, gap }, settings);
      const cost = costOf(used, config.price);
      log.info({ task: job.taskId, ...used, cost }, "the book is translated");
    },
    extract: (text, job) =>
      nameTerms(text, job, askFor(job)).catch((error: unknown) => {
        if (error instanceof GivenUp) throw new NothingTranslated(error.message);
        throw error;
      }),
    ready: async () => {
      if (now() - answered.at < readyForMs) return answered.reason;
      const signal = AbortSignal.timeout(10_000);
      const reason = await chat.once([{ role: "user", content: "Say: ok" }], { signal }).then(
        () => undefined,
        (error: unknown) => `the model does not answer: ${String(error)}`,
      );
      answered = { at: now(), reason };
      return reason;
    },
  };
}
