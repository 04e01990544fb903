import { fieldsOf, textOf } from "../slack/json.ts";
import type { Exchange } from "../slack/model.ts";
import type { Playground } from "./playground.ts";
import type { LogLine } from "./wire.ts";

const linesKept = 500;
const detailMax = 4000;

type Line = Omit<LogLine, "number">;
type Heard = Parameters<Parameters<Playground["partner"]["onRequest"]>[0]>[0];

/**
 * All requests between Galley, Slack and partner in the order in which they were answered, from now
 * on. `tell` hears each; `stop` ends it.
 */
export function keepLog({ slack, partner }: Playground, tell: (line: LogLine) => void) {
  const lines: LogLine[] = [];
  let number = 0;

  function add(line: Line): void {
    number += 1;
    const numbered = { number, ...line };
    lines.push(numbered);
    if (lines.length > linesKept) lines.shift();
    tell(numbered);
  }

  for (const exchange of slack.exchanges()) add(slackLine(exchange));
  const stops = [
    slack.onChange((change) => {
      if (change.kind === "exchange") add(slackLine(change.exchange));
    }),
    partner.onRequest((request) => {
      void partner.books().then(({ creates }) => add(partnerLine(request, creates)));
    }),
  ];
  return { lines: (): readonly LogLine[] => lines, stop: () => stops.forEach((stop) => stop()) };
}

function slackLine({ at, direction, name, body, outcome, reply }: Exchange): Line {
  const isToBot = direction === "to-bot";
  return {
    at,
    from: isToBot ? "Slack" : "Galley",
    to: isToBot ? "Galley" : "Slack",
    name,
    about: textOf(fieldsOf(body)["event_id"]),
    idempotencyKey: keyIn(body),
    outcome,
    isFault: !fine.test(outcome),
    detail: written({ sent: body, answered: reply }),
  };
}

const fine = /^(?:ok|200|302|acknowledged)/u;

type Creates = Awaited<ReturnType<Playground["partner"]["books"]>>["creates"];

function partnerLine(request: Heard, creates: Creates): Line {
  const { at, method, path, idempotencyKey, status, fault } = request;
  const isCreate = method === "POST" && path === "/tasks";
  const create = isCreate
    ? creates.findLast((one) => one.idempotencyKey === idempotencyKey && one.at <= at)
    : undefined;
  return {
    at,
    from: "Galley",
    to: "partner",
    name: `${method} ${path}`,
    about: create === undefined ? "" : `${create.action ?? "no action"}: ${create.outcome}`,
    idempotencyKey,
    outcome: status === 0 ? "connection cut" : String(status),
    isFault: status === 0 || status >= 400 || fault !== undefined,
    detail: written({ ...create, fault }),
  };
}

/** A card carries the key of what is being sent: the second durable copy. */
function keyIn(body: unknown): string | undefined {
  const { event_payload: payload } = fieldsOf(fieldsOf(body)["metadata"]);
  const key = textOf(fieldsOf(payload)["key"]);
  return key === "" ? undefined : key;
}

function written(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return text.length > detailMax ? `${text.slice(0, detailMax)}\n… (cut)` : text;
}
