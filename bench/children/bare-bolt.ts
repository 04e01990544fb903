import { App, HTTPReceiver, LogLevel } from "@slack/bolt";

/** The smallest Bolt app: its own receiver, and listeners that acknowledge. */
const app: App = new App({
  receiver: new HTTPReceiver({
    signingSecret: process.env["SLACK_SIGNING_SECRET"] ?? "",
    logLevel: LogLevel.ERROR,
  }),
  authorize: async () => ({ botToken: "xoxb-bench", botId: "B0BOT", botUserId: "U0BOT" }),
});
app.command(/./u, async ({ ack }) => ack());
app.action(/./u, async ({ ack }) => ack());
const server = await app.start(0);
const address = "address" in server ? server.address() : null;
console.log(JSON.stringify({ port: typeof address === "object" ? address?.port : 0 }));
