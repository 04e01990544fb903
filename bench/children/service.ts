import { randomUUID } from "node:crypto";

import { z } from "zod";

import { issueKeys } from "../../src/sandbox/partner/world.ts";
import { aService } from "../../test/service/running.ts";
import { answerQuestions } from "../measure/child-side.ts";

const asked = z.object({
  model: z.string(),
  /** A Redis, if several processes share the accounts. */
  store: z.string().optional(),
  /** Names of accounts that get a key each. */
  accounts: z.array(z.string()).default([]),
});

const terms = { balance: 1_000_000_000, rpm: 1_000_000 };

/** The translation service with a model behind it, alone in its process. */
answerQuestions(async (question) => {
  const { model, store, accounts } = asked.parse(question);
  const { url, key, records } = await aService({
    env: {
      SERVICE_ENGINE: "openai",
      MODEL_BASE_URL: model,
      MODEL_NAME: "scripted",
      ...(store !== undefined && { SERVICE_STORE: store }),
    },
  });
  await records.accounts.add("press", terms.balance);
  const issued = accounts.map((account) => ({ key: randomUUID(), account }));
  await issueKeys(records, { keys: issued, ...terms });
  return { url, key, keys: issued.map((one) => one.key) };
});
