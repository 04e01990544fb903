import { z } from "zod";

import {
  type Environment,
  count,
  hostAddress,
  isPrivateWay,
  notEncrypted,
  oneWord,
  portNumber,
  positive,
  readEnvironment,
  unknownVariables,
  webAddress,
  yesOrNo,
} from "#lib/environment.ts";
import { parsedJson } from "#service/contract/text.ts";

export type ServiceConfig = ReturnType<typeof readConfig>;
export type ModelConfig = ServiceConfig["model"];

/** @throws ConfigError */
export function readConfig(env: Environment) {
  const e = readEnvironment(settings, env);
  return {
    host: e.SERVICE_HOST,
    port: e.SERVICE_PORT,
    /** The port of the operator's pages; undefined: they are on `port`. */
    operatorPort: e.SERVICE_OPERATOR_PORT,
    /** The origin of links to files; undefined: the origin of the request. */
    origin: e.SERVICE_PUBLIC_URL,
    store: e.SERVICE_STORE,
    /** Master keys: the first one seals, each of them opens. */
    secrets: e.SERVICE_SECRET,
    keepMs: e.SERVICE_KEEP_HOURS * 3_600_000,
    rememberMs: e.SERVICE_REMEMBER_DAYS * 86_400_000,
    giveUpMs: e.SERVICE_GIVE_UP_HOURS * 3_600_000,
    linkSeconds: e.SERVICE_LINK_SECONDS,
    maxBytes: e.SERVICE_MAX_MB * 1_048_576,
    /** The most pending work of one key. */
    mostPending: {
      tasks: e.SERVICE_PENDING_TASKS,
      characters: e.SERVICE_PENDING_CHARACTERS,
    },
    tasksAtOnce: e.SERVICE_TASKS_AT_ONCE,
    logLevel: e.SERVICE_LOG_LEVEL,
    /** Variables that no setting reads. A cluster may set some, so they stop nothing. */
    unknown: unknownVariables(env, {
      prefixes: ["SERVICE_", "MODEL_"],
      known: Object.keys(settings.shape),
    }),
    engine: e.SERVICE_ENGINE,
    /** Of the openai engine alone, for which the first two are required. */
    model: {
      baseUrl: e.MODEL_BASE_URL ?? "",
      name: e.MODEL_NAME ?? "",
      key: e.MODEL_KEY,
      /** Tokens that fit into one request, the answer included. */
      context: e.MODEL_CONTEXT,
      /**
       * Tokens of the source text in one request, at most: it also holds an answer of one to two
       * times that size, terms and earlier translation.
       */
      chunkTokens: Math.min(e.MODEL_CHUNK_TOKENS, Math.floor(e.MODEL_CONTEXT / 4)),
      requestsAtOnce: e.MODEL_REQUESTS_AT_ONCE,
      timeoutMs: e.MODEL_TIMEOUT_SECONDS * 1_000,
      register: e.MODEL_REGISTER,
      /** Fields beside our own in each request, for a server or model that needs them. */
      extra: e.MODEL_EXTRA,
      /** Prices of a million tokens, in the operator's currency. */
      price: { input: e.MODEL_PRICE_INPUT, output: e.MODEL_PRICE_OUTPUT },
    },
  };
}

const price = z.coerce.number("must be a number").min(0, "must not be negative").default(0);

/** People paste the whole endpoint. */
const chatAddress = webAddress.transform((text) =>
  text.replace(/\/$/u, "").replace(/\/chat\/completions$/u, ""),
);

const secrets = z.string().transform((text, context): readonly Uint8Array[] => {
  const keys = text.split(",").map((part) => Buffer.from(part.trim(), "base64"));
  if (keys.every(({ length }) => length === 32)) return keys;
  context.addIssue("must be 32 bytes in base64 (openssl rand -base64 32); older ones may follow");
  return z.NEVER;
});

const jsonObject = z
  .string()
  .transform(parsedJson)
  .pipe(z.record(z.string(), z.unknown(), "must be a JSON object"));

const settings = z
  .object({
    SERVICE_HOST: hostAddress,
    SERVICE_PORT: portNumber.default(4020),
    SERVICE_OPERATOR_PORT: portNumber.optional(),
    SERVICE_PUBLIC_URL: webAddress.transform((text) => new URL(text).origin).optional(),
    SERVICE_STORE: z.string().default("data/service.sqlite"),
    SERVICE_SECRET: secrets,
    SERVICE_KEEP_HOURS: positive(168),
    SERVICE_REMEMBER_DAYS: positive(90),
    SERVICE_GIVE_UP_HOURS: positive(24),
    SERVICE_LINK_SECONDS: count(300),
    SERVICE_MAX_MB: positive(20),
    SERVICE_TASKS_AT_ONCE: count(4),
    SERVICE_PENDING_TASKS: count(500),
    SERVICE_PENDING_CHARACTERS: count(50_000_000),
    SERVICE_LOG_LEVEL: z
      .enum(["debug", "info", "warn", "error", "silent"], {
        message: "must be debug, info, warn, error or silent",
      })
      .default("info"),
    SERVICE_ENGINE: z.enum(["pseudo", "apertium", "openai"], {
      message: "must be pseudo, apertium or openai",
    }),
    MODEL_BASE_URL: chatAddress.optional(),
    MODEL_KEY: oneWord.optional(),
    MODEL_NAME: z.string().optional(),
    MODEL_CONTEXT: count(8192),
    MODEL_CHUNK_TOKENS: count(1500),
    MODEL_REQUESTS_AT_ONCE: count(4),
    MODEL_TIMEOUT_SECONDS: positive(600),
    MODEL_REGISTER: z.string().default("literary prose"),
    MODEL_EXTRA: jsonObject.default({}),
    MODEL_PRICE_INPUT: price,
    MODEL_PRICE_OUTPUT: price,
    ALLOW_PLAIN_HTTP: yesOrNo,
  })
  .superRefine((e, context) => {
    const model = e.SERVICE_ENGINE === "openai" ? e.MODEL_BASE_URL : undefined;
    for (const [name, address = ""] of [
      ["SERVICE_STORE", e.SERVICE_STORE],
      ["MODEL_BASE_URL", model],
    ] as const) {
      if (e.ALLOW_PLAIN_HTTP === "yes" || isPrivateWay(address)) continue;
      context.addIssue({ code: "custom", path: [name], message: notEncrypted });
    }
    for (const name of ["MODEL_BASE_URL", "MODEL_NAME"] as const) {
      if (e.SERVICE_ENGINE !== "openai" || e[name] !== undefined) continue;
      const message = "is missing for the openai engine";
      context.addIssue({ code: "custom", path: [name], message });
    }
  });
