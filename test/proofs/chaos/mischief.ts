import type { FaultOrder } from "#sandbox/partner/faults.ts";
import type { ApiFault } from "#sandbox/slack/faults.ts";

import type { Lane } from "./lane.ts";
import type { Point } from "./points.ts";

/** All faults of one run, drawn from its seed. */
export type Mischief = {
  readonly point: Point | undefined;
  /** Kills at these times after the start of the story, ms. */
  readonly kills: readonly number[];
  readonly partner: readonly FaultOrder[];
  readonly slack: readonly { readonly method: string; readonly fault: ApiFault }[];
};

export function drawMischief(seed: number, points: readonly Point[]): Mischief {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const some = <T>(most: number, draw: () => T): readonly T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, draw);
  const isAimed = random() < 0.5;
  const first = Math.floor(random() * longestStoryMs);
  // In some runs the next process dies during its start.
  const again = random() < 0.3 ? [first + Math.floor(random() * 800)] : [];
  return {
    point: isAimed ? pick(points) : undefined,
    kills: isAimed ? again : [first, ...again],
    partner: some(2, () => partnerFault(random, pick)),
    slack: some(2, () => ({
      method: pick(slackMethods) ?? "chat.update",
      fault: pick(slackFaults) ?? { fault: "lost-reply" },
    })),
  };
}

/** Sets the faults. The returned function clears those that did not strike. */
export function setMischief({ partner, slack }: Lane, mischief: Mischief): () => void {
  for (const fault of mischief.partner) partner.inject(fault);
  for (const { method, fault } of mischief.slack) slack.faults.onCall(method, fault);
  return () => {
    partner.clearFaults();
    slack.faults.clear();
  };
}

type Pick = <T>(from: readonly T[]) => T | undefined;

function partnerFault(random: () => number, pick: Pick): FaultOrder {
  const path = pick(["/tasks", "/tasks", "/tasks/*", "/usage"]) ?? "/tasks";
  const skip = Math.floor(random() * 4);
  return { path, skip, ...(pick(partnerFaults) ?? { kind: "drop", at: "after" }) };
}

/** No fault here is a definite no, so every story comes to its end. */
const partnerFaults: readonly FaultOrder[] = [
  { kind: "drop", at: "start" },
  { kind: "drop", at: "mid-body" },
  { kind: "drop", at: "before" },
  { kind: "drop", at: "after" },
  { kind: "drop", at: "mid-reply" },
  { kind: "status", status: 500, at: "before" },
  { kind: "status", status: 503, at: "after" },
  { kind: "status", status: 429, at: "before", retryAfter: "1" },
  { kind: "delay", ms: 150, at: "before" },
  { kind: "delay", ms: 150, at: "after" },
  { kind: "body", body: "html" },
  { kind: "body", body: "truncated" },
  { kind: "body", body: "wrong-types" },
  { kind: "body", body: "empty" },
];

const slackFaults: readonly ApiFault[] = [
  { fault: "lost-reply" },
  { fault: "lost-reply" },
  { fault: "500-before" },
  { fault: "500-after" },
  { fault: "rate-limited", retryAfter: "1" },
  { fault: "slow", ms: 150 },
];

const slackMethods = [
  "chat.postMessage",
  "chat.postMessage",
  "chat.update",
  "conversations.replies",
  "files.getUploadURLExternal",
  "upload",
  "files.completeUploadExternal",
  "files.info",
  "download",
];

const longestStoryMs = 1500;

/** The same seed draws the same numbers on every machine. Mulberry32, from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
