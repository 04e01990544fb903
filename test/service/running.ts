import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Pace } from "#http/steady-body.ts";
import { fetch, FormData } from "#lib/http.ts";
import { createLog } from "#operator/log.ts";
import { readConfig } from "#service/config.ts";
import type { Engine } from "#service/engines/engine.ts";
import { runKeys } from "#service/keys.ts";
import { startService } from "#service/start.ts";

export const secret = Buffer.alloc(32, 7).toString("base64");

type Options = {
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly engine?: Engine;
  readonly now?: () => number;
  readonly pace?: Pace;
};

/** Skips the waits for a model. */
const nap = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Starts the real service on a free port, with one account and a caller that knows only HTTP. */
export async function aService(options: Options = {}) {
  const { folder, env = {}, engine, now = Date.now, pace } = options;
  const path = folder ?? mkdtempSync(join(tmpdir(), "service-test-"));
  const config = readConfig({
    SERVICE_ENGINE: "pseudo",
    SERVICE_PORT: "0",
    SERVICE_SECRET: secret,
    SERVICE_STORE: join(path, "service.sqlite"),
    ...env,
  });
  const log = createLog({ level: "silent", secrets: [] });
  const service = await startService(config, { engine, log, now, sleep: nap, pace });
  const terms = ["--credits", "1000000", "--rpm", "100000"];
  const issued = (await runKeys(service.records, ["create", "press", ...terms])) ?? "";
  const [key = ""] = issued.split("\n");
  const caller = callerOf(service.url, key);
  return {
    ...service,
    path,
    key,
    ...caller,
    [Symbol.asyncDispose]: async () => {
      await service.close();
      if (folder === undefined) rmSync(path, { recursive: true });
    },
  };
}

/** Returns a caller that knows only HTTP. */
export function callerOf(url: string, key: string) {
  const call = async (path: string, init: { method?: string; body?: FormData } = {}) => {
    const address = path.startsWith("http") ? path : `${url}${path}`;
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(address, { ...init, headers });
    const text = await response.text();
    const body: unknown = text.startsWith("{") ? JSON.parse(text) : {};
    return { status: response.status, text, data: fieldOf(body, "data") };
  };
  const task = async (fields: Readonly<Record<string, string>>) => {
    const { file = "", ...rest } = fields;
    const form = new FormData();
    const all = {
      action: "translation",
      target_lang: "fr",
      estimated_chars: `${file.length}`,
      ...rest,
    };
    for (const [name, value] of Object.entries(all)) form.append(name, value);
    form.append("file", new Blob([file]), "novel.txt");
    return call("/tasks", { method: "POST", body: form });
  };
  const ended = async (id: unknown) => {
    for (;;) {
      const { data } = await call(`/tasks/${String(id)}`);
      if (data["status"] !== "pending") return data;
      // A loop without a pause would take the core from the service.
      await delay(5);
    }
  };
  return {
    call,
    task,
    ended,
    result: async (id: unknown) => {
      const { data } = await call(`/tasks/${String(id)}/download`);
      return (await call(String(data["download_url"]))).text;
    },
  };
}

function fieldOf(body: unknown, name: string): Record<string, unknown> {
  if (typeof body !== "object" || body === null) return {};
  const value: unknown = Object.fromEntries(Object.entries(body))[name];
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
