import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { fetch } from "#lib/http.ts";

import { openPartner } from "../../proofs/contract/partner.ts";

test("a duplicate that overtakes a slow first request still makes one task", async () => {
  await using partner = await openPartner({ sleep: () => gate.promise });
  const gate = Promise.withResolvers<undefined>();
  partner.sandbox.inject({ kind: "delay", ms: 5_000, at: "before", path: "/tasks" });

  const slow = partner.create({ idempotencyKey: "k-1" });
  await expect.poll(async () => (await partner.sandbox.records()).faults.fired.length).toBe(1);
  const quick = await partner.create({ idempotencyKey: "k-1" });
  gate.resolve(undefined);

  expect((await slow).data["task_id"]).toBe(quick.data["task_id"]);
  expect((await partner.sandbox.records()).tasks).toHaveLength(1);
});

test("1 credit a code point of the opening, for any text and any char_limit", async () => {
  await using partner = await openPartner({ detectionCost: "per-character", rpm: 1_000_000 });
  const text = fc
    .string({ unit: "binary", minLength: 1 })
    .filter((one) => !one.startsWith("\uFEFF"));

  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 20 }), async (file, limit) => {
      const { data } = await partner.create({
        action: "preview_metadata",
        char_limit: String(limit),
        file,
      });

      expect(data["credits_charged"]).toBe(Math.min(limit, Array.from(file).length));
    }),
    { numRuns: 50 },
  );
});

test("estimates and metadata can each be made to cost what they read", async () => {
  await using partner = await openPartner({ detectionCost: "per-character" });

  const { data } = await partner.create({ action: "preview_metadata" });
  await partner.create({ action: "token_estimate" });
  partner.pass(10);

  expect(data["credits_charged"]).toBe(10);
  expect((await partner.sandbox.records()).tasks).toMatchObject([{ charged: 10 }, { charged: 0 }]);
});

test("what they cost can be kept from the task, and is seen on the account alone", async () => {
  await using partner = await openPartner({ balance: 100, estimateCost: "silently" });

  const { data } = await partner.create({ action: "token_estimate" });
  partner.pass(10);

  const task = await partner.call(`/tasks/${String(data["task_id"])}`);
  const usage = await partner.call("/usage");
  expect(task.data).not.toHaveProperty("credits_charged");
  expect(usage.data).toMatchObject({ balance_credits: 90, period_used_credits: 10 });
});

test("a long glossary_extraction is pending first", async () => {
  await using partner = await openPartner({ inlineUpTo: 5 });

  const { data } = await partner.create({ action: "glossary_extraction" });
  partner.pass(10);

  const task = await partner.call(`/tasks/${String(data["task_id"])}`);
  expect(data["status"]).toBe("pending");
  expect(task.data).toMatchObject({ status: "completed", terms: [] });
});

test("a running task is pending and its progress grows with its age", async () => {
  await using partner = await openPartner();
  const { data } = await partner.create({ file: "a".repeat(1_000), estimated_chars: "1000" });

  partner.pass(2);
  const early = await partner.call(`/tasks/${String(data["task_id"])}`);
  partner.pass(6);
  const late = await partner.call(`/tasks/${String(data["task_id"])}`);

  expect(early.data).toMatchObject({ status: "pending", progress: 0.2 });
  expect(late.data).toMatchObject({ status: "pending", progress: 0.8 });
});

test("a translation and an estimate are pending in the answer to their creation, however short", async () => {
  await using partner = await openPartner({ charsPerSecond: 1_000_000_000 });

  const created = [
    await partner.create({ file: "a" }),
    await partner.create({ action: "token_estimate", file: "a" }),
  ];

  expect(created.map(({ data }) => data["status"])).toEqual(["pending", "pending"]);
});

test.each([
  [["--balance", "much"], {}, "--balance must be a whole number"],
  [["--rpm", "0"], {}, "--rpm must be more than 0"],
  [["--loud"], {}, "--loud"],
  [[], { SANDBOX_PROT: "1" }, "SANDBOX_PROT is no variable of the sandbox"],
])("the command refuses %j %j with a sentence", async (args, env, reason) => {
  const started = promisify(execFile)(process.execPath, ["src/sandbox/partner/main.ts", ...args], {
    env: { PATH: "", ...env },
  });

  await expect(started).rejects.toThrow(reason);
});

test("the command takes keys, balance and limit", async () => {
  const args = ["--keys", "one,two", "--balance", "70", "--rpm", "9"];
  const child = spawn(process.execPath, ["src/sandbox/partner/main.ts", ...args], {
    env: { PATH: "", SANDBOX_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let url = "";
  for await (const line of createInterface(child.stdout)) {
    url = /http:\S+/u.exec(line)?.[0] ?? "";
    if (url !== "") break;
  }

  const asked = ["one", "two"].map(async (key) => {
    const reply = await fetch(`${url}/usage`, { headers: { authorization: `Bearer ${key}` } });
    return await reply.json();
  });
  const usage = { balance_credits: 70, rate_limit_per_minute: 9 };

  expect(await Promise.all(asked)).toMatchObject([{ data: usage }, { data: usage }]);
  const gone = once(child, "exit");
  child.kill();
  await gone;
});
