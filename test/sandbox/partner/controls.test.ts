import { expect, test } from "vitest";

import { request } from "../../../src/http.ts";
import { openDesk } from "../../contract/desk.ts";
import type { Desk } from "../../contract/desk.ts";

test("the manual names every control", async () => {
  await using desk = await openDesk();

  const { text } = await control(desk, "GET", "");

  expect(text).toContain("/sandbox/books");
  expect(text).toContain("charsPerSecond");
});

test.each([
  ["a page that is open in a browser", { origin: "https://elsewhere.example" }],
  ["another name that leads to this machine", { host: "elsewhere.example:4010" }],
])("the controls are refused to %s", async (_, headers) => {
  await using desk = await openDesk();
  const { origin } = new URL(desk.sandbox.url);
  const body = JSON.stringify({ balance: 0 });

  const { statusCode, body: answer } = await request(`${origin}/sandbox/settings`, {
    method: "POST",
    headers,
    body,
  });
  await answer.dump();
  const { text } = await control(desk, "GET", "/books");

  expect(statusCode).toBe(403);
  expect(JSON.parse(text)).toMatchObject({ accounts: [{ balance: 1_000_000 }] });
});

test("the books can be read over HTTP", async () => {
  await using desk = await openDesk();
  await desk.create({ idempotencyKey: "k-1" });

  const { text } = await control(desk, "GET", "/books");

  expect(JSON.parse(text)).toMatchObject({
    accounts: [{ balance: 1_000_000, reserved: 10 }],
    tasks: [{ idempotencyKey: "k-1", status: "pending" }],
    creates: [{ idempotencyKey: "k-1", outcome: "created" }],
    rates: [{ limit: 120, lastMinute: 1, refused: 0 }],
    requests: [{ method: "POST", path: "/tasks", status: 200 }],
  });
});

test("every request is told of once it was answered, with its key and what struck it", async () => {
  await using desk = await openDesk();
  const heard: unknown[] = [];
  desk.sandbox.onRequest((one) => heard.push(one));
  desk.sandbox.inject({ kind: "drop", at: "after", action: "translation" });

  const dropped = desk.create({ idempotencyKey: "k-1" }).catch(() => "dropped");

  await expect(dropped).resolves.toBe("dropped");
  expect(heard).toMatchObject([{ idempotencyKey: "k-1", status: 0, fault: "drop" }]);
});

test("the speed can be changed while a task runs", async () => {
  await using desk = await openDesk({ charsPerSecond: 1 });
  const { data } = await desk.create();
  desk.pass(1);

  await control(desk, "POST", "/settings", { charsPerSecond: 1_000 });

  const task = await desk.call(`/tasks/${String(data["task_id"])}`);
  expect(task.data["status"]).toBe("completed");
});

test("one key's balance and limit can be changed and the other's stay", async () => {
  await using desk = await openDesk({ keys: ["alpha-key", "beta-key"] });

  const change = { key: "beta-key", balance: 3, rpm: 7 };
  await control(desk, "POST", "/settings", change);

  const alpha = await desk.call("/usage", { key: "alpha-key" });
  const beta = await desk.call("/usage", { key: "beta-key" });
  expect(alpha.data).toMatchObject({ balance_credits: 1_000_000, rate_limit_per_minute: 120 });
  expect(beta.data).toMatchObject({ balance_credits: 3, rate_limit_per_minute: 7 });
});

test("faults can be queued and forgotten over HTTP", async () => {
  await using desk = await openDesk();
  await control(desk, "POST", "/faults", { kind: "status", status: 500 });
  await control(desk, "POST", "/faults", { kind: "status", status: 500 });

  const struck = await desk.call("/usage");
  await control(desk, "DELETE", "/faults");
  const spared = await desk.call("/usage");

  expect([struck.status, spared.status]).toEqual([500, 200]);
});

test("a control that does not exist or makes no sense is refused with the reason", async () => {
  await using desk = await openDesk();

  const unknown = await control(desk, "POST", "/settings", { sped: 5 });
  const broken = await control(desk, "POST", "/faults", { kind: "status", status: 7 });
  const nowhere = await control(desk, "GET", "/books/today");

  expect([unknown.status, broken.status, nowhere.status]).toEqual([400, 400, 404]);
  expect(unknown.text).toContain("sped");
});

function control(desk: Desk, method: string, path: string, body?: Record<string, unknown>) {
  const address = `${desk.sandbox.origin}/sandbox${path}`;
  return desk.call(address, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
