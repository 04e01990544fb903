import { describe, expect, test } from "vitest";

import { servers } from "./servers.ts";

const account = { keys: [{ key: "alpha-key-1", account: "press", balance: 500, rpm: 30 }] };

describe.each(servers)("%s", (_, openPartner) => {
  describe("Authentication", () => {
    test("rule 1: a request without a bearer key is refused", async () => {
      await using partner = await openPartner();

      const reply = await partner.call("/usage", { key: "" });

      expect(reply).toMatchObject({ status: 401, error: { code: "UNAUTHORIZED" } });
    });

    test("rule 2: two keys of one account share its balance and its tasks", async () => {
      await using partner = await openPartner({
        keys: [
          { key: "alpha-key", account: "press", balance: 500 },
          { key: "beta-key", account: "press" },
        ],
      });

      const { data } = await partner.create({ key: "alpha-key" });
      partner.pass(10);

      const seen = await partner.call(`/tasks/${String(data["task_id"])}`, { key: "beta-key" });
      const usage = await partner.call("/usage", { key: "beta-key" });
      expect(seen.data["status"]).toBe("completed");
      expect(usage.data["balance_credits"]).toBe(490);
    });

    test("rule 2: keys of different accounts share nothing", async () => {
      await using partner = await openPartner({ keys: ["alpha-key", "beta-key"], balance: 500 });

      const { data } = await partner.create({ key: "alpha-key" });
      partner.pass(10);

      const seen = await partner.call(`/tasks/${String(data["task_id"])}`, { key: "beta-key" });
      const usage = await partner.call("/usage", { key: "beta-key" });
      expect(seen.status).toBe(404);
      expect(usage.data["balance_credits"]).toBe(500);
    });

    test("rule 3: no answer repeats the key", async () => {
      await using partner = await openPartner({ keys: ["alpha-key-1"] });

      const replies = [
        await partner.call("/usage", { key: "alpha-key-1" }),
        await partner.create({ key: "alpha-key-1" }),
        await partner.call("/usage", { key: "alpha-key-2" }),
      ];

      expect(replies.map(({ text }) => text).join()).not.toContain("alpha-key-");
    });

    test("rule 4: an unknown key is refused", async () => {
      await using partner = await openPartner();

      expect((await partner.call("/usage", { key: "stranger" })).status).toBe(401);
    });

    test("rule 4: a revoked key cannot see its tasks any more", async () => {
      await using partner = await openPartner();
      const { data } = await partner.create();

      await partner.sandbox.change({ key: "sandbox-key", revoked: true });

      expect((await partner.call(`/tasks/${String(data["task_id"])}`)).status).toBe(401);
    });

    test("rule 5: GET /usage shows the leading characters of the calling key", async () => {
      await using partner = await openPartner(account);

      const { data } = await partner.call("/usage", { key: "alpha-key-1" });

      expect(data["api_key_prefix"]).toBe("alpha");
    });
  });

  describe("GET /usage", () => {
    test("shows every field of the usage record", async () => {
      await using partner = await openPartner(account);

      const { success, data } = await partner.call("/usage", { key: "alpha-key-1" });

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
      await using partner = await openPartner({ balance: 500 });
      await partner.create();
      partner.pass(10);

      const { data } = await partner.call("/usage");

      expect(data).toMatchObject({ balance_credits: 490, period_used_credits: 10 });
    });

    test("a new period starts with nothing used", async () => {
      await using partner = await openPartner({ balance: 500 });
      await partner.create();
      partner.pass(10);
      await partner.call("/usage");

      partner.pass(40 * 24 * 3_600);

      const { data } = await partner.call("/usage");
      expect(data).toMatchObject({ balance_credits: 490, period_used_credits: 0 });
    });
  });

  describe("Credits", () => {
    test("1 credit a code point, however many bytes or UTF-16 units it takes", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({ file: "a\u00e9\u4e2d\u{1f600}\u{20bb7}" });
      partner.pass(10);

      const task = await partner.call(`/tasks/${String(data["task_id"])}`);
      expect(task.data["credits_charged"]).toBe(5);
    });

    test("a byte order mark is not a character", async () => {
      await using partner = await openPartner();

      const { data } = await partner.create({ file: "\uFEFFabc" });
      partner.pass(10);

      const task = await partner.call(`/tasks/${String(data["task_id"])}`);
      expect(task.data["credits_charged"]).toBe(3);
    });

    test("estimated_chars is reserved, the true number charged, and the rest given back", async () => {
      await using partner = await openPartner({ balance: 500 });

      await partner.create({ estimated_chars: "100" });
      const before = (await partner.sandbox.records()).accounts[0];
      partner.pass(10);
      const after = (await partner.sandbox.records()).accounts[0];

      expect(before).toMatchObject({ balance: 500, reserved: 100, available: 400 });
      expect(after).toMatchObject({ balance: 490, reserved: 0, available: 490 });
    });

    // Not in the contract: what is reserved when the text has more than was announced.
    test("a hundred orders at once that announce too little never overdraw the account", async () => {
      await using partner = await openPartner({ balance: 1_050, rpm: 1_000 });
      const order = { file: "a".repeat(100), estimated_chars: "95" };

      const replies = await Promise.all(Array.from({ length: 100 }, () => partner.create(order)));
      partner.pass(10);

      const placed = replies.filter(({ status }) => status === 200).length;
      expect([placed, new Set(replies.map(({ status }) => status))]).toEqual([
        10,
        new Set([200, 402]),
      ]);
      expect((await partner.sandbox.records()).accounts).toMatchObject([
        { balance: 50, reserved: 0 },
      ]);
    });

    test("estimates and metadata are free unless the account is told otherwise", async () => {
      await using partner = await openPartner({ balance: 0 });

      const reply = await partner.create({ action: "preview_metadata" });

      expect(reply).toMatchObject({ status: 200, data: { credits_charged: 0 } });
    });
  });

  describe("Rate limit", () => {
    test("a request above the limit is answered 429 with the seconds to wait", async () => {
      await using partner = await openPartner({ rpm: 2 });
      await partner.call("/usage");
      partner.pass(20);
      await partner.call("/usage");

      const reply = await partner.call("/usage");

      expect(reply).toMatchObject({ status: 429, error: { code: "RATE_LIMITED" } });
      expect(reply.headers.get("retry-after")).toBe("40");
    });

    test("after the time named the next request passes", async () => {
      await using partner = await openPartner({ rpm: 1 });
      await partner.call("/usage");
      const refused = await partner.call("/usage");

      partner.pass(Number(refused.headers.get("retry-after")));

      expect((await partner.call("/usage")).status).toBe(200);
    });

    // Not in the contract: which requests count. All of a valid key do, but for those above the limit.
    test("refused requests count, those above the limit and links to files do not", async () => {
      await using partner = await openPartner({ rpm: 6 });
      const { data } = await partner.create();
      partner.pass(30);
      const download = await partner.call(`/tasks/${String(data["task_id"])}/download`);
      const link = String(download.data["download_url"]);

      const counted = [
        await partner.create({ action: "summary" }),
        await partner.create({ estimated_chars: "9000000" }),
        await partner.call("/tasks/unknown"),
        await partner.call("/usage"),
      ];
      const above = [await partner.call("/usage"), await partner.call("/usage")];
      const files = [await partner.call(link, { key: "" }), await partner.call(link, { key: "" })];
      partner.pass(30);

      expect(counted.map(({ status }) => status)).toEqual([400, 402, 404, 200]);
      expect(above.map(({ status }) => status)).toEqual([429, 429]);
      expect(above.map(({ headers }) => headers.get("retry-after"))).toEqual(["30", "30"]);
      expect(files.map(({ status }) => status)).toEqual([200, 200]);
      expect((await partner.call("/usage")).status).toBe(200);
    });

    test("each key has its own limit", async () => {
      await using partner = await openPartner({ keys: ["alpha-key", "beta-key"], rpm: 1 });
      await partner.call("/usage", { key: "alpha-key" });

      const own = await partner.call("/usage", { key: "alpha-key" });
      const other = await partner.call("/usage", { key: "beta-key" });

      expect([own.status, other.status]).toEqual([429, 200]);
    });
  });
});
