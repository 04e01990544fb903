import { createReadStream, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Fault } from "./faults.ts";

/** What goes out: `data` is wrapped into the envelope, an error into one of its own. */
export type Reply =
  | { readonly status: "done"; readonly data: Record<string, unknown> }
  | {
      readonly status: "refused";
      readonly http: number;
      readonly message: string;
      readonly retryAfter: string | undefined;
    }
  | { readonly status: "file"; readonly path: string; readonly fileName: string }
  /** No answer: the connection is closed. */
  | { readonly status: "cut" };

export function done(data: Record<string, unknown>): Reply {
  return { status: "done", data };
}

export function refused(http: number, message: string, retryAfter?: string): Reply {
  return { status: "refused", http, message, retryAfter };
}

/** The codes of the document's error table, and plausible ones for the rest. */
const codes: Readonly<Record<number, string>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  404: "NOT_FOUND",
  409: "IDEMPOTENCY_CONFLICT",
  429: "RATE_LIMITED",
  500: "INTERNAL_ERROR",
};

type Sending = { readonly reply: Reply; readonly fault: Fault | undefined };

/** Puts a reply on the wire, unharmed or not; answers the HTTP status, 0 for none. */
export async function send(response: ServerResponse, { reply, fault }: Sending): Promise<number> {
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
      const { http, message, retryAfter } = reply;
      const retry = retryAfter === undefined ? {} : { "retry-after": retryAfter };
      const error = { code: codes[http] ?? `HTTP_${http}`, message };
      response.writeHead(http, { "content-type": "application/json", ...retry });
      // Not in the contract: the shape of the error body.
      response.end(JSON.stringify({ success: false, error }));
      return http;
    }
    case "done":
      return sendData(response, { data: reply.data, fault });
  }
}

type Data = { readonly data: Record<string, unknown>; readonly fault: Fault | undefined };

async function sendData(response: ServerResponse, { data, fault }: Data): Promise<number> {
  const body = JSON.stringify({ success: true, data });
  response.setHeader("content-type", "application/json");
  if (fault?.kind === "drop" && fault.at === "mid-reply") {
    response.writeHead(200, { "content-length": Buffer.byteLength(body) });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
    return 0;
  }
  if (fault?.kind !== "body") response.end(body);
  else if (fault.body === "huge") await pipeline(Readable.from(hugeBody()), response);
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
