import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { type Reply, bodyOf, refused, send } from "#service/contract/send.ts";
import type { Visit } from "#service/service-context.ts";

import type { Fault } from "./faults.ts";
import type { World } from "./world.ts";

/** `cut`: no answer, the connection is closed. */
export type SandboxReply = Reply | { readonly status: "cut" };

/** A request and its fault; a fault for an action is known once the body was read. */
export type Struck = { readonly visit: Visit; fault: Fault | undefined };

/** Ends a create before it is committed. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly reply: SandboxReply;

  constructor(reply: SandboxReply) {
    super("the sandbox was told to answer otherwise");
    this.reply = reply;
  }
}

/** Applies a fault around the commit; returns the reply in place of the true one, if any. */
export async function strike(
  { sleep }: World,
  { fault }: Struck,
  moment: "before" | "after",
): Promise<SandboxReply | undefined> {
  if (fault === undefined || !("at" in fault) || fault.at !== moment) return undefined;
  switch (fault.kind) {
    case "delay":
      await sleep(fault.ms);
      return undefined;
    case "status":
      return refused(fault.status, "The sandbox was told to answer so.", fault.retryAfter);
    case "drop":
      return { status: "cut" };
  }
}

/** The reply with the fields that a fault changes or removes. */
export function patched(reply: SandboxReply, fault: Fault | undefined): SandboxReply {
  if (fault?.kind !== "patch" || reply.status !== "done") return reply;
  const entries = Object.entries({ ...reply.data, ...fault.set });
  const remaining = entries.filter(([name]) => !fault.remove.includes(name));
  return { status: "done", data: Object.fromEntries(remaining) };
}

type Sending = { readonly reply: SandboxReply; readonly fault: Fault | undefined };

/** Sends a reply, unharmed or not; returns the HTTP status, 0 for none. */
export async function sendSpoilt(
  response: ServerResponse,
  { reply, fault }: Sending,
): Promise<number> {
  if (reply.status === "cut") {
    response.destroy();
    return 0;
  }
  if (reply.status !== "done") return send(response, reply);
  const { data } = reply;
  const body = bodyOf(data);
  response.setHeader("content-type", "application/json");
  if (fault?.kind === "drop" && fault.at === "mid-reply") {
    response.writeHead(200, { "content-length": Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
    return 0;
  }
  if (fault?.kind !== "body") return send(response, reply);
  if (fault.body === "huge") await pipeline(Readable.from(hugeBody()), response);
  else {
    if (fault.body === "html") response.setHeader("content-type", "text/html");
    response.end(spoiled(fault.body, { data, body }));
  }
  return 200;
}

type Spoiling = { readonly data: Record<string, unknown>; readonly body: string };
type Spoilt = Exclude<Extract<Fault, { kind: "body" }>["body"], "huge">;

function spoiled(kind: Spoilt, { data, body }: Spoiling): string {
  switch (kind) {
    case "html":
      return "<!doctype html><title>Bad Gateway</title><h1>We will be right back</h1>";
    case "truncated":
      return body.slice(0, body.length / 2);
    case "wrong-types":
      return JSON.stringify({
        success: true,
        data: Object.fromEntries(Object.entries(data).map(mistyped)),
      });
    case "empty":
      return "";
    case "unsuccessful":
      return JSON.stringify({ success: false, data });
  }
}

function mistyped([name, value]: [string, unknown]): [string, unknown] {
  return [name, typeof value === "string" ? { value } : [String(value)]];
}

/** Half a gigabyte that a reader should refuse long before its end. */
function* hugeBody(): Generator<string> {
  yield '{"success":true,"data":{"padding":"';
  const block = "x".repeat(1 << 20);
  for (let index = 0; index < 512; index += 1) yield block;
  yield '"}}';
}
