import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";

import { App } from "@slack/bolt";

import { ManuscriptError } from "#domain/errors.ts";
import { shownOfFeatures } from "#features/index.ts";
import { registerListeners } from "#features/register.ts";
import { request } from "#lib/http.ts";
import { askForWhole } from "#manuscripts/documents/ask-worker.ts";
import { createTermFiles } from "#manuscripts/manuscripts.ts";
import { clientOptions, createBoltLog, createClients } from "#slack/clients.ts";
import { createHttpReceiver } from "#slack/http-receiver.ts";
import { inEnglish } from "#slack/i18n/locale.ts";
import { createIntake } from "#slack/intake.ts";
import { mention } from "#slack/mrkdwn.ts";

import { noon, setup, second } from "../../builders.ts";
import { serve } from "../../partner/serve.ts";
import { testAppContext } from "../../support/app-context.ts";

const secret = "dead-end-secret";

/**
 * Opens the real receiver, Bolt and every listener before a Slack that agrees to every call. Their
 * ports lead nowhere: nothing reads the records that they write.
 */
export async function openDeadEnd() {
  const clock = { now: noon };
  const said: unknown[] = [];
  const faults: unknown[] = [];
  const slack = await serve((incoming, response) => {
    void agree(incoming, response);
  });
  const agree = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    said.push(readCall(await readText(incoming)));
    response.setHeader("content-type", "application/json").end(JSON.stringify(yes));
  };
  const logger = createBoltLog();
  const apiUrl = `${slack.origin}/api/`;
  const clients = createClients({ token: "xoxb-dead-end", apiUrl, logger });
  const intake = createIntake();
  const receive = createHttpReceiver({
    signingSecret: secret,
    intake,
    first: async () => true,
    now: () => clock.now,
    // Nobody is slow here: the deadline of a click never comes.
    sleep: () => new Promise(() => {}),
    onFault: (fault) => void faults.push(fault),
    onRefused: () => undefined,
  });
  const app = new App({
    receiver: intake,
    logger,
    authorize: async () => ({ botToken: "xoxb-dead-end", botId: "B1", botUserId: "U0BOT" }),
    clientOptions: { ...clientOptions({ apiUrl, logger }), retryConfig: { retries: 0 } },
    convoStore: false,
    extendedErrorHandler: true,
  });
  const facts = { setup, approvers: ["U0ANA"], locale: inEnglish, nameOf: mention };
  const gone = async () => {
    throw new ManuscriptError("gone");
  };
  registerListeners(app, {
    ctx: testAppContext().ctx,
    ...shownOfFeatures,
    contexts: { forPerson: async () => facts, forChannel: async () => facts },
    clients,
    isIgnoredFile: () => false,
    filetypes: ["txt"],
    findFile: gone,
    recent: async () => [{ id: "F1", name: "<!here>.txt", person: "U1", ts: "1.1", thread: "1.1" }],
    isSlack: (url) => url.origin === slack.origin,
    botUserId: "U0BOT",
    checkToken: async () => undefined,
    unreadable: () => undefined,
    once: async () => true,
    writeBook: (format, book) => askForWhole({ kind: "write", format, book }, { tick: () => 0 }),
    termFiles: createTermFiles({
      find: gone,
      download: async function* none() {},
      tick: () => 0,
    }),
  });
  const bot = await serve((incoming, response) => void receive(incoming, response));
  const deliver = async (body: string, type: string): Promise<number> => {
    // Each delivery has a second of its own, so that none is a replay of another.
    clock.now += second;
    const timestamp = String(clock.now / second);
    const hmac = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex");
    const reply = await request(`${bot.origin}/slack/events`, {
      method: "POST",
      body,
      headers: {
        "content-type": type,
        "x-slack-request-timestamp": timestamp,
        "x-slack-signature": `v0=${hmac}`,
      },
    });
    await reply.body.dump();
    await intake.drain();
    return reply.statusCode;
  };
  return {
    /** Everything sent to Slack so far. */
    said,
    faults,
    answerAt: `${slack.origin}/answer`,
    event: (body: unknown) => deliver(JSON.stringify(body), "application/json"),
    interaction: (payload: unknown) =>
      deliver(new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), form),
    command: (fields: Record<string, string>) =>
      deliver(new URLSearchParams(fields).toString(), form),
    deliver,
    [Symbol.asyncDispose]: async () => {
      await bot[Symbol.asyncDispose]();
      await slack[Symbol.asyncDispose]();
    },
  };
}

const form = "application/x-www-form-urlencoded";
const yes = {
  ok: true,
  channel: "C1",
  ts: "1.1",
  view: { id: "V1" },
  members: [],
  messages: [],
};

/** Parses a call, which is JSON or a form whose fields may hold JSON. */
function readCall(body: string): unknown {
  const whole = readJson(body);
  if (whole !== body) return whole;
  const fields = [...new URLSearchParams(body)];
  return Object.fromEntries(fields.map(([name, value]) => [name, readJson(value)]));
}

function readJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
