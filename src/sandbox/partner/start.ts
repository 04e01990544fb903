import { type IncomingMessage, type ServerResponse, createServer } from "node:http";

import { keepAliveTimeout, listen, shut } from "#sandbox/slack/http.ts";
import {
  answerCaller,
  basePath,
  isLink,
  openLink,
  openVisit,
} from "#service/contract/endpoints.ts";
import { refused, send } from "#service/contract/send.ts";

import { type Change, answerControl, applyChange, reportRecords } from "./controls.ts";
import { type FaultOrder, type Note, noteOf } from "./faults.ts";
import {
  Interrupted,
  type SandboxReply,
  type Struck,
  patched,
  sendSpoilt,
  strike,
} from "./strike.ts";
import { type PartnerSandboxOptions, type World, costOf, openWorld } from "./world.ts";

/**
 * Starts the whole Partner API as a service on this machine, with state of its own.
 *
 * @returns its address (`url` ends with /api/b2b/v1), its records and its controls
 */
export async function startPartnerSandbox(options: PartnerSandboxOptions = {}) {
  const world = await openWorld(options);
  const log = options.log ?? (() => undefined);
  const server = createServer({ requestTimeout: 0, keepAliveTimeout }, (request, response) => {
    serve(world, request, response).catch((cause: unknown) => {
      log(`the sandbox could not answer: ${String(cause)}`);
      response.destroy();
    });
  });
  const origin = await listen(server, options.port ?? 0).catch(async (cause: unknown) => {
    await world.close();
    throw cause;
  });
  const close = async () => {
    await shut(server);
    await world.close();
  };
  return {
    origin,
    url: `${origin}${basePath}`,
    records: () => reportRecords(world),
    /** Calls a listener for every answered request, with its idempotency key. */
    onRequest: world.requests.onAdd,
    inject: (fault: FaultOrder) => {
      world.faults.add(fault);
    },
    clearFaults: world.faults.clear,
    /** Applies to all requests from now on: the records are in this process. */
    change: (change: Change) => void applyChange(world, change),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function serve(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("date", new Date(world.now()).toUTCString());
  const visit = await openVisit(world, request, world.settings);
  if (visit === undefined) {
    return void (await send(response, refused(400, "The address or its Host is malformed.")));
  }
  const { pathname } = visit.address;
  if (pathname === "/sandbox" || pathname.startsWith("/sandbox/")) {
    return answerControl(world, request, response);
  }
  const { method, path, key, idempotencyKey } = visit;
  const isRepeated = await hasTask(world, idempotencyKey);
  const struck: Struck = { visit, fault: world.faults.take({ method, path, isRepeated }) };
  const reply = await exchange(world, struck);
  // An unread body would block the connection.
  request.resume();
  const status = await sendSpoilt(response, { reply, fault: struck.fault });
  const [keyPrefix, fault] = [key?.prefix ?? "", struck.fault?.kind];
  world.requests.add({ keyPrefix, idempotencyKey, method, path, status, fault });
}

async function exchange(world: World, struck: Struck): Promise<SandboxReply> {
  const { fault, visit } = struck;
  const { request } = visit;
  if (fault?.kind === "drop" && fault.at === "start") return { status: "cut" };
  if (fault?.kind === "drop" && fault.at === "mid-body") {
    for await (const _ of request) break;
    return { status: "cut" };
  }
  const reply = await answer(world, struck).catch((cause: unknown): SandboxReply => {
    if (cause instanceof Interrupted) return cause.reply;
    // The client is gone, or an unintended error happened in the sandbox.
    if (request.destroyed && !request.complete) return { status: "cut" };
    return refused(500, cause instanceof Error ? cause.message : "unknown");
  });
  const visible = await withoutLateCharges(world, struck, await withoutHiddenCharge(world, reply));
  return (await strike(world, struck, "after")) ?? patched(visible, struck.fault);
}

async function answer(world: World, struck: Struck): Promise<SandboxReply> {
  const { visit } = struck;
  if (isLink(visit)) return (await strike(world, struck, "before")) ?? openLink(world, visit);
  const refusal = await world.callers.refuse(visit.key);
  if (refusal !== undefined) return refusal;
  const { method, path } = visit;
  const isCreate = method === "POST" && path === "/tasks";
  const stopped = isCreate ? undefined : await strike(world, struck, "before");
  if (stopped !== undefined) return stopped;
  if (path === "/usage") await world.work.lookAtAll();
  return answerCaller(world, {
    ...visit,
    linkSeconds: struck.fault?.kind === "expired-link" ? 0 : visit.linkSeconds,
    beforeCommit: async (action): Promise<Note> => {
      const isRepeated = await hasTask(world, visit.idempotencyKey);
      struck.fault ??= world.faults.take({ method, path, action, isRepeated });
      const stopped = await strike(world, struck, "before");
      if (stopped !== undefined) throw new Interrupted(stopped);
      return { fault: struck.fault, hidesCharge: costOf(world.settings, action) === "silently" };
    },
  });
}

async function hasTask({ records, faults }: World, key: string | undefined): Promise<boolean> {
  if (key === undefined || faults.waiting.length === 0) return false;
  return (await records.tasks.all()).some(({ idempotencyKey }) => idempotencyKey === key);
}

/** Returns the usage as it was before the charges that do not show yet. */
async function withoutLateCharges(
  { records, now, settings: { usageLagMs } }: World,
  { visit: { path, key } }: Struck,
  reply: SandboxReply,
): Promise<SandboxReply> {
  if (reply.status !== "done" || path !== "/usage" || usageLagMs === 0) return reply;
  const { balance_credits: balance, period_used_credits: used } = reply.data;
  const late = (await records.tasks.all())
    .filter(({ account, endedAt = 0 }) => account === key?.account && endedAt > now() - usageLagMs)
    .reduce((sum, { charged }) => sum + charged, 0);
  const data = {
    ...reply.data,
    balance_credits: Number(balance) + late,
    period_used_credits: Number(used) - late,
  };
  return { status: "done", data };
}

async function withoutHiddenCharge({ records }: World, reply: SandboxReply): Promise<SandboxReply> {
  if (reply.status !== "done") return reply;
  const { task_id: id, credits_charged: _, ...rest } = reply.data;
  const task = typeof id === "string" ? await records.tasks.find(id) : undefined;
  if (task === undefined || noteOf(task).hidesCharge !== true) return reply;
  return { status: "done", data: { task_id: id, ...rest } };
}
