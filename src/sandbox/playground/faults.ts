import type { FaultOrder } from "#sandbox/partner/faults.ts";
import type { FaultChoice } from "#sandbox/slack/page/playground-wire.ts";
import type { SlackSandbox } from "#sandbox/slack/slack.ts";

type Explained = { readonly explains: string };
type PartnerError = Explained & { readonly order: FaultOrder };
type SlackFault = Explained & { readonly set: (faults: SlackSandbox["faults"]) => void };

const slowMs = 6000;

/** The partner's faults. Each strikes once: the next request, or the next task of an action. */
export const partnerFaults: Readonly<Record<string, PartnerError>> = {
  "Slow answer": {
    explains: `The answer takes ${slowMs / 1000} seconds.`,
    order: { kind: "delay", ms: slowMs, at: "after" },
  },
  "402 too few credits": {
    explains: "Refused: the balance does not cover it.",
    order: { kind: "status", status: 402 },
  },
  "401 key refused": {
    explains: "Refused, as if the key were not valid; only this once.",
    order: { kind: "status", status: 401 },
  },
  "429 too many requests": {
    explains: "Refused; come back in 5 seconds.",
    order: { kind: "status", status: 429, retryAfter: "5" },
  },
  "Connection lost after the commit": {
    explains: "The task exists, and the answer never arrives.",
    order: { kind: "drop", at: "after" },
  },
  "503 before the commit": {
    explains: "An error of the service; no task was made.",
    order: { kind: "status", status: 503 },
  },
  "500 after the commit": {
    explains: "An error of the service; the task exists all the same.",
    order: { kind: "status", status: 500, at: "after" },
  },
  "Ends with an unknown status": {
    explains: "The task says “on_hold” instead of “completed”.",
    order: { kind: "ends-as", status: "on_hold" },
  },
  "Task fails": {
    explains: "The task ends with “failed” and costs nothing.",
    order: { kind: "ends-as", status: "failed" },
  },
  "Charged too much": {
    explains: "25 credits more than were estimated.",
    order: { kind: "surcharge", credits: 25 },
  },
  "Never ends": {
    explains: "The task stays pending for ever.",
    order: { kind: "never-ends" },
  },
  "Loses some paragraphs": {
    explains: "A piece from the middle of the text is missing from its translation.",
    order: { kind: "omits", from: 0.5, to: 0.56 },
  },
  "Breaks off": {
    explains: "The translation lacks the last third of the text.",
    order: { kind: "omits", from: 0.66, to: 1 },
  },
  "Ignores the glossary": {
    explains: "No term of any glossary is used in the translation.",
    order: { kind: "ignores-terms" },
  },
  "Link expired at once": {
    explains: "The next download link no longer works when it is opened.",
    order: { kind: "expired-link", method: "GET", path: "/tasks/*/download" },
  },
  "Unreadable answer": {
    explains: "A 200 with a web page instead of JSON; the task exists.",
    order: { kind: "body", body: "html" },
  },
};

/** Slack's faults. Each strikes once. */
export const slackFaults: Readonly<Record<string, SlackFault>> = {
  "Rate limit": {
    explains: "The next call is refused for 3 seconds.",
    set: ({ onCall }) => onCall("*", { fault: "rate-limited", retryAfter: "3" }),
  },
  "500, nothing done": {
    explains: "The next call fails before it did anything.",
    set: ({ onCall }) => onCall("*", { fault: "500-before" }),
  },
  "500, but posted": {
    explains: "The next post appears and is answered with an error.",
    set: ({ onCall }) => onCall("chat.postMessage", { fault: "500-after" }),
  },
  "Lost reply": {
    explains: "The next post appears, and the answer never arrives.",
    set: ({ onCall }) => onCall("chat.postMessage", { fault: "lost-reply" }),
  },
  "No replies here": {
    explains: "The next post in a channel is refused: its threads are locked.",
    set: ({ onCall }) => {
      const error = "restricted_action_thread_locked";
      onCall("chat.postMessage", { fault: "refused", error, in: "C" });
    },
  },
  "User group gone": {
    explains: "The next look at a user group says that there is none.",
    set: ({ onCall }) =>
      onCall("usergroups.users.list", { fault: "refused", error: "no_such_subteam" }),
  },
  "File comes late": {
    explains: "The next file has no address yet: Slack still works on it.",
    set: ({ onCall }) => onCall("files.info", { fault: "unprocessed" }),
  },
  "Delivered twice": {
    explains: "The next event or click arrives as two copies at once.",
    set: ({ onDelivery }) => onDelivery("*", { fault: "twice" }),
  },
  Redelivery: {
    explains: "Slack does not see Galley’s answer and sends the next event again.",
    set: ({ onDelivery }) => onDelivery("*", { fault: "answer-lost" }),
  },
  "Delivered late": {
    explains: "The next event waits for “Deliver what waits”.",
    set: ({ onDelivery }) => onDelivery("*", { fault: "late" }),
  },
};

/** The choices as the page is told of them. */
export function choicesOf(faults: Readonly<Record<string, Explained>>): FaultChoice[] {
  return Object.entries(faults).map(([label, { explains }]) => ({ label, explains }));
}

/** Names a waiting fault by the words of its choice. */
export function faultWords(waiting: Readonly<Record<string, unknown>>): string {
  const entry = Object.entries(partnerFaults).find(([, { order }]) =>
    Object.entries(order).every(([name, value]) => waiting[name] === value),
  );
  const on = typeof waiting["action"] === "string" ? ` (${waiting["action"]})` : "";
  return `${entry?.[0] ?? String(waiting["kind"])}${on}`;
}
