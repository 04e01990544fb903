import { describe, expect, test } from "vitest";

import { servers } from "./servers.ts";

describe.each(servers)("%s", (_, openPartner) => {
  describe("Errors row 400 BAD_REQUEST", () => {
    const malformed: readonly [string, Record<string, string | undefined>][] = [
      ["an unknown action", { action: "summary" }],
      ["no action", { action: undefined }],
      ["no target_lang", { target_lang: undefined }],
      ["a target_lang that is no code", { target_lang: "../" }],
      ["no source text", { file: "" }],
      ["a char_limit of 0", { char_limit: "0" }],
      ["a negative char_limit", { char_limit: "-1" }],
      ["a broken char_limit", { char_limit: "1.5" }],
      ["a char_limit in scientific notation", { char_limit: "1e9" }],
      ["a char_limit beyond all numbers", { char_limit: "9".repeat(16) }],
      ["an estimated_chars that is no number", { estimated_chars: "many" }],
      ["an unknown glossary_strategy", { glossary_strategy: "append" }],
      ["a glossary that is not JSON", { glossary: '{"a":"b",}' }],
      ["a glossary that is a list", { glossary: "[]" }],
      ["a glossary that is null", { glossary: "null" }],
      ["a glossary of numbers", { glossary: '{"a":1}' }],
      ["a glossary with an empty term", { glossary: '{"":"b"}' }],
    ];

    test.each(malformed)("%s", async (_, fields) => {
      await using partner = await openPartner();

      const reply = await partner.create(fields);

      expect(reply).toMatchObject({ status: 400, success: false, error: { code: "BAD_REQUEST" } });
      expect((await partner.sandbox.records()).tasks).toEqual([]);
    });

    // Not in the contract: how far estimated_chars may be from the text.
    test("an estimated_chars far below the text names both numbers, and nothing is kept", async () => {
      await using partner = await openPartner({ balance: 10_000 });

      const reply = await partner.create({ file: "a".repeat(30_118), estimated_chars: "1" });

      expect(reply.status).toBe(400);
      expect(reply.error["message"]).toContain("1, and the file has 30118 characters");
      const { accounts, tasks } = await partner.sandbox.records();
      expect(accounts).toMatchObject([{ balance: 10_000, reserved: 0 }]);
      expect(tasks).toEqual([]);
    });

    test("a body that is not multipart form data", async () => {
      await using partner = await openPartner();

      const reply = await partner.call("/tasks", {
        method: "POST",
        body: "action=translation",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });

      expect(reply.status).toBe(400);
    });

    const field = '--b\r\nContent-Disposition: form-data; name="';
    test.each([
      ["an empty body", ""],
      ["a body of line ends", "\r\n"],
      ["a body without any part", "--b--\r\n"],
      ["an unterminated field", `${field}action"\r\n\r\ntransl`],
      ["an unterminated file", `${field}file"; filename="novel.txt"\r\n\r\n0123456789`],
      ["an unterminated head of a part", `${field}fi`],
      ["parts without an end", `${field}action"\r\n\r\ntranslation\r\n`],
    ])("multipart form data that is %s", async (_, body) => {
      await using partner = await openPartner();

      const reply = await partner.call("/tasks", {
        method: "POST",
        body,
        headers: { "content-type": "multipart/form-data; boundary=b" },
      });

      expect(reply).toMatchObject({ status: 400, error: { code: "BAD_REQUEST" } });
      expect((await partner.sandbox.records()).tasks).toEqual([]);
    });

    test("a term called __proto__ is a term like any other", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({
        action: "glossary_extraction",
        glossary: '{"__proto__":"p"}',
        glossary_strategy: "replace",
      });

      expect(data["terms"]).toEqual([{ source: "__proto__", target: "p", confidence: 1 }]);
    });
  });

  describe("Errors rows 401, 402, 409, 429", () => {
    test("row 401 UNAUTHORIZED: no task is made for an unknown key", async () => {
      await using partner = await openPartner();

      const reply = await partner.create({ key: "stranger" });

      expect(reply).toMatchObject({ status: 401, error: { code: "UNAUTHORIZED" } });
      expect((await partner.sandbox.records()).tasks).toEqual([]);
    });

    test("row 402 PAYMENT_REQUIRED: a lower char_limit goes through", async () => {
      await using partner = await openPartner({ balance: 5 });

      const whole = await partner.create({ char_limit: "10" });
      const opening = await partner.create({ char_limit: "5" });

      expect([whole.status, opening.status]).toEqual([402, 200]);
    });

    test("row 402 PAYMENT_REQUIRED: a top-up lets the same request through", async () => {
      await using partner = await openPartner({ balance: 0 });
      const refused = await partner.create();

      await partner.sandbox.change({ balance: 10 });

      expect([refused.status, (await partner.create()).status]).toEqual([402, 200]);
    });

    test("row 409 IDEMPOTENCY_CONFLICT: a key of its own lets the other request through", async () => {
      await using partner = await openPartner();
      await partner.create({ idempotencyKey: "k-1" });

      const clash = await partner.create({ idempotencyKey: "k-1", target_lang: "de" });
      const apart = await partner.create({ idempotencyKey: "k-2", target_lang: "de" });

      expect([clash.status, apart.status]).toEqual([409, 200]);
    });

    test("row 429 RATE_LIMITED: the refused create made no task", async () => {
      await using partner = await openPartner({ rpm: 1 });
      await partner.call("/usage");

      const reply = await partner.create();

      expect(reply).toMatchObject({ status: 429, error: { code: "RATE_LIMITED" } });
      expect((await partner.sandbox.records()).tasks).toEqual([]);
    });
  });

  describe("Errors not shown", () => {
    test("an unknown task and an unknown address are 404", async () => {
      await using partner = await openPartner();

      expect((await partner.call("/tasks/unknown")).status).toBe(404);
      expect((await partner.call("/languages")).status).toBe(404);
    });
  });
});
