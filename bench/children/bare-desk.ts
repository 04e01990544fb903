import { App, HTTPReceiver, LogLevel } from "@slack/bolt";
import { z } from "zod";

/**
 * The least that a Bolt app can do for the same messages: a card for each file, updated as often as
 * Galley's after an approval, and the result in its thread. It keeps nothing and asks nobody.
 */
const app: App = new App({
  receiver: new HTTPReceiver({
    signingSecret: process.env["SLACK_SIGNING_SECRET"] ?? "",
    logLevel: LogLevel.ERROR,
  }),
  token: process.env["SLACK_BOT_TOKEN"] ?? "",
  clientOptions: { slackApiUrl: process.env["SLACK_API_URL"] ?? "" },
});
const updates = Number(process.env["UPDATES"]);

app.message(async ({ message, client }) => {
  const found = fileMessage.safeParse(message);
  if (!found.success) return;
  const { channel, ts } = found.data;
  await client.chat.postMessage({ channel, thread_ts: ts, ...card("6,000 credits") });
});
app.action("quote.approve", async ({ ack, body, client }) => {
  await ack();
  const { channel, message } = clickOn.parse(body);
  const at = { channel: channel.id, ts: message.ts };
  for (let n = 1; n < updates; n += 1) await client.chat.update({ ...at, ...card(`${n} %`) });
  await client.chat.update({ ...at, ...card("Done") });
  const thread = { channel: channel.id, thread_ts: message.thread_ts };
  await client.chat.postMessage({ ...thread, text: "The translation is ready." });
});

function card(words: string) {
  const button = {
    type: "button" as const,
    action_id: "quote.approve",
    text: { type: "plain_text" as const, text: "Approve · 6,000 credits" },
    value: "one",
  };
  return {
    text: words,
    blocks: [
      { type: "section" as const, text: { type: "mrkdwn" as const, text: words } },
      { type: "actions" as const, elements: [button] },
      { type: "context" as const, elements: [{ type: "mrkdwn" as const, text: "Requested" }] },
    ],
  };
}

const fileMessage = z.object({ channel: z.string(), ts: z.string(), files: z.array(z.unknown()) });
const clickOn = z.object({
  channel: z.object({ id: z.string() }),
  message: z.object({ ts: z.string(), thread_ts: z.string() }),
});

const server = await app.start(0);
const address = "address" in server ? server.address() : null;
console.log(JSON.stringify({ port: typeof address === "object" ? address?.port : 0 }));
