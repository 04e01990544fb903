import type { FaultOrder } from "../partner/faults.ts";
import type { SlackSandbox } from "../slack/slack.ts";
import type { FaultChoice } from "./wire.ts";

type Action = NonNullable<FaultOrder["action"]>;
type PartnerFault = FaultChoice & { readonly order: (on: On) => FaultOrder };
type SlackFault = FaultChoice & { readonly set: (faults: SlackSandbox["faults"]) => void };

/** Which requests a fault waits for: creates of one action, or simply the next request. */
type On = { readonly action?: Action };

/** Creates whose faults can be asked for one by one. */
export const faultActions: readonly Action[] = [
  "translation",
  "preview_translation",
  "glossary_extraction",
  "token_estimate",
  "preview_metadata",
];

const slowMs = 6000;

/** What can go wrong at the partner: each strikes once. */
export const partnerFaults: readonly PartnerFault[] = [
  {
    id: "slow",
    label: "Slow answer",
    explains: `The answer takes ${slowMs / 1000} seconds.`,
    order: (on) => ({ kind: "delay", ms: slowMs, at: "after", ...on }),
  },
  {
    id: "402",
    label: "402 too few credits",
    explains: "Refused: the balance does not cover it.",
    order: (on) => ({ kind: "status", status: 402, ...on }),
  },
  {
    id: "401",
    label: "401 key refused",
    explains: "Refused, as if the key were not valid; only this once.",
    order: (on) => ({ kind: "status", status: 401, ...on }),
  },
  {
    id: "429",
    label: "429 too many requests",
    explains: "Refused; come back in 5 seconds.",
    order: (on) => ({ kind: "status", status: 429, retryAfter: "5", ...on }),
  },
  {
    id: "lost",
    label: "Connection lost after the commit",
    explains: "The task exists, and the answer never arrives.",
    order: (on) => ({ kind: "drop", at: "after", ...on }),
  },
  {
    id: "503",
    label: "503 before the commit",
    explains: "An error of the service; no task was made.",
    order: (on) => ({ kind: "status", status: 503, ...on }),
  },
  {
    id: "500-after",
    label: "500 after the commit",
    explains: "An error of the service; the task exists all the same.",
    order: (on) => ({ kind: "status", status: 500, at: "after", ...on }),
  },
  {
    id: "unknown-status",
    label: "Ends with an unknown status",
    explains: "The task says “on_hold” instead of “completed”.",
    order: (on) => ({ kind: "ends-as", status: "on_hold", ...on }),
  },
  {
    id: "failed",
    label: "Task fails",
    explains: "The task ends with “failed” and costs nothing.",
    order: (on) => ({ kind: "ends-as", status: "failed", ...on }),
  },
  {
    id: "surcharge",
    label: "Charged too much",
    explains: "25 credits more than were estimated.",
    order: (on) => ({ kind: "surcharge", credits: 25, ...on }),
  },
  {
    id: "never",
    label: "Never ends",
    explains: "The task stays pending for ever.",
    order: (on) => ({ kind: "never-ends", ...on }),
  },
  {
    id: "gap",
    label: "Loses some paragraphs",
    explains: "A piece from the middle of the text is missing from its translation.",
    order: (on) => ({ kind: "omits", from: 0.5, to: 0.56, ...on }),
  },
  {
    id: "cut-off",
    label: "Breaks off",
    explains: "The translation lacks the last third of the text.",
    order: (on) => ({ kind: "omits", from: 0.66, to: 1, ...on }),
  },
  {
    id: "ignores-terms",
    label: "Ignores the glossary",
    explains: "No term of any glossary is used in the translation.",
    order: (on) => ({ kind: "ignores-terms", ...on }),
  },
  {
    id: "expired",
    label: "Link expired at once",
    explains: "The next download link no longer works when it is opened.",
    order: () => ({ kind: "expired-link", method: "GET", path: "/tasks/*/download" }),
  },
  {
    id: "html",
    label: "Unreadable answer",
    explains: "A 200 with a web page instead of JSON; the task exists.",
    order: (on) => ({ kind: "body", body: "html", ...on }),
  },
];

/** What can go wrong at Slack: each strikes once. */
export const slackFaults: readonly SlackFault[] = [
  {
    id: "limited",
    label: "Rate limit",
    explains: "The next call is refused for 3 seconds.",
    set: ({ onCall }) => onCall("*", { fault: "rate-limited", retryAfter: "3" }),
  },
  {
    id: "500",
    label: "500, nothing done",
    explains: "The next call fails before it did anything.",
    set: ({ onCall }) => onCall("*", { fault: "500-before" }),
  },
  {
    id: "500-done",
    label: "500, but posted",
    explains: "The next post appears and is answered with an error.",
    set: ({ onCall }) => onCall("chat.postMessage", { fault: "500-after" }),
  },
  {
    id: "lost",
    label: "Lost reply",
    explains: "The next post appears, and the answer never arrives.",
    set: ({ onCall }) => onCall("chat.postMessage", { fault: "lost-reply" }),
  },
  {
    id: "twice",
    label: "Delivered twice",
    explains: "The next event or click arrives as two copies at once.",
    set: ({ onDelivery }) => onDelivery("*", { fault: "twice" }),
  },
  {
    id: "again",
    label: "Redelivery",
    explains: "Slack does not see the desk’s answer and sends the next event again.",
    set: ({ onDelivery }) => onDelivery("*", { fault: "answer-lost" }),
  },
  {
    id: "late",
    label: "Delivered late",
    explains: "The next event waits for “Deliver what waits”.",
    set: ({ onDelivery }) => onDelivery("*", { fault: "late" }),
  },
];

export const choiceOf = ({ id, label, explains }: FaultChoice): FaultChoice => ({
  id,
  label,
  explains,
});

/** What a waiting fault is called: the words of the choice that it came from. */
export function faultWords(waiting: Readonly<Record<string, unknown>>): string {
  const found = partnerFaults.find(({ order }) =>
    Object.entries(order({})).every(([name, value]) => waiting[name] === value),
  );
  const on = typeof waiting["action"] === "string" ? ` (${waiting["action"]})` : "";
  return `${found?.label ?? String(waiting["kind"])}${on}`;
}
