import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { createRecords } from "#service/records/records.ts";
import { createSeal } from "#service/records/seal.ts";
import { createMemoryStore } from "#store/open-store.ts";

import { aService } from "../running.ts";
import { aTask } from "./tasks.ts";

const day = 86_400_000;

test("a reading of the usage reads the rows of its own account and month alone", async () => {
  const store = createMemoryStore();
  let reads = 0;
  const get: typeof store.get = (key) => {
    reads += 1;
    return store.get(key);
  };
  const records = createRecords({ ...store, get }, createSeal([Buffer.alloc(32, 1)]));
  for (const account of ["press", ...Array.from({ length: 100 }, (_, at) => `other-${at}`)]) {
    await records.accounts.set(account, 1000);
    for (let month = 0; month < 4; month += 1) {
      const endedAt = Date.UTC(2026, month, 2);
      const task = aTask({ id: `task_${account}_${month}`, account });
      await records.tasks.place(task);
      await records.tasks.end(task.id, { status: "completed", charged: 5, endedAt });
    }
  }
  reads = 0;

  expect(await records.accounts.used("press", Date.UTC(2026, 2))).toBe(10);
  expect(reads).toBe(4);
  expect(await records.accounts.used("press", 0)).toBe(20);
});

test("what has ended is removed after its time, and its key may be used again", async () => {
  const clock = { now: Date.UTC(2026, 4, 14) };
  const folder = mkdtempSync(join(tmpdir(), "service-test-"));
  const first = await aService({ folder, now: () => clock.now });
  const { data } = await first.task({ file: "Mara saw the sea.\n" });
  await first.ended(data["task_id"]);
  await first.close();

  clock.now += 8 * day;
  await using second = await aService({ folder, now: () => clock.now });
  const { tasks, creates } = second.records;
  await expect.poll(async () => (await tasks.all())[0]?.isErased).toBe(true);
  await tasks.removeErased({ before: clock.now - 90 * day });
  expect(await tasks.all()).toHaveLength(1);
  await tasks.removeErased({ before: clock.now });
  await creates.remove({ before: clock.now });

  expect([await tasks.all(), await creates.all()]).toEqual([[], []]);
  expect(await second.records.accounts.used("press", clock.now)).toBe(18);
  rmSync(folder, { recursive: true });
});
