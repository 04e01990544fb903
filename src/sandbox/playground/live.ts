import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import type { Wire } from "#sandbox/slack/http.ts";
import { fieldsOf, textOf } from "#sandbox/slack/json.ts";
import type { Exchange } from "#sandbox/slack/model.ts";
import type {
  Charges,
  LogLine,
  News,
  Welcome,
  Worlds,
} from "#sandbox/slack/page/playground-wire.ts";
import { newsOf, screenOf } from "#sandbox/slack/page/screen.ts";
import { actions } from "#service/contract/task.ts";

import { type Playground, scenarios } from "./controls.ts";
import { choicesOf, faultWords, partnerFaults, slackFaults } from "./faults.ts";

type Reader = { readonly me: string; readonly response: ServerResponse };
export type Live = ReturnType<typeof createLive>;

/** Tells every open page what happens, as it happens, by server-sent events. */
export function createLive(ground: Playground, log: (message: string, error: unknown) => void) {
  const { slack } = ground;
  const readers = new Set<Reader>();
  let isDue = false;
  const tellSoon = async () => {
    await delay(worldsMs);
    isDue = false;
    const news: News = { kind: "worlds", worlds: await lookAtWorlds(ground) };
    for (const { response } of readers) write(response, news);
  };
  /** Many changes at once are told together. */
  const tellWorlds = () => {
    if (isDue) return;
    isDue = true;
    tellSoon().catch((error: unknown) => log("the drawer could not be filled", error));
  };
  const book = keepLog(ground, (line) => {
    for (const { response } of readers) write(response, { kind: "lines", lines: [line] });
  });
  const stops = [
    slack.onChange((change) => {
      for (const { me, response } of readers) {
        const news = newsOf(slack, me, change);
        if (news !== undefined) write(response, news);
      }
      if (change.kind === "exchange") tellWorlds();
    }),
    ground.partner.onRequest(tellWorlds),
  ];

  return {
    tellWorlds,
    /** Keeps the connection open and writes every change that this person sees. */
    join(me: string, { request, response }: Wire): void {
      const reader = { me, response };
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      write(response, { kind: "welcome", welcome: welcome(ground) });
      write(response, { kind: "lines", lines: book.lines() });
      write(response, { kind: "screen", screen: screenOf(slack, me) });
      readers.add(reader);
      request.on("close", () => readers.delete(reader));
      tellWorlds();
    },
    close(): void {
      book.stop();
      for (const stop of stops) stop();
      for (const { response } of readers) response.end();
      readers.clear();
    },
  };
}

function write(response: ServerResponse, news: News): void {
  response.write(`data: ${JSON.stringify(news)}\n\n`);
}

function welcome({ slack, samples }: Playground): Welcome {
  const { robin, ana, ada, sam, guest, other } = slack.people;
  const cast = [
    [robin, "requester"],
    [ana, "approver"],
    [ada, "admin"],
    [sam, "colleague"],
    [guest, "guest"],
    [other, "outsider"],
  ] as const;
  return {
    roles: cast.map(([{ id, name }, role]) => ({ id, name, role })),
    samples: samples.map(({ id, title, name }) => ({ id, title, name })),
    scenarios: choicesOf(scenarios),
    partnerFaults: choicesOf(partnerFaults),
    slackFaults: choicesOf(slackFaults),
    actions,
  };
}

const tasksShown = 50;

/** The drawer's view of the outside worlds, from the partner's own records. */
async function lookAtWorlds({ slack, partner, bot }: Playground): Promise<Worlds> {
  const records = await partner.records();
  const { accounts, rates, tasks, requests, settings, faults } = records;
  const total = (field: "balance" | "reserved" | "available" | "charged") =>
    accounts.reduce((sum, account) => sum + account[field], 0);
  return {
    balance: total("balance"),
    reserved: total("reserved"),
    available: total("available"),
    charged: total("charged"),
    tasks: tasks.slice(-tasksShown).reverse(),
    requestsAt: requests.map(({ at }) => at).filter((at) => at > slack.state.now() - 60_000),
    limit: rates[0]?.limit ?? 0,
    refused: rates.reduce((sum, { refused }) => sum + refused, 0),
    charges: chargesIn(records),
    charsPerSecond: settings.charsPerSecond,
    waitingFaults: faults.waiting.map(faultWords),
    waitingDeliveries: slack.deliveries.waiting(),
    bot: bot.state(),
  };
}

type Records = Awaited<ReturnType<Playground["partner"]["records"]>>;

function chargesIn({ tasks, creates }: Pick<Records, "tasks" | "creates">): Charges {
  const charged = tasks.filter((task) => task.charged > 0);
  const texts = new Set(
    charged.map(({ action, fileName, targetLang, characters }) =>
      [action, fileName, targetLang, characters].join(" "),
    ),
  );
  return {
    once: texts.size,
    again: charged.length - texts.size,
    repeated: creates.filter(({ outcome }) => outcome === "replayed").length,
  };
}

const worldsMs = 50;
const linesKept = 500;
const detailMax = 4000;

type Line = Omit<LogLine, "number">;
type Heard = Parameters<Parameters<Playground["partner"]["onRequest"]>[0]>[0];

/**
 * All requests between Galley, Slack and partner in the order in which they were answered, from now
 * on. `tell` hears each; `stop` ends it.
 */
function keepLog({ slack, partner }: Playground, tell: (line: LogLine) => void) {
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
      void partner.records().then(({ creates }) => add(partnerLine(request, creates)));
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

type Creates = Awaited<ReturnType<Playground["partner"]["records"]>>["creates"];

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
