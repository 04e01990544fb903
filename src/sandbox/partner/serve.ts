import type { IncomingMessage, ServerResponse } from "node:http";

import { keyOf } from "./callers.ts";
import { answerControl } from "./controls.ts";
import type { Fault } from "./faults.ts";
import { refused } from "./reply.ts";
import type { Reply } from "./reply.ts";
import { answerFile, answerPartner } from "./routes.ts";
import type { Visit } from "./routes.ts";
import { send } from "./send.ts";
import { strikeAfter, strikeBefore, strikeBooks } from "./strike.ts";
import { outputName } from "./views.ts";
import type { World } from "./world.ts";

export const basePath = "/api/b2b/v1";
const filePath = "/api/tasks/download-file/";

/** One request from its first byte to the last of its answer. */
export async function serve(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("date", new Date(world.now()).toUTCString());
  const origin = `http://${request.headers.host ?? "localhost"}`;
  const address = new URL(request.url ?? "/", origin);
  if (address.pathname === "/sandbox" || address.pathname.startsWith("/sandbox/")) {
    const { status, type, body } = await answerControl(world, request);
    response.writeHead(status, { "content-type": type }).end(body);
    return;
  }
  const method = request.method ?? "GET";
  const path = address.pathname.replace(basePath, "");
  const fault = world.faults.take({ method, path });
  const end = await exchange(world, { request, response, address, method, path, fault });
  const { authorization, "idempotency-key": idempotencyKey } = request.headers;
  world.requests.add({
    key: keyOf(authorization),
    idempotencyKey: idempotencyKey?.toString(),
    method,
    path,
    ...end,
  });
}

type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly address: URL;
  readonly method: string;
  readonly path: string;
  readonly fault: Fault | undefined;
};

type End = { readonly status: number; readonly fault: string | undefined };

async function exchange(world: World, arrival: Exchange): Promise<End> {
  const { request, response, fault } = arrival;
  if (fault?.kind === "drop" && (fault.at === "start" || fault.at === "mid-body")) {
    if (fault.at === "mid-body") await anyOf(request);
    return { status: await send(response, { reply: { status: "cut" }, fault }), fault: fault.kind };
  }
  const struck = { fault };
  const reply = await answer(world, { ...arrival, struck }).catch((cause: unknown): Reply => {
    // The client is gone, or something broke that the sandbox did not mean to.
    if (request.destroyed && !request.complete) return { status: "cut" };
    return refused(500, cause instanceof Error ? cause.message : "unknown");
  });
  // A body nobody read would block the connection.
  request.resume();
  const told = await strikeAfter(world, { fault: struck.fault, reply });
  const status = await send(response, { reply: told, fault: struck.fault });
  return { status, fault: struck.fault?.kind };
}

type Answering = Omit<Exchange, "response" | "fault"> & {
  readonly struck: { fault: Fault | undefined };
};

async function answer(
  world: World,
  { request, address, method, path, struck }: Answering,
): Promise<Reply> {
  const { authorization } = request.headers;
  strikeBooks(world, { fault: struck.fault, authorization });
  if (method === "GET" && path.startsWith("/files/")) {
    return (await strikeBefore(world, struck.fault)) ?? openLink(world, address);
  }
  const caller = world.callers.admit(authorization);
  if ("status" in caller) return caller;
  const visit: Visit = {
    request,
    method,
    path,
    caller,
    origin: address.origin,
    struck,
    beforeCommit: () => strikeBefore(world, struck.fault),
  };
  if (address.pathname.startsWith(filePath)) {
    return (await visit.beforeCommit()) ?? answerFile(world, visit);
  }
  if (address.pathname.startsWith(`${basePath}/`)) return answerPartner(world, visit);
  return refused(404, "There is no such address.");
}

function openLink(world: World, address: URL): Reply {
  const task = world.books.tasks.get(world.links.check(address) ?? "");
  if (task === undefined) return refused(403, "This link has expired or was never issued.");
  return { status: "file", path: world.texts.output(task.id), fileName: outputName(task) };
}

async function anyOf(request: IncomingMessage): Promise<void> {
  for await (const _ of request) return;
}
