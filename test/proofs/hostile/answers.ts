import { gzipSync } from "node:zlib";

import { aTask, envelope } from "../../partner/a-partner.ts";

type Question = "task" | "usage" | "download";
type Answer = {
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
};

const task = (fields: Record<string, unknown>): Answer => ({
  body: JSON.stringify(envelope(aTask(fields))),
});
const link = (download_url: string): Answer => ({
  body: JSON.stringify(envelope({ download_url })),
});
const account = {
  api_key_prefix: "gk_live",
  balance_credits: -5,
  period_used_credits: 5,
  period_start: "2026-11-01",
  rate_limit_per_minute: 60,
};
const fault = { status: "rejected", reason: { name: "UnexpectedReplyError" } };
const read = (value: object) => ({ status: "fulfilled", value });

/** Answers of the partner, and the client's reading of each. */
export const answers: readonly (readonly [
  what: string,
  asked: Question,
  answer: Answer,
  outcome: object,
])[] = [
  ["61 a page of HTML", "task", { body: "<html>Welcome</html>" }, fault],
  ["62 nothing", "task", { body: "" }, fault],
  ["63 no success under 200", "task", { body: '{"success":false,"data":{}}' }, fault],
  ["64 null for its data", "task", { body: '{"success":true,"data":null}' }, fault],
  ["65 a number for a task id", "task", task({ task_id: 7 }), fault],
  ["65 a task id of 10 kB", "task", task({ task_id: "x".repeat(10_240) }), fault],
  ["65 another task’s id, in markup", "task", task({ task_id: "<b>task-1</b>" }), fault],
  [
    "66 a word in other capitals: only the exact one is the end",
    "task",
    task({ status: "Completed" }),
    read({ outcome: "unrecognised", status: "Completed" }),
  ],
  ["67 progress as a text", "task", task({ progress: "1" }), read({ progress: undefined })],
  [
    "68 a confidence of 7",
    "task",
    task({ terms: [{ source: "a", target: "b", confidence: 7 }] }),
    read({ terms: [{ source: "a", target: "b", confidence: undefined }] }),
  ],
  [
    "68 a confidence that is no number",
    "task",
    { body: '{"success":true,"data":{"task_id":"task-1","status":"pending","progress":NaN}}' },
    fault,
  ],
  [
    "70 a date in the year 9999",
    "task",
    task({ created_at: "9999-12-31T23:59:59Z" }),
    read({ taskId: "task-1" }),
  ],
  [
    "71 a body that swells a thousandfold",
    "task",
    { body: gzipSync(Buffer.alloc(4_000_000)), headers: { "content-encoding": "gzip" } },
    fault,
  ],
  ["73 a link that is a script", "download", link("javascript:alert(1)"), fault],
  [
    "74 a balance below nothing",
    "usage",
    { body: JSON.stringify(envelope(account)) },
    read({ balanceCredits: -5 }),
  ],
];
