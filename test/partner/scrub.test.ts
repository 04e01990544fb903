import { inspect } from "node:util";

import { expect, test } from "vitest";

import { scrub } from "../../src/partner/exchange.ts";

const key = "gk_live_very-secret";

function anError(words: string, more: Record<string, unknown> = {}): Error {
  return Object.assign(new Error(words), more);
}

function causesOf(error: Error): readonly Error[] {
  return error.cause instanceof Error ? [error, ...causesOf(error.cause)] : [error];
}

test("the key is struck out of every word of an error, and the rest stays for those who look into it", () => {
  const fault = anError(`refused: Bearer ${key}, ${key}`, {
    name: `Fault of ${key}`,
    code: `E_${key}`,
    stack: `Fault: ${key}\n    at send (${key}.ts:7)`,
  });

  expect(scrub(fault, key)).toMatchObject({
    message: "refused: Bearer [secret], [secret]",
    name: "Fault of [secret]",
    code: "E_[secret]",
    stack: "Fault: [secret]\n    at send ([secret].ts:7)",
  });
});

test("the key is struck out of the causes as well, however deep they lie", () => {
  const deep = Array.from({ length: 9 }).reduce<Error>(
    (cause, _, n) => new Error(`cause ${n} of ${key}`, { cause }),
    new Error(key),
  );

  const clean = scrub(deep, key);

  expect(inspect(clean, { depth: 20 })).not.toContain(key);
  expect(causesOf(clean).map(({ message }) => message)).toEqual([
    "cause 8 of [secret]",
    "cause 7 of [secret]",
    "cause 6 of [secret]",
    "cause 5 of [secret]",
    "cause 4 of [secret]",
    "cause 3 of [secret]",
  ]);
});

test("an error that is its own cause comes to an end", () => {
  const fault = anError("a circle");
  fault.cause = fault;

  expect(causesOf(scrub(fault, key))).toHaveLength(6);
});

test("what else a client library keeps in an error is left behind", () => {
  const headers = { authorization: `Bearer ${key}` };
  const fault = anError("refused", { headers, code: { headers } });

  const clean = scrub(fault, key);

  expect(inspect(clean, { depth: 9, showHidden: true })).not.toContain(key);
  expect(clean).not.toHaveProperty("headers");
  expect(clean).not.toHaveProperty("code");
  expect(clean.cause).toBeUndefined();
});

test("whatever is thrown becomes an error without the key", () => {
  expect(scrub(`no: ${key}`, key).message).toBe("no: [secret]");
  expect(scrub({ code: key, message: key }, key)).not.toHaveProperty("code");
  expect(scrub(undefined, key).message).toBe("undefined");
});
