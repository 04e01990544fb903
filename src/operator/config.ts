import { createHash } from "node:crypto";

import { z } from "zod";

import {
  type Language,
  defaultLanguages,
  languageName,
  type Setup,
} from "#domain/settings/setup.ts";
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
  webAddress,
  yesOrNo,
} from "#lib/environment.ts";
import type { StoreAddress } from "#store/open-store.ts";

export type Config = ReturnType<typeof readConfig>;

/** @throws ConfigError */
export function readConfig(env: Environment) {
  const e = readEnvironment(settings, env);
  return {
    slack: {
      botToken: e.SLACK_BOT_TOKEN,
      signingSecret: e.SLACK_SIGNING_SECRET,
      appToken: e.SLACK_APP_TOKEN,
      apiUrl: e.SLACK_API_URL,
    },
    partner: {
      baseUrl: e.PARTNER_BASE_URL,
      apiKey: e.PARTNER_API_KEY,
      fileField: e.PARTNER_FILE_FIELD,
      /** Hosts to which links to results may lead; an empty list allows any. */
      resultHosts: e.RESULT_HOSTS,
      timeoutMs: e.PARTNER_TIMEOUT_SECONDS * 1000,
      /** The fingerprint of a new key that the operator says is of the same account. */
      keyConfirmed: e.PARTNER_KEY_CONFIRMED,
    },
    host: e.HOST,
    port: e.PORT,
    /** The port of the operator's pages; undefined: they are on `port`, with Slack's requests. */
    operatorPort: e.OPERATOR_PORT === e.PORT && e.PORT !== 0 ? undefined : e.OPERATOR_PORT,
    admins: e.ADMINS,
    approvers: e.APPROVERS,
    store: e.STORE_URL,
    logLevel: e.LOG_LEVEL,
    setup: setupOf(e),
  };
}

function setupOf(e: z.infer<typeof settings>): Setup {
  return {
    languages: withDefault(e.TARGET_LANGS, e.DEFAULT_TARGET_LANG),
    defaultTarget: e.DEFAULT_TARGET_LANG,
    maxManuscriptBytes: e.MAX_MANUSCRIPT_MB * 1_048_576,
    previewChars: e.PREVIEW_CHARS,
    quoteStandsMs: e.QUOTE_HOURS * 3_600_000,
    pollMinMs: e.POLL_MIN_SECONDS * 1000,
    pollMaxMs: e.POLL_MAX_SECONDS * 1000,
    partnerTimeoutMs: e.PARTNER_TIMEOUT_SECONDS * 1000,
    resendQuietMs: e.RESEND_QUIET_SECONDS * 1000,
    resendWindowMs: e.RESEND_WINDOW_SECONDS * 1000,
    isAccountShared: e.PARTNER_ACCOUNT_SHARED === "yes",
    apiKeyFingerprint: createHash("sha256").update(e.PARTNER_API_KEY).digest("hex").slice(0, 16),
  };
}

/** Adds the default language, so that it can always be chosen. */
function withDefault(list: readonly Language[], code: string): readonly Language[] {
  return list.some((language) => language.code === code)
    ? list
    : [{ code, name: languageName(code) }, ...list];
}

const token = (prefix: string) =>
  oneWord.regex(new RegExp(`^${prefix}.`, "u"), `must begin with ${prefix}`);

const ids = z
  .string()
  .transform(splitList)
  .refine((list) => list.every((id) => /^[UWS][A-Z0-9]+$/u.test(id)), {
    message: "must be Slack ids (U…, W… or S…), separated by commas",
  });

const hostNames = z
  .string()
  .toLowerCase()
  .transform(splitList)
  .refine((list) => list.every((name) => /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/u.test(name)), {
    message: "must be names of hosts, separated by commas; *.cdn.example: all below that one",
  });

const languages = z
  .string()
  .transform((text): readonly Language[] => splitList(text).map(readLanguage))
  .refine((list) => list.length > 0 && list.every(({ code }) => /^[A-Za-z0-9_-]+$/u.test(code)), {
    message:
      "must be language codes, separated by commas; a code may carry a label, as in fr=French",
    abort: true,
  })
  .superRefine((list, context) => {
    for (const { code } of list.filter(isUnnamed)) {
      context.addIssue(
        `names “${code}”, which is no language code that I know: correct it, or give it a label (${code}=…) if the partner calls a language so`,
      );
    }
  });

const storeAddress = z.string().transform((text, context): StoreAddress => {
  if (text === "memory:") return { kind: "memory" };
  if (text.startsWith("sqlite:") && text.length > 7) return { kind: "sqlite", path: text.slice(7) };
  if (/^rediss?:\/\//u.test(text)) {
    if (isRedisAddress(text)) return { kind: "redis", url: text };
    context.addIssue("is no address: in a password write % as %25, / as %2F, # as %23, ? as %3F");
    return z.NEVER;
  }
  context.addIssue("must be sqlite:<path>, redis://…, rediss://… or memory:");
  return z.NEVER;
});

/** Also returns false for a bare %: the client decodes name and password, and would fail later. */
function isRedisAddress(text: string): boolean {
  const { hostname = "" } = URL.parse(text) ?? {};
  return hostname !== "" && !/%(?![0-9a-f]{2})/iu.test(text);
}

const settings = z
  .object({
    SLACK_BOT_TOKEN: token("xoxb-"),
    SLACK_SIGNING_SECRET: z.string().optional(),
    SLACK_APP_TOKEN: token("xapp-").optional(),
    SLACK_API_URL: webAddress.optional(),
    PARTNER_BASE_URL: webAddress.refine((text) => /\/api\/b2b\/v1\/?$/u.test(text), {
      message: "must end with /api/b2b/v1",
    }),
    PARTNER_API_KEY: oneWord,
    PARTNER_FILE_FIELD: z.string().default("file"),
    PARTNER_ACCOUNT_SHARED: yesOrNo,
    PARTNER_KEY_CONFIRMED: oneWord.optional(),
    RESULT_HOSTS: hostNames.default([]),
    HOST: hostAddress,
    PORT: portNumber.default(3000),
    OPERATOR_PORT: portNumber.optional(),
    ADMINS: ids.refine((list) => list.length > 0, "must name at least one person or user group"),
    APPROVERS: ids.default([]),
    DEFAULT_TARGET_LANG: z.string().default("en"),
    TARGET_LANGS: languages.default(defaultLanguages),
    PREVIEW_CHARS: count(3000).refine((most) => most <= 100_000, "must be at most 100000"),
    MAX_MANUSCRIPT_MB: positive(100),
    QUOTE_HOURS: positive(24),
    STORE_URL: storeAddress.default({ kind: "sqlite", path: "data/bot.sqlite" }),
    POLL_MIN_SECONDS: positive(5),
    POLL_MAX_SECONDS: positive(60),
    PARTNER_TIMEOUT_SECONDS: positive(90),
    RESEND_QUIET_SECONDS: positive(60),
    RESEND_WINDOW_SECONDS: positive(900),
    ALLOW_PLAIN_HTTP: yesOrNo,
    LOG_LEVEL: z
      .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
        message: "must be trace, debug, info, warn, error, fatal or silent",
      })
      .default("info"),
  })
  .refine((e) => e.SLACK_SIGNING_SECRET !== undefined || e.SLACK_APP_TOKEN !== undefined, {
    path: ["SLACK_SIGNING_SECRET"],
    message: "is missing (or set SLACK_APP_TOKEN to use Socket Mode)",
    when: () => true,
  })
  .superRefine((e, context) => {
    if (e.ALLOW_PLAIN_HTTP === "yes") return;
    const { SLACK_API_URL, PARTNER_BASE_URL, STORE_URL } = e;
    const store = STORE_URL.kind === "redis" ? STORE_URL.url : "";
    for (const [name, address = ""] of Object.entries({ SLACK_API_URL, PARTNER_BASE_URL, store })) {
      if (isPrivateWay(address)) continue;
      const message = notEncrypted;
      context.addIssue({ code: "custom", path: [name === "store" ? "STORE_URL" : name], message });
    }
  })
  .refine((e) => isOnOffer(e.DEFAULT_TARGET_LANG ?? "en", e.TARGET_LANGS ?? []), {
    path: ["DEFAULT_TARGET_LANG"],
    message:
      "is no language code that I know: correct it, or put it into TARGET_LANGS with a label, as in fr=French",
    when: () => true,
  })
  // Not "<=": when one of the two is no number, its own fault is enough.
  .refine((e) => !((e.POLL_MIN_SECONDS ?? 0) > (e.POLL_MAX_SECONDS ?? Infinity)), {
    path: ["POLL_MAX_SECONDS"],
    message: "must not be less than POLL_MIN_SECONDS",
    when: () => true,
  });

/** Returns values that must never be written anywhere, with a password in the store's address. */
export function secretsOf({ slack, partner, store }: Config): readonly string[] {
  const { botToken, signingSecret = "", appToken = "" } = slack;
  const password = store.kind === "redis" ? (URL.parse(store.url)?.password ?? "") : "";
  const spellings = [password, decodeURIComponent(password)];
  return [botToken, signingSecret, appToken, partner.apiKey, ...spellings];
}

/**
 * True for a code such as `jp`: neither known nor labelled, so most likely a slip, for which every
 * estimate would fail.
 */
function isUnnamed({ code, name }: Language): boolean {
  return name === code;
}

function isOnOffer(code: string, list: readonly Language[]): boolean {
  const isKnown = !isUnnamed({ code, name: languageName(code) });
  return isKnown || list.some((language) => language.code === code);
}

function splitList(text: string): readonly string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function readLanguage(entry: string): Language {
  const [code = "", ...label] = entry.split("=");
  const name = label.join("=").trim();
  return { code: code.trim(), name: name === "" ? languageName(code.trim()) : name };
}
