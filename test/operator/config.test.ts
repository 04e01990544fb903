import { describe, expect, test } from "vitest";

import { ConfigError } from "#lib/environment.ts";
import { readConfig } from "#operator/config.ts";

import { hour, minute, second } from "../builders.ts";

const complete = {
  SLACK_BOT_TOKEN: "xoxb-1",
  SLACK_SIGNING_SECRET: "shh",
  PARTNER_BASE_URL: "https://partner.example/api/b2b/v1",
  PARTNER_API_KEY: "key",
  ADMINS: "U0ADA",
};

function faultsOf(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.message.split("\n") : ["another error"];
  }
}

test("what has to be set is enough, and the rest has sensible values", () => {
  expect(readConfig(complete)).toMatchObject({
    slack: { botToken: "xoxb-1", signingSecret: "shh", appToken: undefined, apiUrl: undefined },
    partner: { apiKey: "key", fileField: "file", resultHosts: [], timeoutMs: 90_000 },
    host: "127.0.0.1",
    port: 3000,
    operatorPort: undefined,
    admins: ["U0ADA"],
    approvers: [],
    store: { kind: "sqlite", path: "data/bot.sqlite" },
    logLevel: "info",
    setup: {
      defaultTarget: "en",
      maxManuscriptBytes: 104_857_600,
      previewChars: 3000,
      quoteStandsMs: 24 * hour,
      pollMinMs: 5 * second,
      pollMaxMs: 60 * second,
      partnerTimeoutMs: 90 * second,
      resendQuietMs: minute,
      resendWindowMs: 15 * minute,
    },
  });
});

test("every variable that is missing is named, all at once, each on its line", () => {
  expect(faultsOf({})).toEqual([
    "SLACK_BOT_TOKEN is missing",
    "PARTNER_BASE_URL is missing",
    "PARTNER_API_KEY is missing",
    "ADMINS is missing",
    "SLACK_SIGNING_SECRET is missing (or set SLACK_APP_TOKEN to use Socket Mode)",
  ]);
});

test("a variable that is set to nothing is missing: no secret is ever empty", () => {
  expect(faultsOf({ ...complete, SLACK_SIGNING_SECRET: "  ", PARTNER_API_KEY: "" })).toEqual([
    "PARTNER_API_KEY is missing",
    "SLACK_SIGNING_SECRET is missing (or set SLACK_APP_TOKEN to use Socket Mode)",
  ]);
});

test("Socket Mode needs no signing secret", () => {
  const { SLACK_SIGNING_SECRET: _, ...rest } = complete;

  expect(readConfig({ ...rest, SLACK_APP_TOKEN: "xapp-1" }).slack.appToken).toBe("xapp-1");
});

test("spaces, line ends and quotation marks around a value are no part of it", () => {
  const wrapped = { SLACK_BOT_TOKEN: " xoxb-1\n", PARTNER_API_KEY: '"key" ', ADMINS: "'U0ADA'" };

  expect(readConfig({ ...complete, ...wrapped })).toEqual(readConfig(complete));
  expect(faultsOf({ ...complete, PARTNER_API_KEY: '""' })).toEqual(["PARTNER_API_KEY is missing"]);
});

test.each([
  ["SLACK_BOT_TOKEN", "xoxp-1", "must begin with xoxb-"],
  ["SLACK_BOT_TOKEN", "xoxb-…", "has a space in it, or a character that no key has"],
  ["PARTNER_API_KEY", "Bearer key", "has a space in it, or a character that no key has"],
  ["SLACK_APP_TOKEN", "1", "must begin with xapp-"],
  ["SLACK_API_URL", "ftp://slack.example", "must be an http(s) address"],
  ["PARTNER_BASE_URL", "partner.example/api/b2b/v1", "must be an http(s) address"],
  ["PARTNER_BASE_URL", "https://partner.example", "must end with /api/b2b/v1"],
  ["PORT", "abc", "must be a number"],
  ["PORT", "3.5", "must be a whole number from 0 to 65535"],
  ["PORT", "-1", "must be a whole number from 0 to 65535"],
  ["PORT", "65536", "must be a whole number from 0 to 65535"],
  ["OPERATOR_PORT", "65536", "must be a whole number from 0 to 65535"],
  ["HOST", "desk.example", "must be an IP address of this machine"],
  ["RESULT_HOSTS", "https://files.example", "must be names of hosts, separated by commas"],
  ["RESULT_HOSTS", "files.example; *.example", "must be names of hosts, separated by commas"],
  ["RESULT_HOSTS", "*", "must be names of hosts, separated by commas"],
  ["ADMINS", ",", "must name at least one person or user group"],
  ["ADMINS", "ada", "must be Slack ids (U…, W… or S…), separated by commas"],
  ["APPROVERS", "U0ANA;U0SAM", "must be Slack ids (U…, W… or S…), separated by commas"],
  ["TARGET_LANGS", ",", "must be language codes"],
  ["TARGET_LANGS", "fr French", "must be language codes"],
  ["TARGET_LANGS", "fr,jp", "names “jp”, which is no language code that I know"],
  ["DEFAULT_TARGET_LANG", "english", "is no language code that I know"],
  ["PREVIEW_CHARS", "0", "must be more than 0"],
  ["PREVIEW_CHARS", "1.5", "must be a whole number"],
  ["PREVIEW_CHARS", "100001", "must be at most 100000"],
  ["MAX_MANUSCRIPT_MB", "0", "must be more than 0"],
  ["QUOTE_HOURS", "-1", "must be more than 0"],
  ["QUOTE_HOURS", "Infinity", "must be a number"],
  ["QUOTE_HOURS", "soon", "must be a number"],
  ["STORE_URL", "postgres://x", "must be sqlite:<path>, redis://…, rediss://… or memory:"],
  ["STORE_URL", "sqlite:", "must be sqlite:<path>, redis://…, rediss://… or memory:"],
  ["STORE_URL", "redis://:100%@redis", "is no address: in a password write % as %25"],
  ["STORE_URL", "rediss://:a/b#c@redis", "is no address: in a password write % as %25"],
  ["STORE_URL", "redis://", "is no address"],
  ["POLL_MIN_SECONDS", "0", "must be more than 0"],
  ["POLL_MAX_SECONDS", "4", "must not be less than POLL_MIN_SECONDS"],
  ["RESEND_WINDOW_SECONDS", "x", "must be a number"],
  ["ALLOW_PLAIN_HTTP", "true", "must be yes or no"],
  ["LOG_LEVEL", "loud", "must be trace, debug, info, warn, error, fatal or silent"],
])("%s=%s: %s", (name, value, what) => {
  expect(faultsOf({ ...complete, [name]: value })).toEqual([
    expect.stringContaining(`${name} ${what}`),
  ]);
});

describe("what is not encrypted", () => {
  const plain = {
    SLACK_API_URL: "http://slack.example/api/",
    PARTNER_BASE_URL: "http://127.partner.example/api/b2b/v1",
    STORE_URL: "redis://:secret@redis.example:6379",
  };

  test("stays on this machine, each address is named", () => {
    const faults = faultsOf({ ...complete, ...plain });

    expect(faults).toEqual(
      Object.keys(plain).map((name): unknown => expect.stringMatching(`^${name} is not encrypted`)),
    );
  });

  test.each([
    ["where that is allowed", { ...plain, ALLOW_PLAIN_HTTP: "yes" }],
    ["where it stays here", { PARTNER_BASE_URL: "http://[::1]:1/api/b2b/v1" }],
    ["where it stays here, by name", { SLACK_API_URL: "http://localhost:1/api/" }],
    ["where it stays here, by number", { STORE_URL: "redis://127.0.0.1:6379" }],
    ["where all is encrypted", { STORE_URL: "rediss://redis.example" }],
  ])("is taken %s", (_, env) => {
    expect(faultsOf({ ...complete, ...env })).toEqual([]);
  });
});

test("faults of every kind are told together", () => {
  const faults = faultsOf({ ...complete, PORT: "abc", POLL_MAX_SECONDS: "1", LOG_LEVEL: "loud" });

  expect(new Set(faults.map((line) => line.split(" ")[0]))).toEqual(
    new Set(["PORT", "LOG_LEVEL", "POLL_MAX_SECONDS"]),
  );
});

test("no fault shows what a variable holds", () => {
  const canary = "canary-7361";
  const names = [...Object.keys(complete), "SLACK_APP_TOKEN", "STORE_URL", "APPROVERS", "PORT"];
  const env = Object.fromEntries(names.map((name) => [name, canary]));

  const said = faultsOf(env).join("\n");

  expect(said).not.toBe("");
  expect(said).not.toContain(canary);
});

describe("settings with a shape of their own", () => {
  test.each([
    ["memory:", { kind: "memory" }],
    ["sqlite:/var/lib/galley/bot.sqlite", { kind: "sqlite", path: "/var/lib/galley/bot.sqlite" }],
    ["rediss://user:pw@host:6380/1", { kind: "redis", url: "rediss://user:pw@host:6380/1" }],
  ])("STORE_URL=%s", (STORE_URL, store) => {
    expect(readConfig({ ...complete, STORE_URL }).store).toEqual(store);
  });

  test("people and groups are listed with commas, spaces or not", () => {
    const ids = " U0ADA , W0SAM,S0EDITORS, ";

    expect(readConfig({ ...complete, APPROVERS: ids }).approvers).toEqual([
      "U0ADA",
      "W0SAM",
      "S0EDITORS",
    ]);
  });

  test("a code that only the partner knows is taken with a label", () => {
    const env = { ...complete, TARGET_LANGS: "fr,xx_a=Elvish", DEFAULT_TARGET_LANG: "xx_a" };

    expect(readConfig(env).setup).toMatchObject({ defaultTarget: "xx_a" });
  });

  test("a language may carry a label, and the one quoted for first is always among them", () => {
    const env = { ...complete, TARGET_LANGS: "fr, de = Deutsch = DE", DEFAULT_TARGET_LANG: "ja" };

    expect(readConfig(env).setup.languages).toEqual([
      { code: "ja", name: "Japanese" },
      { code: "fr", name: "French" },
      { code: "de", name: "Deutsch = DE" },
    ]);
  });
});
