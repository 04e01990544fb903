/**
 * A copy of an error and its causes for logs: names, codes, messages and stacks, with `secret` struck
 * out. Other fields are left behind: a client library may keep headers in them.
 */
export function scrub(error: unknown, secret: string, depth = 0): Error {
  const clean = (text: string): string => text.replaceAll(secret, "[secret]");
  if (!(error instanceof Error)) {
    return new Error(clean(String(error)));
  }
  const copy = new Error(clean(error.message));
  copy.name = clean(error.name);
  copy.stack = clean(error.stack ?? "");
  if (error.cause !== undefined && depth < 5) {
    copy.cause = scrub(error.cause, secret, depth + 1);
  }
  const code = codeOf(error);
  return code === undefined ? copy : Object.assign(copy, { code: clean(code) });
}

export function codeOf(error: unknown): string | undefined {
  const isCoded = error instanceof Error && "code" in error && typeof error.code === "string";
  return isCoded ? String(error.code) : undefined;
}
