import type { IncomingMessage, ServerResponse } from "node:http";

import { actions } from "../../service/contract/order.ts";
import { newsOf, screenOf } from "../slack/page/screen.ts";
import { choicesOf, faultWords, partnerFaults, slackFaults } from "./faults.ts";
import { keepLog } from "./log-lines.ts";
import type { Playground } from "./playground.ts";
import { scenarioChoices } from "./scenarios.ts";
import type { Charges, News, Welcome, Worlds } from "./wire.ts";

type Reader = { readonly me: string; readonly response: ServerResponse };
export type Live = ReturnType<typeof createLive>;

/** Tells every open page what happens, as it happens, by server-sent events. */
export function createLive(ground: Playground, log: (message: string, error: unknown) => void) {
  const { slack } = ground;
  const readers = new Set<Reader>();
  const tellWorlds = createTeller(async () => {
    const news: News = { kind: "worlds", worlds: await lookAtWorlds(ground) };
    for (const { response } of readers) write(response, news);
  }, log);
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
    },
  };
}

type Wire = { readonly request: IncomingMessage; readonly response: ServerResponse };

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
    scenarios: scenarioChoices,
    partnerFaults: choicesOf(partnerFaults),
    slackFaults: choicesOf(slackFaults),
    actions,
  };
}

const tasksShown = 50;

/** The drawer's view of the outside worlds, from the partner's own records. */
async function lookAtWorlds({ slack, partner, bot }: Playground): Promise<Worlds> {
  const books = await partner.books();
  const { accounts, rates, tasks, requests, settings, faults } = books;
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
    charges: chargesIn(books),
    charsPerSecond: settings.charsPerSecond,
    waitingFaults: faults.waiting.map(faultWords),
    waitingDeliveries: slack.deliveries.waiting(),
    desk: bot.state(),
  };
}

type Books = Awaited<ReturnType<Playground["partner"]["books"]>>;

function chargesIn({ tasks, creates }: Pick<Books, "tasks" | "creates">): Charges {
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

/** Runs `tell` once more after the last call, however many calls come while it runs. */
function createTeller(
  tell: () => Promise<void>,
  log: (message: string, error: unknown) => void,
): () => void {
  let isWanted = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (isWanted) {
      isWanted = false;
      await tell().catch((error: unknown) => log("the drawer could not be filled", error));
    }
    running = undefined;
  };
  return () => {
    isWanted = true;
    running ??= run();
  };
}
