import { isIP } from "node:net";

import { z } from "zod";

export type ServiceConfig = {
  readonly host: string;
  readonly port: number;
  /** The origin of links to files; undefined: the origin of the request. */
  readonly origin: string | undefined;
  readonly store: string;
  /** Master keys: the first one seals, each of them opens. */
  readonly secrets: readonly Uint8Array[];
  readonly keepMs: number;
  readonly giveUpMs: number;
  readonly linkSeconds: number;
  readonly maxBytes: number;
  readonly tasksAtOnce: number;
  readonly logLevel: string;
  readonly engine: "pseudo" | "apertium" | "openai";
  readonly model: ModelConfig | undefined;
};

export type ModelConfig = {
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly name: string;
  /** Tokens that fit into one request, the answer included. */
  readonly context: number;
  /** Tokens of the source text in one request, at most. */
  readonly chunkTokens: number;
  readonly requestsAtOnce: number;
  readonly timeoutMs: number;
  readonly register: string;
  /** Fields beside our own in each request, for a server or model that needs them. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Prices of a million tokens, in the operator's currency. */
  readonly price: { readonly input: number; readonly output: number };
};

/** Names all faults at once, one line each, without any value. */
export class ConfigFault extends Error {
  override readonly name = "ConfigFault";
}

/** @throws ConfigFault */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ServiceConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, code, message }) => {
      const isMissing = code === "invalid_type" && message.startsWith("Invalid input");
      return `${path.join(".")} ${isMissing ? "is missing" : message}`;
    });
    throw new ConfigFault(lines.join("\n"));
  }
  const e = parsed.data;
  return {
    host: e.SERVICE_HOST,
    port: e.SERVICE_PORT,
    origin: e.SERVICE_PUBLIC_URL,
    store: e.SERVICE_STORE,
    secrets: e.SERVICE_SECRET,
    keepMs: e.SERVICE_KEEP_HOURS * 3_600_000,
    giveUpMs: e.SERVICE_GIVE_UP_HOURS * 3_600_000,
    linkSeconds: e.SERVICE_LINK_SECONDS,
    maxBytes: e.SERVICE_MAX_MB * 1_048_576,
    tasksAtOnce: e.SERVICE_TASKS_AT_ONCE,
    logLevel: e.SERVICE_LOG_LEVEL,
    engine: e.SERVICE_ENGINE,
    model: modelOf(e),
  };
}

function modelOf(e: Environment): ModelConfig | undefined {
  if (e.MODEL_BASE_URL === undefined || e.MODEL_NAME === undefined) return undefined;
  return {
    baseUrl: e.MODEL_BASE_URL,
    key: e.MODEL_KEY,
    name: e.MODEL_NAME,
    context: e.MODEL_CONTEXT,
    // A request holds the chunk, an answer of one to two times that size, terms and earlier
    // translation.
    chunkTokens: Math.min(e.MODEL_CHUNK_TOKENS, Math.floor(e.MODEL_CONTEXT / 4)),
    requestsAtOnce: e.MODEL_REQUESTS_AT_ONCE,
    timeoutMs: e.MODEL_TIMEOUT_SECONDS * 1_000,
    register: e.MODEL_REGISTER,
    extra: e.MODEL_EXTRA,
    price: { input: e.MODEL_PRICE_INPUT, output: e.MODEL_PRICE_OUTPUT },
  };
}

const positive = (fallback: number) =>
  z.coerce.number("must be a number").positive("must be more than 0").default(fallback);
const count = (fallback: number) => positive(fallback).pipe(z.int("must be a whole number"));
const price = z.coerce.number("must be a number").min(0, "must not be negative").default(0);

const webAddress = z
  .string()
  .refine(
    (text) => /^https?:$/u.test(URL.parse(text)?.protocol ?? ""),
    "must be an http(s) address",
  );

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

const jsonObject = z.string().transform((text, context): Readonly<Record<string, unknown>> => {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    context.addIssue("must be a JSON object");
    return z.NEVER;
  }
});

const environment = z
  .object({
    SERVICE_HOST: z
      .string()
      .refine((host) => isIP(host) > 0 || host === "localhost", "must be an IP address")
      .default("127.0.0.1"),
    SERVICE_PORT: z.coerce.number("must be a number").int().min(0).max(65_535).default(4020),
    SERVICE_PUBLIC_URL: webAddress.transform((text) => new URL(text).origin).optional(),
    SERVICE_STORE: z.string().default("data/service.sqlite"),
    SERVICE_SECRET: secrets,
    SERVICE_KEEP_HOURS: positive(168),
    SERVICE_GIVE_UP_HOURS: positive(24),
    SERVICE_LINK_SECONDS: count(300),
    SERVICE_MAX_MB: positive(20),
    SERVICE_TASKS_AT_ONCE: count(4),
    SERVICE_LOG_LEVEL: z
      .enum(["debug", "info", "warn", "error", "silent"], {
        message: "must be debug, info, warn, error or silent",
      })
      .default("info"),
    SERVICE_ENGINE: z.enum(["pseudo", "apertium", "openai"], {
      message: "must be pseudo, apertium or openai",
    }),
    MODEL_BASE_URL: chatAddress.optional(),
    MODEL_KEY: z.string().optional(),
    MODEL_NAME: z.string().optional(),
    MODEL_CONTEXT: count(8192),
    MODEL_CHUNK_TOKENS: count(1500),
    MODEL_REQUESTS_AT_ONCE: count(4),
    MODEL_TIMEOUT_SECONDS: positive(600),
    MODEL_REGISTER: z.string().default("literary prose"),
    MODEL_EXTRA: jsonObject.default({}),
    MODEL_PRICE_INPUT: price,
    MODEL_PRICE_OUTPUT: price,
  })
  .superRefine((e, context) => {
    if (e.SERVICE_ENGINE !== "openai") return;
    for (const name of ["MODEL_BASE_URL", "MODEL_NAME"] as const) {
      if (e[name] !== undefined) continue;
      context.addIssue({
        code: "custom",
        path: [name],
        message: "is missing for the openai engine",
      });
    }
  });
type Environment = z.infer<typeof environment>;
