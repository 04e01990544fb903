/** What goes out: `data` is wrapped into the envelope, an error into one of its own. */
export type Reply =
  | { readonly status: "done"; readonly data: Record<string, unknown> }
  | {
      readonly status: "refused";
      readonly http: number;
      readonly code: string;
      readonly message: string;
      readonly retryAfter?: string;
    }
  | { readonly status: "file"; readonly path: string; readonly fileName: string }
  /** No answer: the connection is closed. */
  | { readonly status: "cut" };

export function done(data: Record<string, unknown>): Reply {
  return { status: "done", data };
}

const codes: Readonly<Record<number, string>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  404: "NOT_FOUND",
  409: "IDEMPOTENCY_CONFLICT",
  429: "RATE_LIMITED",
  500: "INTERNAL_ERROR",
};

/** An error answer; the codes of the document's error table, and plausible ones for the rest. */
export function refused(http: number, message: string, retryAfter?: string): Reply {
  const code = codes[http] ?? `HTTP_${http}`;
  return {
    status: "refused",
    http,
    code,
    message,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  };
}
