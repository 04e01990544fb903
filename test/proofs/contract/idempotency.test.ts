import { describe, expect, test } from "vitest";

import { request } from "#lib/http.ts";

import { servers } from "./servers.ts";

describe.each(servers)("%s", (_, openPartner) => {
  describe("POST /tasks rule 8", () => {
    test("the same request under the same key gives the same task and one charge", async () => {
      await using partner = await openPartner();

      const first = await partner.create({ idempotencyKey: "k-1" });
      const second = await partner.create({ idempotencyKey: "k-1" });
      partner.pass(10);

      const { tasks, accounts, creates } = await partner.sandbox.records();
      expect(second.data).toEqual(first.data);
      expect(tasks).toHaveLength(1);
      expect(accounts[0]).toMatchObject({ charged: 10, reserved: 0 });
      expect(creates.map(({ outcome }) => outcome).toSorted()).toEqual(["created", "replayed"]);
    });

    test("two requests at the same time under one key make one task", async () => {
      await using partner = await openPartner();

      const replies = await Promise.all(
        Array.from({ length: 8 }, () => partner.create({ idempotencyKey: "k-1" })),
      );

      expect(new Set(replies.map(({ data }) => data["task_id"]))).toHaveProperty("size", 1);
      expect((await partner.sandbox.records()).tasks).toHaveLength(1);
    });

    test("another field under the same key is a conflict", async () => {
      await using partner = await openPartner();
      await partner.create({ idempotencyKey: "k-1" });

      const reply = await partner.create({ idempotencyKey: "k-1", target_lang: "de" });

      expect(reply).toMatchObject({ status: 409, error: { code: "IDEMPOTENCY_CONFLICT" } });
      expect((await partner.sandbox.records()).tasks).toHaveLength(1);
    });

    test("other bytes under the same key are a conflict", async () => {
      await using partner = await openPartner();
      await partner.create({ idempotencyKey: "k-1" });

      const reply = await partner.create({ idempotencyKey: "k-1", file: "9876543210" });

      expect(reply.status).toBe(409);
    });

    test("the multipart framing and the order of the fields do not matter", async () => {
      await using partner = await openPartner();
      const first = await partner.create({ idempotencyKey: "k-1" });

      const part = (name: string, value: string, extra = "") =>
        `--other\r\nContent-Disposition: form-data; name="${name}"${extra}\r\n\r\n${value}\r\n`;
      const body =
        part("file", "0123456789", '; filename="novel.txt"\r\nContent-Type: text/markdown') +
        part("estimated_chars", "10") +
        part("target_lang", "fr") +
        `${part("action", "translation")}--other--\r\n`;
      const reply = await request(`${partner.sandbox.url}/tasks`, {
        method: "POST",
        headers: {
          authorization: "Bearer sandbox-key",
          "idempotency-key": "k-1",
          "content-type": "multipart/form-data; boundary=other",
        },
        body,
      });

      expect(await reply.body.json()).toEqual({ success: true, data: first.data });
    });

    test("without a key every request makes a task", async () => {
      await using partner = await openPartner();

      await partner.create();
      await partner.create();

      expect((await partner.sandbox.records()).tasks).toHaveLength(2);
    });

    test("two accounts may use the same key", async () => {
      await using partner = await openPartner({ keys: ["alpha-key", "beta-key"] });

      await partner.create({ idempotencyKey: "k-1", key: "alpha-key" });
      const reply = await partner.create({
        idempotencyKey: "k-1",
        key: "beta-key",
        target_lang: "de",
      });

      expect(reply.status).toBe(200);
    });

    test("a refused request does not use its key up", async () => {
      await using partner = await openPartner({ balance: 5 });
      await partner.create({ idempotencyKey: "k-1" });

      await partner.sandbox.change({ balance: 100 });
      const reply = await partner.create({ idempotencyKey: "k-1" });

      expect(reply.status).toBe(200);
    });
  });
});
