import { expect, test } from "vitest";

import type { Task } from "#domain/task.ts";
import { parseCardFacts } from "#features/shared/card-facts.ts";
import { cardMetadata } from "#features/shared/thread.ts";

import {
  aGlossaryTask,
  aPreview,
  aQuote,
  aTask,
  completed,
  noon,
  rejectedFor,
  running,
} from "../../builders.ts";

test("the card names every run that may have spent something, the one to be sent first", () => {
  const sent = aGlossaryTask({ key: "sent", state: running() });
  const done = aPreview({ key: "done", state: completed() });
  const refused = aTask({ key: "refused", state: rejectedFor("bad-request") });
  const slice = [
    { from: 0, to: 40 },
    { from: 90, to: 100 },
  ];
  const next = aTask({ key: "next", target: "pt-BR", generation: 2, slice });

  const { event_payload } = cardMetadata(aQuote({ tasks: [done, sent, refused, next] }));

  const part = { kind: "translation", target: "pt-BR", generation: 2, slice } as const;
  const of = ({ kind, target, generation, slice: opening }: Task) => ({
    kind,
    target,
    generation,
    ...(opening && { slice: opening }),
  });
  expect(parseCardFacts(event_payload)).toEqual([
    { key: "next", ...part, approvedAt: noon, taskId: undefined },
    { key: "sent", ...of(sent), approvedAt: noon, taskId: "task-7" },
    { key: "done", ...of(done), approvedAt: noon, taskId: "task-7" },
  ]);
});

test("the card holds no more than Slack takes, and leaves out what has ended first", () => {
  const ended = Array.from({ length: 99 }, (_, n) =>
    aTask({ key: `${"k".repeat(36)}${n}`, state: completed() }),
  );
  const sent = aGlossaryTask({ key: "sent", state: running() });
  const next = aTask({ key: "next" });

  const { event_payload } = cardMetadata(aQuote({ tasks: [sent, ...ended, next] }));

  expect(Buffer.byteLength(JSON.stringify(event_payload))).toBeLessThan(8000);
  const keys = parseCardFacts(event_payload).map(({ key }) => key);
  expect(keys.slice(0, 3)).toEqual(["next", "sent", `${"k".repeat(36)}98`]);
  expect(keys.length).toBeGreaterThan(40);
});

test("what somebody else wrote into a card's metadata names no run", () => {
  expect(parseCardFacts({ others: [{ key: "" }] })).toEqual([]);
  expect(parseCardFacts({ key: 7, first_sent_at: noon })).toEqual([]);
  expect(parseCardFacts(undefined)).toEqual([]);
});
