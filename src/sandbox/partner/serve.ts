import type { IncomingMessage, ServerResponse } from "node:http";

import { keyOf } from "./callers.ts";
import { answerControl } from "./controls.ts";
import { answerCaller, basePath, openLink } from "./endpoints.ts";
import { refused, send } from "./send.ts";
import type { Reply } from "./send.ts";
import { patched, strike } from "./strike.ts";
import type { Visit, World } from "./world.ts";

/** One request from its first byte to the last of its answer. */
export async function serve(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("date", new Date(world.now()).toUTCString());
  const address = new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`);
  if (address.pathname === "/sandbox" || address.pathname.startsWith("/sandbox/")) {
    return answerControl(world, request, response);
  }
  const { method = "GET", headers } = request;
  const key = keyOf(headers.authorization);
  const idempotencyKey = headers["idempotency-key"]?.toString();
  const path = address.pathname.replace(basePath, "");
  const visit: Visit = {
    request,
    address,
    method,
    path,
    key,
    account: world.books.keys.get(key)?.account ?? "",
    idempotencyKey,
    fault: world.faults.take({ method, path }),
  };
  const reply = await exchange(world, visit);
  // A body nobody read would block the connection.
  request.resume();
  const status = await send(response, { reply, fault: visit.fault });
  world.requests.add({ key, idempotencyKey, method, path, status, fault: visit.fault?.kind });
}

async function exchange(world: World, visit: Visit): Promise<Reply> {
  const { request, fault } = visit;
  if (fault?.kind === "drop" && fault.at === "start") return { status: "cut" };
  if (fault?.kind === "drop" && fault.at === "mid-body") {
    for await (const _ of request) break;
    return { status: "cut" };
  }
  const reply = await answer(world, visit).catch((cause: unknown): Reply => {
    // The client is gone, or something broke that the sandbox did not mean to.
    if (request.destroyed && !request.complete) return { status: "cut" };
    return refused(500, cause instanceof Error ? cause.message : "unknown");
  });
  return (await strike(world, visit, "after")) ?? patched(reply, visit.fault);
}

async function answer(world: World, visit: Visit): Promise<Reply> {
  if (visit.method === "GET" && visit.path.startsWith("/files/")) {
    return (await strike(world, visit, "before")) ?? openLink(world, visit.address);
  }
  return world.callers.refuse(visit.key) ?? answerCaller(world, visit);
}
