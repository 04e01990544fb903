import { createHmac, timingSafeEqual } from "node:crypto";
import { type IncomingMessage, createServer } from "node:http";

import { App, HTTPReceiver, LogLevel, type Receiver } from "@slack/bolt";
import { z } from "zod";

import { createHttpServer } from "../../src/http/http-server.ts";
import { sleep } from "../../src/lib/clock.ts";
import { createHttpReceiver } from "../../src/slack/http-receiver.ts";
import { createIntake, type Routes, openRoutes } from "../../src/slack/intake.ts";
import { answerQuestions } from "../measure/child-side.ts";
import { listen } from "../measure/listen.ts";
import { secret } from "../measure/slack-signs.ts";

const opened = z.enum(["floor", "ours", "stock Bolt"]);

/** Opens the receiver that the first question names; answers with its port. */
answerQuestions((question) => {
  switch (opened.parse(question)) {
    case "floor":
      return openFloor();
    case "ours":
      return openOurs();
    case "stock Bolt":
      return openStockBolt();
  }
});

/** Opens the smallest receiver: read, check the signature, parse, answer. */
function openFloor(): Promise<number> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const isTaken = isSigned(request, body) && parse(request, body) !== undefined;
      response.writeHead(isTaken ? 200 : 401, { "content-length": 0 }).end();
    });
  });
  return listen(server);
}

function isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
  const timestamp = String(headers["x-slack-request-timestamp"]);
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const hmac = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body);
  const expected = Buffer.from(`v0=${hmac.digest("hex")}`);
  const given = Buffer.from(String(headers["x-slack-signature"]));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parse({ headers }: IncomingMessage, body: Buffer): unknown {
  const text = body.toString("utf8");
  if (headers["content-type"] === "application/json") return JSON.parse(text);
  const fields = new URLSearchParams(text);
  const payload = fields.get("payload");
  return payload === null ? Object.fromEntries(fields) : JSON.parse(payload);
}

/** Opens server, receiver, intake and app as `app.ts` puts them together. */
async function openOurs(): Promise<number> {
  const intake = createIntake();
  const receiver = createHttpReceiver({
    signingSecret: secret,
    first: async () => true,
    intake,
    now: Date.now,
    sleep,
    onFault: (error) => console.error(error),
    onRefused: () => console.error("refused"),
  });
  const app = new App({
    receiver: intake,
    authorize,
    logLevel: LogLevel.ERROR,
    convoStore: false,
    ...bolt,
  });
  const unknown = (body: unknown) => {
    throw new Error(`no listener for ${JSON.stringify(body).slice(0, 200)}`);
  };
  acknowledgeAll(openRoutes(app, unknown));
  const server = createHttpServer({ slack: receiver });
  return await listen(server);
}

/** Opens Bolt as the beginning of its documentation does. */
async function openStockBolt(): Promise<number> {
  const receiver = new HTTPReceiver({ signingSecret: secret, logLevel: LogLevel.ERROR });
  const app: App = new App({ receiver: receiver satisfies Receiver, authorize, ...bolt });
  acknowledge(app);
  const server = await app.start(0);
  const address = "address" in server ? server.address() : null;
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Adds one route of each kind. Galley has many more, but each is only an entry in a table. */
function acknowledgeAll(routes: Routes): void {
  routes.event(["message", "app_mention", "app_home_opened"], async () => {});
  routes.command(async ({ ack }) => ack());
  routes.action(["quote.approve", "task.take_back", "settle.task_id"], async ({ ack }) => ack());
  routes.view("request_translation", async ({ ack }) => ack());
  routes.messageShortcut("translate_manuscript", async ({ ack }) => ack());
}

function acknowledge(app: App): void {
  app.command(/^\/translate/u, async ({ ack }) => ack());
  app.action(/^(?:quote|task)\./u, async ({ ack }) => ack());
  app.event(/^(?:message|app_mention)$/u, async () => {});
  app.view(/./u, async ({ ack }) => ack());
  app.shortcut(/./u, async ({ ack }) => ack());
  app.event("app_home_opened", async () => {});
  app.action(/^settle\./u, async ({ ack }) => ack());
}

const authorize = async () => ({ botToken: "xoxb-bench", botId: "B0BOT", botUserId: "U0BOT" });
const bolt = { extendedErrorHandler: true } as const;
