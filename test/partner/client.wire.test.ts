import * as fc from "fast-check";
import { expect, test } from "vitest";

import { PartnerError } from "#domain/errors.ts";
import { readDownload, readTask, readUsage } from "#partner/client.ts";

import { aTask, envelope } from "./a-partner.ts";

const asked = { taskId: "task-1" };

test("a finished glossary task is read with its terms", () => {
  const reply = envelope(
    aTask({
      status: "completed",
      action: "glossary_extraction",
      target_lang: "en",
      progress: 1,
      credits_charged: 3000,
      char_count: 3000,
      detected_language: "ko",
      source_lang: "auto",
      terms: [{ source: "서울", target: "Seoul", confidence: 0.9 }],
      new_field: true,
    }),
  );

  expect(readTask(reply, { taskId: "task-1" })).toEqual({
    taskId: "task-1",
    status: "completed",
    outcome: "completed",
    action: "glossary_extraction",
    targetLang: "en",
    characters: 3000,
    estimatedCredits: undefined,
    estimatedTokens: undefined,
    progress: 1,
    chargedCredits: 3000,
    sourceLang: "ko",
    terms: [{ source: "서울", target: "Seoul", confidence: 0.9 }],
  });
});

test.for([
  ["completed", "completed"],
  ["pending", "pending"],
  ["failed", "failed"],
  ["FAILED", "failed"],
  ["Error", "failed"],
  ["cancelled", "failed"],
  ["canceled", "failed"],
  ["rejected", "failed"],
  ["expired", "failed"],
  ["Completed", "unrecognised"],
  ["completed ", "unrecognised"],
  ["processing", "unrecognised"],
  ["not_failed", "unrecognised"],
  ["failed_over", "unrecognised"],
  ["", "unrecognised"],
] as const)("the status %j is kept and means %s", ([status, outcome]) => {
  expect(readTask(envelope(aTask({ status })), asked)).toMatchObject({ status, outcome });
});

test("a status that is no word does not hide the task", () => {
  expect(readTask(envelope(aTask({ status: 42 })), asked)).toMatchObject({
    taskId: "task-1",
    outcome: "unrecognised",
  });
});

test.for(["auto", "und"])("a language of “%s” is none that was detected", (word) => {
  const reply = envelope(aTask({ detected_language: word, source_lang: word }));

  expect(readTask(reply, asked).sourceLang).toBeUndefined();
});

test("what has a wrong shape and is not needed is left out", () => {
  const reply = envelope(
    aTask({
      progress: "1",
      credits_charged: 12.5,
      estimated_credits: -1,
      char_count: null,
      created_at: "yesterday",
      source_lang: 7,
      terms: "none",
    }),
  );

  expect(readTask(reply, asked)).toMatchObject({
    progress: undefined,
    chargedCredits: undefined,
    estimatedCredits: undefined,
    characters: undefined,
    createdAt: undefined,
    sourceLang: undefined,
    terms: undefined,
  });
});

test("when a task was created is read as a time", () => {
  const reply = envelope(aTask({ created_at: "2026-05-14T09:30:00.000Z" }));

  expect(readTask(reply, asked).createdAt).toBe(Date.UTC(2026, 4, 14, 9, 30));
});

test("terms of a wrong shape are skipped, doubtful confidence is dropped, odd names do no harm", () => {
  const terms: unknown = JSON.parse(
    '[{"source":"__proto__","target":"x","confidence":7},{"__proto__":{"source":"a"}},null,{"source":"a"}]',
  );

  const task = readTask(envelope(aTask({ terms })), asked);

  expect(task.terms).toEqual([{ source: "__proto__", target: "x", confidence: undefined }]);
  expect({}).not.toHaveProperty("source");
});

test.for([".1", "..a", "...", "x".repeat(200)])("a task id of %j is taken as it is", (taskId) => {
  const reply = envelope(aTask({ task_id: taskId }));

  expect(readTask(reply, { action: "translation" }).taskId).toBe(taskId);
});

test("a reply that does not say its action is taken for the one that was asked for", () => {
  const reply = envelope(aTask({ action: undefined, source_lang: "ko", detected_language: "" }));

  expect(readTask(reply, { action: "translation" })).toMatchObject({
    taskId: "task-1",
    sourceLang: "ko",
  });
});

test.for([undefined, null, 7, "", ".", "..", "x".repeat(201), "a\nb"])(
  "a task id of %j is refused",
  (taskId) => {
    const reply = envelope(aTask({ task_id: taskId }));

    expect(() => readTask(reply, { action: "translation" })).toThrow("data.task_id");
  },
);

test("a usage record without a limit says what was expected", () => {
  expect(() => readUsage(envelope({ api_key_prefix: "gk" }))).toThrow(
    /a usage record .*data\.rate_limit_per_minute/u,
  );
});

test("a download needs its link alone", () => {
  expect(readDownload(envelope({ download_url: "https://x.example/y" }))).toEqual({
    url: "https://x.example/y",
    fileSize: undefined,
  });
});

test("any reply at all is either read or an unexpected reply", () => {
  const fields = fc.record(
    {
      task_id: fc.oneof(fc.constant("task-1"), fc.jsonValue()),
      status: fc.jsonValue(),
      terms: fc.jsonValue(),
      download_url: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const replies = fc.oneof(
    fc.jsonValue(),
    fields.map((data) => ({ success: true, data })),
  );

  fc.assert(
    fc.property(replies, (reply) => {
      const faults = [(it: unknown) => readTask(it, asked), readUsage, readDownload].map((read) =>
        faultOf(() => read(reply)),
      );

      expect(faults.every((fault) => fault === undefined || fault instanceof PartnerError)).toBe(
        true,
      );
    }),
  );
});

function faultOf(read: () => unknown): unknown {
  try {
    read();
    return undefined;
  } catch (error) {
    return error;
  }
}
