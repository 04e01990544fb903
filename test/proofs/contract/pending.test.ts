import { describe, expect, test } from "vitest";

import { servers } from "./servers.ts";

const services = servers.filter(([name]) => name !== "the sandbox");

// Not in the contract: how much a key may have pending. Each has two bounds, and 429 beyond them.
describe.each(services)("%s", (_, openPartner) => {
  const keys = ["alpha-key", "beta-key"];

  test.each([
    ["tasks", { SERVICE_PENDING_TASKS: "2" }],
    ["characters", { SERVICE_PENDING_CHARACTERS: "29" }],
  ])(
    "the pending %s of a key are bounded: more wait, and no credits are reserved",
    async (_, env) => {
      await using partner = await openPartner({ keys, balance: 100, env });

      const orders = Array.from({ length: 5 }, () => partner.create({ key: "alpha-key" }));
      const placed = await Promise.all(orders);
      const other = await partner.create({ key: "beta-key" });
      const { accounts } = await partner.sandbox.records();
      partner.pass(10);
      const task = placed.find(({ status }) => status === 200);
      await partner.call(`/tasks/${String(task?.data["task_id"])}`, { key: "alpha-key" });
      const later = await partner.create({ key: "alpha-key" });

      const refused = placed.filter(({ status }) => status === 429);
      expect([placed.length - refused.length, other.status, later.status]).toEqual([2, 200, 200]);
      expect(new Set(refused.map(({ error }) => error["code"]))).toEqual(new Set(["RATE_LIMITED"]));
      expect(new Set(refused.map(({ headers }) => headers.get("retry-after")))).toEqual(
        new Set(["60"]),
      );
      expect(accounts).toMatchObject([{ reserved: 20 }, { reserved: 10 }]);
    },
  );

  test("a text that is longer than all that may be pending is taken when nothing else is", async () => {
    await using partner = await openPartner({ env: { SERVICE_PENDING_CHARACTERS: "5" } });

    const first = await partner.create();
    const second = await partner.create();

    expect([first.status, second.status]).toEqual([200, 429]);
  });

  test("a repeated request gets its task, however much is pending", async () => {
    await using partner = await openPartner({ env: { SERVICE_PENDING_TASKS: "1" } });
    const first = await partner.create({ idempotencyKey: "k-1" });

    const again = await partner.create({ idempotencyKey: "k-1" });
    const other = await partner.create({ idempotencyKey: "k-2" });
    partner.pass(10);
    await partner.call(`/tasks/${String(first.data["task_id"])}`);
    const later = await partner.create({ idempotencyKey: "k-2" });

    expect(again.data).toEqual(first.data);
    expect([other.status, later.status]).toEqual([429, 200]);
  });
});
