import { setTimeout as delay } from "node:timers/promises";

import { App, HTTPReceiver, LogLevel } from "@slack/bolt";
import { z } from "zod";

/**
 * The least that a Bolt app can do to show the same: a card with a price for each file, the sale, and the
 * result in its thread. It holds texts and tasks in memory alone, checks nothing, and recovers from
 * nothing.
 */
const app: App = new App({
  receiver: new HTTPReceiver({
    signingSecret: process.env["SLACK_SIGNING_SECRET"] ?? "",
    logLevel: LogLevel.ERROR,
  }),
  token: process.env["SLACK_BOT_TOKEN"] ?? "",
  clientOptions: { slackApiUrl: process.env["SLACK_API_URL"] ?? "" },
});
const authorization = { authorization: `Bearer ${process.env["PARTNER_API_KEY"]}` };
const texts = new Map<string, Buffer<ArrayBuffer>>();

app.message(async ({ message, client }) => {
  const found = fileMessage.safeParse(message);
  if (!found.success) return;
  const { channel, ts, files } = found.data;
  for (const { id } of files) {
    const { file } = await client.files.info({ file: id });
    const headers = { authorization: `Bearer ${process.env["SLACK_BOT_TOKEN"]}` };
    const answer = await fetch(file?.url_private_download ?? "", { headers });
    const text = Buffer.from(await answer.arrayBuffer());
    texts.set(id, text);
    const credits = text.toString().length;
    const words = card({ words: `${credits} credits`, offer: { id, credits } });
    await client.chat.postMessage({ channel, thread_ts: ts, ...words });
  }
});
app.action("quote.approve", async ({ ack, action, body, client }) => {
  await ack();
  const { channel, message } = clickOn.parse(body);
  const text = texts.get(z.object({ value: z.string() }).parse(action).value) ?? Buffer.of();
  const at = { channel: channel.id, ts: message.ts };
  await client.chat.update({ ...at, ...card({ words: "Sending" }) });
  const form = new FormData();
  form.set("action", "translation");
  form.set("target_lang", "fr");
  form.set("estimated_chars", String(text.toString().length));
  form.set("file", new Blob([text]), "manuscript.txt");
  const { task_id } = await ask("/tasks", { method: "POST", body: form });
  await client.chat.update({ ...at, ...card({ words: "Running" }) });
  while ((await ask(`/tasks/${task_id}`)).status !== "completed") await delay(500);
  const { download_url: url } = await ask(`/tasks/${task_id}/download`);
  const thread = { channel: channel.id, thread_ts: message.thread_ts };
  await client.chat.postMessage({ ...thread, text: `The translation is ready: ${url}` });
  await client.chat.update({ ...at, ...card({ words: "Done" }) });
});
app.command("/translate", async ({ ack, body, client }) => {
  await ack();
  await client.views.open({ trigger_id: body.trigger_id, view: form("Translate a manuscript") });
});
app.action("quote.more", async ({ ack, body, client }) => {
  await ack();
  const { trigger_id } = z.object({ trigger_id: z.string() }).parse(body);
  await client.views.open({ trigger_id, view: form("A note") });
});

async function ask(path: string, init: RequestInit = {}) {
  const address = `${process.env["PARTNER_BASE_URL"]}${path}`;
  const answer = await fetch(address, { ...init, headers: authorization });
  return task.parse(await answer.json()).data;
}

const task = z.object({
  data: z.object({
    task_id: z.string().optional(),
    status: z.string().optional(),
    download_url: z.string().optional(),
  }),
});

type Drawn = {
  readonly words: string;
  readonly offer?: { readonly id: string; readonly credits: number };
};

function card({ words, offer }: Drawn) {
  const plain = (text: string) => ({ type: "plain_text" as const, text });
  const buttons = offer && [
    {
      type: "button" as const,
      action_id: "quote.approve",
      text: plain(`Approve · ${offer.credits} credits`),
      value: offer.id,
    },
    {
      type: "overflow" as const,
      action_id: "quote.more",
      options: [{ text: plain("Add a note…"), value: offer.id }],
    },
  ];
  return {
    text: words,
    blocks: [
      { type: "section" as const, text: { type: "mrkdwn" as const, text: words } },
      ...(buttons === undefined ? [] : [{ type: "actions" as const, elements: buttons }]),
      { type: "context" as const, elements: [{ type: "mrkdwn" as const, text: "Requested" }] },
    ],
  };
}

function form(title: string) {
  const plain = (text: string) => ({ type: "plain_text" as const, text });
  const element = { type: "plain_text_input" as const, action_id: "words" };
  return {
    type: "modal" as const,
    title: plain(title),
    submit: plain("Send"),
    blocks: [{ type: "input" as const, label: plain("Words"), element }],
  };
}

const fileMessage = z.object({
  channel: z.string(),
  ts: z.string(),
  files: z.array(z.object({ id: z.string() })),
});
const clickOn = z.object({
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), thread_ts: z.string() }),
});

const server = await app.start(0);
const address = "address" in server ? server.address() : null;
console.log(JSON.stringify({ port: typeof address === "object" ? address?.port : 0 }));
