import type { IncomingMessage, ServerResponse } from "node:http";

import { newsOf, screenOf } from "../slack/page/screen.ts";
import { choiceOf, faultActions, partnerFaults, slackFaults } from "./faults.ts";
import { keepLog } from "./log-lines.ts";
import type { Playground } from "./playground.ts";
import type { News, Welcome } from "./wire.ts";
import { lookAtWorlds } from "./worlds.ts";

type Reader = { readonly me: string; readonly response: ServerResponse };
export type Live = ReturnType<typeof createLive>;

/** Tells every open page what happens, as it happens, by server-sent events. */
export function createLive(ground: Playground, log: (message: string, error: unknown) => void) {
  const { slack } = ground;
  const readers = new Set<Reader>();
  const worlds = createTeller(async () => {
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
      if (change.kind === "exchange") worlds.tell();
    }),
    ground.partner.onRequest(worlds.tell),
  ];

  return {
    tellWorlds: worlds.tell,
    /** Keeps the connection open and writes to it what this person sees from now on. */
    join(me: string, { request, response }: Wire): void {
      const reader = { me, response };
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
      write(response, { kind: "welcome", welcome: welcome(ground) });
      write(response, { kind: "lines", lines: book.lines() });
      write(response, { kind: "screen", screen: screenOf(slack, me) });
      readers.add(reader);
      request.on("close", () => readers.delete(reader));
      worlds.tell();
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
    partnerFaults: partnerFaults.map(choiceOf),
    slackFaults: slackFaults.map(choiceOf),
    actions: faultActions,
  };
}

/** Runs `tell` once more after the last call, however many calls come while it runs. */
function createTeller(
  tell: () => Promise<void>,
  log: (message: string, error: unknown) => void,
): { readonly tell: () => void } {
  let isWanted = false;
  let isRunning = false;
  async function run(): Promise<void> {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await tell();
    }
    isRunning = false;
  }
  return {
    tell: () => {
      isWanted = true;
      if (isRunning) return;
      run().catch((error: unknown) => {
        isRunning = false;
        log("the drawer could not be filled", error);
      });
    },
  };
}
