import { expect, test } from "vitest";

import { request } from "#lib/http.ts";

import { openPartner, type TestPartner } from "../../proofs/contract/partner.ts";

test("the manual names every control", async () => {
  await using partner = await openPartner();

  const { text } = await control(partner, "GET", "");

  expect(text).toContain("/sandbox/records");
  expect(text).toContain("charsPerSecond");
});

test.each([
  ["a page that is open in a browser", { origin: "https://elsewhere.example" }],
  ["another name that leads to this machine", { host: "elsewhere.example:4010" }],
])("the controls are refused to %s", async (_, headers) => {
  await using partner = await openPartner();
  const { origin } = new URL(partner.sandbox.url);
  const body = JSON.stringify({ balance: 0 });

  const { statusCode, body: answer } = await request(`${origin}/sandbox/settings`, {
    method: "POST",
    headers,
    body,
  });
  await answer.dump();
  const { text } = await control(partner, "GET", "/records");

  expect(statusCode).toBe(403);
  expect(JSON.parse(text)).toMatchObject({ accounts: [{ balance: 1_000_000 }] });
});

test("the records can be read over HTTP", async () => {
  await using partner = await openPartner();
  await partner.create({ idempotencyKey: "k-1" });

  const { text } = await control(partner, "GET", "/records");

  expect(JSON.parse(text)).toMatchObject({
    accounts: [{ balance: 1_000_000, reserved: 10 }],
    tasks: [{ idempotencyKey: "k-1", status: "pending" }],
    creates: [{ idempotencyKey: "k-1", outcome: "created" }],
    rates: [{ limit: 120, lastMinute: 1, refused: 0 }],
    requests: [{ method: "POST", path: "/tasks", status: 200 }],
  });
});

test("every request is told of once it was answered, with its key and what struck it", async () => {
  await using partner = await openPartner();
  const heard: unknown[] = [];
  partner.sandbox.onRequest((one) => heard.push(one));
  partner.sandbox.inject({ kind: "drop", at: "after", action: "translation" });

  const dropped = partner.create({ idempotencyKey: "k-1" }).catch(() => "dropped");

  await expect(dropped).resolves.toBe("dropped");
  expect(heard).toMatchObject([{ idempotencyKey: "k-1", status: 0, fault: "drop" }]);
});

test("the speed can be changed while a task runs", async () => {
  await using partner = await openPartner({ charsPerSecond: 1 });
  const { data } = await partner.create();
  partner.pass(1);

  await control(partner, "POST", "/settings", { charsPerSecond: 1_000 });

  const task = await partner.call(`/tasks/${String(data["task_id"])}`);
  expect(task.data["status"]).toBe("completed");
});

test("one key's balance and limit can be changed and the other's stay", async () => {
  await using partner = await openPartner({ keys: ["alpha-key", "beta-key"] });

  const change = { key: "beta-key", balance: 3, rpm: 7 };
  await control(partner, "POST", "/settings", change);

  const alpha = await partner.call("/usage", { key: "alpha-key" });
  const beta = await partner.call("/usage", { key: "beta-key" });
  expect(alpha.data).toMatchObject({ balance_credits: 1_000_000, rate_limit_per_minute: 120 });
  expect(beta.data).toMatchObject({ balance_credits: 3, rate_limit_per_minute: 7 });
});

test("faults can be queued and forgotten over HTTP", async () => {
  await using partner = await openPartner();
  await control(partner, "POST", "/faults", { kind: "status", status: 500 });
  await control(partner, "POST", "/faults", { kind: "status", status: 500 });

  const struck = await partner.call("/usage");
  await control(partner, "DELETE", "/faults");
  const spared = await partner.call("/usage");

  expect([struck.status, spared.status]).toEqual([500, 200]);
});

test("a control that does not exist or makes no sense is refused with the reason", async () => {
  await using partner = await openPartner();

  const unknown = await control(partner, "POST", "/settings", { sped: 5 });
  const broken = await control(partner, "POST", "/faults", { kind: "status", status: 7 });
  const homeTab = await control(partner, "GET", "/records/today");

  expect([unknown.status, broken.status, homeTab.status]).toEqual([400, 400, 404]);
  expect(unknown.text).toContain("sped");
});

function control(
  partner: TestPartner,
  method: string,
  path: string,
  body?: Record<string, unknown>,
) {
  const address = `${partner.sandbox.origin}/sandbox${path}`;
  return partner.call(address, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
