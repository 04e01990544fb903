import { fetch, FormData } from "#lib/http.ts";
import { startPartnerSandbox } from "#sandbox/partner/start.ts";

type Options = Parameters<typeof startPartnerSandbox>[0];
type Fields = Readonly<Record<string, string | undefined>>;
type Call = {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: FormData | string;
};

/** Opens a sandbox with a clock set by hand, and a caller that knows nothing but HTTP. */
export async function openPartner(options: Options = {}) {
  const clock = aClock();
  const sandbox = await startPartnerSandbox({
    apertium: "/nonexistent/apertium",
    charsPerSecond: 100,
    now: () => clock.now,
    ...options,
  });
  const pass = (seconds: number) => {
    clock.now += seconds * 1_000;
  };
  return { sandbox, clock, pass, ...callerOf(sandbox), [Symbol.asyncDispose]: sandbox.close };
}

export function aClock() {
  return { now: Date.UTC(2026, 4, 14, 9, 30) };
}

/** Returns a caller that knows nothing but HTTP. */
export function callerOf({ url }: { readonly url: string }, ready = async () => {}) {
  const call = async (
    path: string,
    { method = "GET", key = "sandbox-key", headers = {}, body }: Call = {},
  ) => {
    await ready();
    const address = path.startsWith("http") ? path : `${url}${path}`;
    const authorization = key === "" ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(address, {
      method,
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, ...envelopeOf(text) };
  };
  return {
    call,
    /**
     * Creates a task; `idempotencyKey` and `key` become headers, `file` the upload, the rest
     * fields.
     */
    create: (given: Fields = {}) => {
      const { idempotencyKey, key, ...fields } = given;
      return call("/tasks", {
        method: "POST",
        body: aForm(fields),
        key,
        headers: idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey },
      });
    },
  };
}
export type TestPartner = Awaited<ReturnType<typeof openPartner>>;

/**
 * Returns the form of a translation of ten characters without `char_limit`, unless given otherwise; it
 * announces what it has.
 */
function aForm(fields: Fields): FormData {
  const { file = "0123456789", fileName = "novel.txt", ...rest } = fields;
  const form = new FormData();
  const announced = `${Array.from(file).length}`;
  const guard = rest["char_limit"] === undefined ? { estimated_chars: announced } : {};
  const all = { action: "translation", target_lang: "fr", ...guard, ...rest };
  for (const [name, value] of Object.entries(all)) {
    if (value !== undefined) form.append(name, value);
  }
  if (file !== "") form.append("file", new Blob([file]), fileName);
  return form;
}

function envelopeOf(text: string) {
  const body = objectOf(text.startsWith("{") ? JSON.parse(text) : {});
  return { success: body["success"], data: objectOf(body["data"]), error: objectOf(body["error"]) };
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}
