import { describe, expect, test } from "vitest";

import { request } from "#lib/http.ts";

import { openPartner } from "../../proofs/contract/partner.ts";

const headers = { authorization: "Bearer sandbox-key" };

describe("A fault", () => {
  test.each([
    [400, "BAD_REQUEST"],
    [401, "UNAUTHORIZED"],
    [402, "PAYMENT_REQUIRED"],
    [404, "NOT_FOUND"],
    [409, "IDEMPOTENCY_CONFLICT"],
    [500, "INTERNAL_ERROR"],
    [502, "HTTP_502"],
    [503, "HTTP_503"],
  ])("status %i before the commit makes no task", async (status, code) => {
    await using partner = await openPartner();

    partner.sandbox.inject({ kind: "status", status });
    const reply = await partner.create();

    expect(reply).toMatchObject({ status, error: { code } });
    expect((await partner.sandbox.records()).tasks).toEqual([]);
  });

  test("status 503 after the commit hides a task that exists", async () => {
    await using partner = await openPartner();

    partner.sandbox.inject({ kind: "status", status: 503, at: "after" });
    const reply = await partner.create();

    expect(reply.status).toBe(503);
    expect((await partner.sandbox.records()).tasks).toHaveLength(1);
  });

  test.each(["7", "0", "-5", "1.5", "soon", "", "Wed, 21 Oct 2026 07:28:00 GMT", "9".repeat(30)])(
    "Retry-After %j is sent as it stands",
    async (retryAfter) => {
      await using partner = await openPartner();

      partner.sandbox.inject({ kind: "status", status: 429, retryAfter });
      const reply = await partner.create();

      expect(reply.status).toBe(429);
      expect(reply.headers.get("retry-after")).toBe(retryAfter);
    },
  );

  test.each(["start", "mid-body", "before"] as const)(
    "a connection dropped at %s makes no task",
    async (at) => {
      await using partner = await openPartner();

      partner.sandbox.inject({ kind: "drop", at });
      await expect(partner.create()).rejects.toThrow("fetch failed");

      expect((await partner.sandbox.records()).tasks).toEqual([]);
    },
  );

  test.each([
    ["after", "fetch failed"],
    ["mid-reply", "terminated"],
  ] as const)("a connection dropped at %s leaves a task", async (at, message) => {
    await using partner = await openPartner();

    partner.sandbox.inject({ kind: "drop", at });
    await expect(partner.create()).rejects.toThrow(message);

    expect((await partner.sandbox.records()).tasks).toHaveLength(1);
  });

  test.each([
    ["html", "<!doctype html>"],
    ["truncated", '{"success":true,'],
    ["wrong-types", '{"success":true,"data":{"api_key_prefix":{'],
    ["unsuccessful", '{"success":false,"data":{'],
    ["empty", ""],
  ] as const)("a 200 with the body %s", async (body, start) => {
    await using partner = await openPartner();

    partner.sandbox.inject({ kind: "body", body });
    const response = await request(`${partner.sandbox.url}/usage`, { headers });

    const text = await response.body.text();
    expect(response.statusCode).toBe(200);
    expect(text.slice(0, start.length || undefined)).toBe(start);
  });

  test("a body without end can be left at any time", async () => {
    await using partner = await openPartner();

    partner.sandbox.inject({ kind: "body", body: "huge" });
    const response = await request(`${partner.sandbox.url}/usage`, { headers });
    for await (const _ of response.body) break;

    expect((await partner.call("/usage")).status).toBe(200);
  });
});

describe("A queued fault", () => {
  test("strikes the matching requests so often as it says, and no other", async () => {
    await using partner = await openPartner();
    partner.sandbox.inject({
      kind: "status",
      status: 500,
      method: "GET",
      path: "/usage",
      times: 2,
    });

    const created = await partner.create();
    const replies = [
      await partner.call("/usage"),
      await partner.call("/usage"),
      await partner.call("/usage"),
    ];

    expect(created.status).toBe(200);
    expect(replies.map(({ status }) => status)).toEqual([500, 500, 200]);
  });

  test("can wait for creates of one action", async () => {
    await using partner = await openPartner();
    partner.sandbox.inject({ kind: "drop", at: "after", action: "translation" });

    const estimate = await partner.create({ action: "token_estimate" });
    await expect(partner.create()).rejects.toThrow("fetch failed");

    expect(estimate.status).toBe(200);
    expect((await partner.sandbox.records()).tasks).toHaveLength(2);
  });

  test("can let requests pass first, and match a part of the path", async () => {
    await using partner = await openPartner();
    partner.sandbox.inject({ kind: "status", status: 404, path: "/tasks/*", skip: 1 });
    const { data } = await partner.create();
    const path = `/tasks/${String(data["task_id"])}`;

    const replies = [await partner.call(path), await partner.call(path), await partner.call(path)];

    expect(replies.map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  test("can change and remove fields of a task", async () => {
    await using partner = await openPartner();
    const { data } = await partner.create();
    const [set, remove] = [{ status: "Simmering" }, ["created_at"]];
    partner.sandbox.inject({ kind: "patch", set, remove, path: "/tasks/*" });

    const task = await partner.call(`/tasks/${String(data["task_id"])}`);

    expect(task.data["status"]).toBe("Simmering");
    expect(task.data).not.toHaveProperty("created_at");
  });

  test("can forge the download link", async () => {
    await using partner = await openPartner();
    const { data } = await partner.create();
    partner.pass(10);
    const set = { download_url: "http://169.254.169.254/latest" };
    partner.sandbox.inject({ kind: "patch", set, path: "/tasks/*/download" });

    const reply = await partner.call(`/tasks/${String(data["task_id"])}/download`);

    expect(reply.data["download_url"]).toBe("http://169.254.169.254/latest");
  });

  test("can hand out a link that has expired", async () => {
    await using partner = await openPartner();
    const { data } = await partner.create();
    partner.pass(10);
    partner.sandbox.inject({ kind: "expired-link" });

    const reply = await partner.call(`/tasks/${String(data["task_id"])}/download`);

    expect((await partner.call(String(reply.data["download_url"]))).status).toBe(403);
  });

  test("can end a task in another word, uncharged and with its reservation given back", async () => {
    await using partner = await openPartner({ balance: 100 });
    partner.sandbox.inject({ kind: "ends-as", status: "failed", path: "/tasks" });
    const { data } = await partner.create();
    partner.pass(10);

    const task = await partner.call(`/tasks/${String(data["task_id"])}`);

    expect(task.data["status"]).toBe("failed");
    expect((await partner.sandbox.records()).accounts[0]).toMatchObject({
      balance: 100,
      reserved: 0,
    });
  });

  test("can keep a task from ever ending", async () => {
    await using partner = await openPartner();
    partner.sandbox.inject({ kind: "never-ends", path: "/tasks" });
    const { data } = await partner.create();
    partner.pass(10_000_000);

    const task = await partner.call(`/tasks/${String(data["task_id"])}`);

    expect(task.data).toMatchObject({ status: "pending", progress: 0.9 });
  });

  test("can charge above the estimate", async () => {
    await using partner = await openPartner({ balance: 100 });
    partner.sandbox.inject({ kind: "surcharge", credits: 7, path: "/tasks" });
    const { data } = await partner.create();
    partner.pass(10);

    const task = await partner.call(`/tasks/${String(data["task_id"])}`);

    expect(data["estimated_credits"]).toBe(10);
    expect(task.data["credits_charged"]).toBe(17);
  });

  test.each([{ path: "/tasks" }, { action: "translation" }] as const)(
    "of a task waits for the next task when a request is repeated: %o",
    async (wanted) => {
      await using partner = await openPartner({ balance: 100 });
      const first = await partner.create({ idempotencyKey: "one" });
      partner.sandbox.inject({ kind: "surcharge", credits: 7, ...wanted });

      const repeated = await partner.create({ idempotencyKey: "one" });
      const second = await partner.create({ idempotencyKey: "two" });
      partner.pass(10);
      const task = await partner.call(`/tasks/${String(second.data["task_id"])}`);

      expect(repeated.data["task_id"]).toBe(first.data["task_id"]);
      expect(task.data["credits_charged"]).toBe(17);
    },
  );

  test("waits for as long as it says, before or after the commit", async () => {
    const slept: number[] = [];
    await using partner = await openPartner({ sleep: async (ms) => slept.push(ms) });
    partner.sandbox.inject({ kind: "delay", ms: 700 });
    partner.sandbox.inject({ kind: "delay", ms: 900, at: "after" });

    await partner.create();
    await partner.create();

    expect(slept).toEqual([700, 900]);
  });
});

test("a key that was forgotten makes a second task", async () => {
  await using partner = await openPartner();
  await partner.create({ idempotencyKey: "k-1" });

  partner.sandbox.change({ forgetKeys: true });
  await partner.create({ idempotencyKey: "k-1" });

  expect((await partner.sandbox.records()).tasks).toHaveLength(2);
});
