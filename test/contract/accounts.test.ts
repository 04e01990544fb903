import { describe, expect, test } from "vitest";

import { servers } from "./servers.ts";

const account = { keys: [{ key: "alpha-key-1", account: "press", balance: 500, rpm: 30 }] };

describe.each(servers)("%s", (_, openDesk) => {
  describe("Authentication", () => {
    test("rule 1: a request without a bearer key is refused", async () => {
      await using desk = await openDesk();

      const reply = await desk.call("/usage", { key: "" });

      expect(reply).toMatchObject({ status: 401, error: { code: "UNAUTHORIZED" } });
    });

    test("rule 2: two keys of one account share its balance and its tasks", async () => {
      await using desk = await openDesk({
        keys: [
          { key: "alpha-key", account: "press", balance: 500 },
          { key: "beta-key", account: "press" },
        ],
      });

      const { data } = await desk.create({ key: "alpha-key" });
      desk.pass(10);

      const seen = await desk.call(`/tasks/${String(data["task_id"])}`, { key: "beta-key" });
      const usage = await desk.call("/usage", { key: "beta-key" });
      expect(seen.data["status"]).toBe("completed");
      expect(usage.data["balance_credits"]).toBe(490);
    });

    test("rule 2: keys of different accounts share nothing", async () => {
      await using desk = await openDesk({ keys: ["alpha-key", "beta-key"], balance: 500 });

      const { data } = await desk.create({ key: "alpha-key" });
      desk.pass(10);

      const seen = await desk.call(`/tasks/${String(data["task_id"])}`, { key: "beta-key" });
      const usage = await desk.call("/usage", { key: "beta-key" });
      expect(seen.status).toBe(404);
      expect(usage.data["balance_credits"]).toBe(500);
    });

    test("rule 3: no answer repeats the key", async () => {
      await using desk = await openDesk({ keys: ["alpha-key-1"] });

      const replies = [
        await desk.call("/usage", { key: "alpha-key-1" }),
        await desk.create({ key: "alpha-key-1" }),
        await desk.call("/usage", { key: "alpha-key-2" }),
      ];

      expect(replies.map(({ text }) => text).join()).not.toContain("alpha-key-");
    });

    test("rule 4: an unknown key is refused", async () => {
      await using desk = await openDesk();

      expect((await desk.call("/usage", { key: "stranger" })).status).toBe(401);
    });

    test("rule 4: a revoked key cannot see its tasks any more", async () => {
      await using desk = await openDesk();
      const { data } = await desk.create();

      await desk.sandbox.change({ key: "sandbox-key", revoked: true });

      expect((await desk.call(`/tasks/${String(data["task_id"])}`)).status).toBe(401);
    });

    test("rule 5: GET /usage shows the leading characters of the calling key", async () => {
      await using desk = await openDesk(account);

      const { data } = await desk.call("/usage", { key: "alpha-key-1" });

      expect(data["api_key_prefix"]).toBe("alpha");
    });
  });

  describe("GET /usage", () => {
    test("shows every field of the usage record", async () => {
      await using desk = await openDesk(account);

      const { success, data } = await desk.call("/usage", { key: "alpha-key-1" });

      expect(success).toBe(true);
      expect(data).toEqual({
        api_key_prefix: "alpha",
        balance_credits: 500,
        period_used_credits: 0,
        period_start: "2026-05-01T00:00:00.000Z",
        period_end: null,
        rate_limit_per_minute: 30,
      });
    });

    test("a finished task lowers the balance and raises what was used in the period", async () => {
      await using desk = await openDesk({ balance: 500 });
      await desk.create();
      desk.pass(10);

      const { data } = await desk.call("/usage");

      expect(data).toMatchObject({ balance_credits: 490, period_used_credits: 10 });
    });

    test("a new period starts with nothing used", async () => {
      await using desk = await openDesk({ balance: 500 });
      await desk.create();
      desk.pass(10);
      await desk.call("/usage");

      desk.pass(40 * 24 * 3_600);

      const { data } = await desk.call("/usage");
      expect(data).toMatchObject({ balance_credits: 490, period_used_credits: 0 });
    });
  });

  describe("Credits", () => {
    test("1 credit a code point, however many bytes or UTF-16 units it takes", async () => {
      await using desk = await openDesk();

      const { data } = await desk.create({ file: "a\u00e9\u4e2d\u{1f600}\u{20bb7}" });
      desk.pass(10);

      const task = await desk.call(`/tasks/${String(data["task_id"])}`);
      expect(task.data["credits_charged"]).toBe(5);
    });

    test("a byte order mark is not a character", async () => {
      await using desk = await openDesk();

      const { data } = await desk.create({ file: "\uFEFFabc" });
      desk.pass(10);

      const task = await desk.call(`/tasks/${String(data["task_id"])}`);
      expect(task.data["credits_charged"]).toBe(3);
    });

    test("estimated_chars is reserved, the true number charged, and the rest given back", async () => {
      await using desk = await openDesk({ balance: 500 });

      await desk.create({ estimated_chars: "100" });
      const before = (await desk.sandbox.books()).accounts[0];
      desk.pass(10);
      const after = (await desk.sandbox.books()).accounts[0];

      expect(before).toMatchObject({ balance: 500, reserved: 100, available: 400 });
      expect(after).toMatchObject({ balance: 490, reserved: 0, available: 490 });
    });

    test("estimates and metadata are free unless the account is told otherwise", async () => {
      await using desk = await openDesk({ balance: 0 });

      const reply = await desk.create({ action: "preview_metadata" });

      expect(reply).toMatchObject({ status: 200, data: { credits_charged: 0 } });
    });
  });

  describe("Rate limit", () => {
    test("a request above the limit is answered 429 with the seconds to wait", async () => {
      await using desk = await openDesk({ rpm: 2 });
      await desk.call("/usage");
      desk.pass(20);
      await desk.call("/usage");

      const reply = await desk.call("/usage");

      expect(reply).toMatchObject({ status: 429, error: { code: "RATE_LIMITED" } });
      expect(reply.headers.get("retry-after")).toBe("40");
    });

    test("after the time named the next request passes", async () => {
      await using desk = await openDesk({ rpm: 1 });
      await desk.call("/usage");
      const refused = await desk.call("/usage");

      desk.pass(Number(refused.headers.get("retry-after")));

      expect((await desk.call("/usage")).status).toBe(200);
    });

    test("each key has its own limit", async () => {
      await using desk = await openDesk({ keys: ["alpha-key", "beta-key"], rpm: 1 });
      await desk.call("/usage", { key: "alpha-key" });

      const own = await desk.call("/usage", { key: "alpha-key" });
      const other = await desk.call("/usage", { key: "beta-key" });

      expect([own.status, other.status]).toEqual([429, 200]);
    });
  });
});
