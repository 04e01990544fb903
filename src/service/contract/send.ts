import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

/** A reply: `data` goes into the envelope, an error into one of its own. */
export type Reply =
  | { readonly status: "done"; readonly data: Record<string, unknown> }
  | {
      readonly status: "refused";
      readonly http: number;
      readonly message: string;
      readonly retryAfter: string | undefined;
    }
  | {
      readonly status: "file";
      readonly text: AsyncIterable<string>;
      readonly size: number;
      readonly fileName: string;
    };

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

/** Sends a reply; returns its HTTP status. */
export async function send(response: ServerResponse, reply: Reply): Promise<number> {
  switch (reply.status) {
    case "file":
      response.writeHead(200, {
        "content-type": "text/plain; charset=utf-8",
        "content-length": reply.size,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(reply.fileName)}`,
      });
      await pipeline(reply.text, response);
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
      response.setHeader("content-type", "application/json");
      response.end(bodyOf(reply.data));
      return 200;
  }
}

export function bodyOf(data: Record<string, unknown>): string {
  return JSON.stringify({ success: true, data });
}
