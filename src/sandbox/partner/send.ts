import { createReadStream, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Fault } from "./faults.ts";
import type { Reply } from "./reply.ts";

type Sending = {
  readonly reply: Reply;
  readonly fault: Fault | undefined;
};

/** Puts a reply on the wire, unharmed or not; answers the HTTP status, 0 for none. */
export async function send(response: ServerResponse, sending: Sending): Promise<number> {
  const { reply, fault } = sending;
  switch (reply.status) {
    case "cut":
      response.destroy();
      return 0;
    case "file":
      response.writeHead(200, {
        "content-type": "text/plain; charset=utf-8",
        "content-length": statSync(reply.path).size,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(reply.fileName)}`,
      });
      await pipeline(createReadStream(reply.path), response);
      return 200;
    case "refused": {
      const { http, code, message, retryAfter } = reply;
      const retry = retryAfter === undefined ? {} : { "retry-after": retryAfter };
      return sendText(response, {
        status: http,
        headers: { "content-type": "application/json", ...retry },
        // Not in the contract: the shape of the error body.
        body: JSON.stringify({ success: false, error: { code, message } }),
      });
    }
    case "done":
      return sendData(response, { data: reply.data, fault });
  }
}

type Data = { readonly data: Record<string, unknown>; readonly fault: Fault | undefined };

async function sendData(response: ServerResponse, { data, fault }: Data): Promise<number> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ success: true, data });
  if (fault?.kind === "drop" && fault.at === "mid-reply") {
    response.writeHead(200, { ...headers, "content-length": Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
    return 0;
  }
  if (fault?.kind !== "body") return sendText(response, { status: 200, headers, body });
  if (fault.body === "huge") {
    response.writeHead(200, headers);
    await pipeline(Readable.from(hugeBody()), response);
    return 200;
  }
  const type = fault.body === "html" ? "text/html" : "application/json";
  return sendText(response, {
    status: 200,
    headers: { "content-type": type },
    body: spoiled(fault.body, { data, body }),
  });
}

type Spoiling = { readonly data: Record<string, unknown>; readonly body: string };
type BodyFault = Exclude<Extract<Fault, { kind: "body" }>["body"], "huge">;

function spoiled(kind: BodyFault, { data, body }: Spoiling): string {
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
    case "no-data":
      return JSON.stringify({ success: true, data: null });
    case "array":
      return JSON.stringify([{ success: true, data }]);
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

type Text = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
};

function sendText(response: ServerResponse, { status, headers, body }: Text): number {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  response.end(body);
  return status;
}
