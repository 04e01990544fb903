import { expect, test } from "vitest";

import { issueKeys } from "#sandbox/partner/world.ts";

import { startModel } from "./model-server.ts";
import { aNovel } from "./novels.ts";
import { aService, callerOf } from "./running.ts";

const poison = "The word that no model says.";

/** What an engine does beside translating. */
const idle = { extract: async () => [], ready: async () => undefined };

/** Issues a key of another account. */
async function issueOtherKey({ records }: Pick<Awaited<ReturnType<typeof aService>>, "records">) {
  const key = { key: "other-key", account: "other" };
  await issueKeys(records, { keys: [key], balance: 1_000_000, rpm: 100_000 });
}

test.each(["hang-up", "unreadable", "error", "forbidden", "gone"] as const)(
  "books with a paragraph that the model never answers (%s) end, and hold up no other account",
  async (fault) => {
    await using model = await startModel({
      faultOf: (_, texts) => (texts.some((text) => text === poison) ? fault : undefined),
    });
    await using service = await aService({
      env: {
        SERVICE_ENGINE: "openai",
        MODEL_BASE_URL: model.url,
        MODEL_NAME: "scripted",
        MODEL_CONTEXT: "2048",
        MODEL_REQUESTS_AT_ONCE: "2",
      },
    });
    await issueKeys(service.records, { keys: ["other-key"], balance: 1_000_000, rpm: 100_000 });
    const other = callerOf(service.url, "other-key");
    const order = { glossary_strategy: "replace" };
    const poisoned = `${aNovel(1, { chapters: 2 })}\n${poison}\n\n${aNovel(2, { chapters: 2 })}`;
    const clean = aNovel(3, { chapters: 2 });

    const first = await service.task({ ...order, file: poisoned });
    const second = await service.task({ ...order, file: poisoned });
    const third = await other.task({ ...order, file: clean });
    const ended = await Promise.all([
      service.ended(first.data["task_id"]),
      service.ended(second.data["task_id"]),
      other.ended(third.data["task_id"]),
    ]);

    const charged = poisoned.length - poison.length;
    const gap = { untranslated: [expect.objectContaining({ characters: poison.length })] };
    const named = { status: "completed", credits_charged: charged, metadata: gap };
    expect(ended).toMatchObject([
      named,
      named,
      { status: "completed", credits_charged: clean.length },
    ]);
    expect(await service.result(first.data["task_id"])).toContain(`\n${poison}\n`);
  },
);

test("while books fill every turn, light tasks and another account's chapter go on", async () => {
  const begun: string[] = [];
  const gate = Promise.withResolvers<void>();
  await using service = await aService({
    env: { SERVICE_TASKS_AT_ONCE: "2" },
    engine: {
      async *translate(_, { account, isLight }) {
        begun.push(account);
        if (account === "press" && !isLight) await gate.promise;
        yield "Fin.";
      },
      ...idle,
    },
  });
  await issueOtherKey(service);
  const other = callerOf(service.url, "other-key");
  const file = "A sentence.\n";
  for (let book = 0; book < 4; book += 1) await service.task({ file });
  await expect.poll(() => begun).toEqual(["press", "press"]);

  const light = [
    await service.task({ action: "token_estimate", file }),
    await service.task({ action: "preview_metadata", file }),
    await service.task({ action: "glossary_extraction", file }),
    await service.task({ action: "preview_translation", file }),
  ];
  const chapter = await other.task({ file });
  const ended = await Promise.all([
    ...light.map(({ data }) => service.ended(data["task_id"])),
    other.ended(chapter.data["task_id"]),
  ]);

  expect(ended.map(({ status }) => status)).toEqual(Array(5).fill("completed"));
  expect(light.map(({ data }) => data["status"]).slice(1, 3)).toEqual(["completed", "completed"]);
  gate.resolve();
});

test.each([
  ["tasks", { SERVICE_PENDING_TASKS: "2" }],
  ["characters", { SERVICE_PENDING_CHARACTERS: "30" }],
])("the pending %s of a key are bounded, and those of another key are not", async (_, env) => {
  const gate = Promise.withResolvers<void>();
  await using service = await aService({
    env,
    engine: {
      async *translate(text) {
        await gate.promise;
        yield* text;
      },
      ...idle,
    },
  });
  await issueOtherKey(service);
  const file = "A sentence.\n";

  const placed = await Promise.all(Array.from({ length: 6 }, () => service.task({ file })));
  const other = await callerOf(service.url, "other-key").task({ file });
  gate.resolve();
  const taken = placed.filter(({ status }) => status === 200);
  for (const { data } of taken) await service.ended(data["task_id"]);
  const later = await service.task({ file });

  const counted = Map.groupBy(placed, ({ status }) => status);
  expect([counted.get(200)?.length, counted.get(429)?.length]).toEqual([2, 4]);
  expect([other.status, later.status]).toEqual([200, 200]);
  expect(await service.records.tasks.all()).toHaveLength(4);
});

test("what previews wait for holds up no estimate, and /readyz names a light task that waits long", async () => {
  const clock = { now: Date.UTC(2026, 4, 14) };
  const gate = Promise.withResolvers<void>();
  await using service = await aService({
    now: () => clock.now,
    engine: {
      async *translate() {
        await gate.promise;
        yield "Fin.";
      },
      ...idle,
    },
  });
  const file = "A sentence.\n";
  const preview = { action: "preview_translation", char_limit: "5", file };
  for (let number = 0; number < 9; number += 1) await service.task(preview);

  const { data } = await service.task({ action: "token_estimate", file });
  const ended = await service.ended(data["task_id"]);
  clock.now += 31_000;
  const { status, text } = await service.call(`${service.origin}/readyz`);
  gate.resolve();

  expect(ended["status"]).toBe("completed");
  expect([status, text]).toEqual([503, "A light task has waited for 31 s.\n"]);
});

test("/readyz names a light task that no process ends", async () => {
  const clock = { now: Date.UTC(2026, 4, 14) };
  const gate = Promise.withResolvers<void>();
  await using service = await aService({
    now: () => clock.now,
    engine: {
      async *translate() {
        await gate.promise;
        yield "Fin.";
      },
      ...idle,
    },
  });
  await service.task({ action: "preview_translation", char_limit: "5", file: "A sentence.\n" });

  clock.now += 601_000;
  const { status, text } = await service.call(`${service.origin}/readyz`);
  gate.resolve();

  expect([status, text]).toEqual([503, "A light task is pending for 601 s.\n"]);
});
