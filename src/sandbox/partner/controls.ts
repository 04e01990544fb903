import type { IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";

import { z } from "zod";

import { faultLine } from "#lib/fault-line.ts";
import { hashOf } from "#service/records/records.ts";

import { noteOf } from "./faults.ts";
import { type World, settingsSchema } from "./world.ts";

const changeSchema = settingsSchema
  .extend({
    /** The key of the next three fields; every key when it is left out. */
    key: z.string(),
    balance: z.int(),
    rpm: z.int().min(1),
    revoked: z.boolean(),
    /** Forgets every idempotency key, as a partner does some day. */
    forgetKeys: z.literal(true),
  })
  .partial()
  .strict();
/** Changes while the service runs; each field is independent of the others. */
export type Change = z.infer<typeof changeSchema>;

const manual = `The sandbox's own controls, on this machine only:
  GET    /sandbox/records      accounts, tasks, creates, requests, faults that wait and that struck
  POST   /sandbox/settings   ${Object.keys(changeSchema.shape).join(", ")}
  POST   /sandbox/faults     queue a fault: {"kind": …, "method"?, "path"?, "action"?, "skip"?, "times"?}
  DELETE /sandbox/faults     forget those that wait
Kinds: status (status, at, retryAfter) · drop (at: start, mid-body, before, after, mid-reply) ·
  delay (ms, at) · body (body: html, truncated, wrong-types, empty, unsuccessful, huge) ·
  patch (set, remove) · ends-as (status) · never-ends · surcharge (credits) · omits (from, to) ·
  lacks-file · ignores-terms · expired-link. "at" is before or after the task is committed.
`;

export async function answerControl(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const show = (value: unknown) => {
    response.setHeader("content-type", "application/json");
    response.end(`${JSON.stringify(value, undefined, 2)}\n`);
  };
  const plain = (status: number, text: string) => {
    response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(text);
  };
  const { faults, settings } = world;
  if (!isFromHere(request)) return plain(403, "The controls are for programs on this machine.\n");
  try {
    switch (`${request.method} ${request.url?.split("?")[0]}`) {
      case "GET /sandbox":
        return plain(200, manual);
      case "GET /sandbox/records":
        return show(await reportRecords(world));
      case "POST /sandbox/settings":
        await applyChange(world, changeSchema.parse(await readJson(request)));
        return show(settings);
      case "POST /sandbox/faults":
        faults.add(await readJson(request));
        return show({ waiting: faults.waiting });
      case "DELETE /sandbox/faults":
        faults.clear();
        return show({ waiting: faults.waiting });
      default:
        return plain(404, manual);
    }
  } catch (cause) {
    plain(400, `${cause instanceof z.ZodError ? faultLine(cause) : String(cause)}\n`);
  }
}

/** Refuses pages in a browser, whatever name leads here: they must not control the partner. */
function isFromHere({ headers }: IncomingMessage): boolean {
  const { host = "", origin } = headers;
  return origin === undefined && /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/u.test(host);
}

/** Changes the behaviour of the service, or its keys and accounts, from now on. */
export async function applyChange(world: World, change: Change): Promise<void> {
  const { key, balance, rpm, revoked, forgetKeys, ...settings } = change;
  Object.assign(world.settings, settings);
  const { keys, accounts, tasks } = world.records;
  if (forgetKeys === true) await tasks.forgetKeys();
  for (const record of await keys.all()) {
    if (key !== undefined && record.hash !== hashOf(key)) continue;
    await keys.change({ ...record, rpm: rpm ?? record.rpm, revoked: revoked ?? record.revoked });
    if (balance !== undefined) await accounts.set(record.account, balance);
  }
}

const unshown = { note: undefined, terms: undefined, glossary: undefined, linkSecret: undefined };

/**
 * Reports the service's own records, the oracle of tests: everything created, reserved and charged,
 * by account and key, and the frequency of requests. Tasks whose time has come are ended first.
 */
export async function reportRecords(world: World) {
  const { records, window, faults, requests, settings, work } = world;
  await work.lookAtAll();
  const recent = requests.recent();
  return {
    accounts: await Promise.all(
      (await records.accounts.all()).map(async ({ name, balance, reserved }) => ({
        account: name,
        balance,
        reserved,
        available: balance - reserved,
        charged: await records.accounts.used(name, 0),
      })),
    ),
    tasks: (await records.tasks.all()).map(({ id: taskId, ...task }) => {
      return { taskId, ...task, ...unshown, fault: noteOf(task).fault };
    }),
    creates: await records.creates.all(),
    rates: (await records.keys.all()).map(({ hash, prefix, rpm }) => ({
      keyPrefix: prefix,
      limit: rpm,
      lastMinute: window.recentOf(hash, world.now()).length,
      refused: recent.filter((one) => one.keyPrefix === prefix && one.status === 429).length,
    })),
    requests: recent,
    settings: { ...settings },
    faults: { waiting: [...faults.waiting], fired: [...faults.fired] },
  };
}
