import { z } from "zod";

import { aService } from "../../test/service/running.ts";
import { answerQuestions } from "../measure/child-side.ts";

const asked = z.object({ model: z.string() });

/** The translation service with a model behind it, alone in its process. */
answerQuestions(async (question) => {
  const { model } = asked.parse(question);
  const { url, key, records } = await aService({
    env: { SERVICE_ENGINE: "openai", MODEL_BASE_URL: model, MODEL_NAME: "scripted" },
  });
  await records.accounts.add("press", 1_000_000_000);
  return { url, key };
});
