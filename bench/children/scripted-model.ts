import { setTimeout as delay } from "node:timers/promises";

import { z } from "zod";

import { startModel } from "../../test/service/model-server.ts";
import { answerQuestions } from "../measure/child-side.ts";

const asked = z.discriminatedUnion("ask", [
  z.object({ ask: z.literal("start"), latencyMs: z.number() }),
  z.object({ ask: z.literal("heard") }),
]);
let heard: string[] = [];

/** Runs a model that takes the same time for each answer, in a process of its own. */
answerQuestions(async (question) => {
  const order = asked.parse(question);
  switch (order.ask) {
    case "start": {
      const { latencyMs } = order;
      const thinks = () => delay(latencyMs);
      const hears = (_: unknown, prompt: string) => heard.push(prompt);
      return (await startModel({ thinks, hears })).url;
    }
    // Prompts since the last time.
    case "heard": {
      const before = heard;
      heard = [];
      return before;
    }
  }
});
