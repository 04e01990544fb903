import { inspect } from "node:util";

import { expect, test } from "vitest";

import { redact } from "#partner/exchange.ts";

const key = "gk_live_very-secret";

function anError(words: string, more: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(words), more);
}

test("the key is struck out of every word of an error, and the rest stays for those who look into it", () => {
  const fault = anError(`refused: Bearer ${key}, ${key}`, {
    name: `Fault of ${key}`,
    code: `E_${key}`,
    stack: `Fault: ${key}\n    at send (${key}.ts:7)`,
    cause: new Error(key),
  });

  const clean = redact(fault, key);

  expect(inspect(clean, { depth: 20, showHidden: true })).not.toContain(key);
  expect(clean).toMatchObject({
    message: "refused: Bearer [secret], [secret]",
    name: "Fault of [secret]",
    code: "E_[secret]",
  });
});

test("what else a client library keeps in an error is left behind", () => {
  const headers = { authorization: `Bearer ${key}` };
  const fault = anError("refused", { headers, code: { headers } });

  const clean = redact(fault, key);

  expect(inspect(clean, { depth: 9, showHidden: true })).not.toContain(key);
  expect(clean).not.toHaveProperty("headers");
  expect(clean).not.toHaveProperty("code");
  expect(clean.cause).toBeUndefined();
});

test("whatever is thrown becomes an error without the key", () => {
  expect(redact(`no: ${key}`, key).message).toBe("no: [secret]");
  expect(redact({ code: key, message: key }, key)).not.toHaveProperty("code");
  expect(redact(undefined, key).message).toBe("undefined");
});
