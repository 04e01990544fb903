import { z } from "zod";

import { startPartnerSandbox } from "../../src/sandbox/partner/start.ts";
import type { Message } from "../../src/sandbox/slack/model.ts";
import { startSlackSandbox } from "../../src/sandbox/slack/slack.ts";
import { tale } from "../../test/journeys/long-texts.ts";
import { createWatch } from "../../test/journeys/watch.ts";
import { answerQuestions } from "../measure/child-side.ts";
import { environmentOf } from "../measure/environment.ts";
import { koreanText } from "../measure/korean-text.ts";
import { watchLargeTransfers } from "../measure/transfers.ts";

/** A local Slack and a local partner in a process of their own, so that they do not share the bot's core. */
const slack = await startSlackSandbox({ now: Date.now });
const partner = await startPartnerSandbox({
  keys: ["bench-key"],
  rpm: 60_000,
  balance: 1_000_000_000,
  charsPerSecond: 50_000,
});
const watch = createWatch(slack);
const transfers = watchLargeTransfers();
// Their folders hold hundreds of megabytes until they are closed.
process.once("SIGTERM", () => {
  void Promise.all([slack.close(), partner.close()]).finally(() => process.exit(0));
});
const asked = z.discriminatedUnion("ask", [
  z.object({ ask: z.literal("environment") }),
  z.object({ ask: z.literal("connect"), port: z.number() }),
  z.object({ ask: z.literal("templates") }),
  z.object({ ask: z.literal("manuscripts"), bytes: z.number(), atOnce: z.number() }),
  z.object({ ask: z.literal("transfers") }),
  z.object({ ask: z.literal("post") }),
  z.object({ ask: z.literal("approve") }),
]);

answerQuestions((question) => {
  const order = asked.parse(question);
  switch (order.ask) {
    case "environment":
      return environmentOf(slack, partner.url);
    case "connect":
      return slack.connect(`http://127.0.0.1:${order.port}/slack/events`);
    case "templates":
      return recordTemplates();
    case "manuscripts":
      return submit(order);
    case "transfers":
      return transfers.all();
    case "post":
      return post();
    case "approve":
      return approve();
  }
});

/** Returns a command, a refused click and a recorded click, as they go over the wire. */
async function recordTemplates() {
  const { robin, sam } = slack.people;
  // Only the card of a manuscript that is in its target language already has the choice on it.
  const content =
    "Marlow Finch descendit vers le port, et la mer était calme ce matin-là.\n".repeat(20);
  const post = await robin.uploads("#translations", { name: "harbour.txt", content });
  const card = await watch.card(post, /already in French/u);
  await robin.clicks(card, "quote.target_lang", { option: "German" });
  await sam.clicks(await watch.card(post, /\[ Approve ·/u), "quote.approve");
  await robin.commands("/translate", "help");
  const bodies = (name: string) =>
    slack.deliveries.sent().flatMap((sent) => (sent.name === name ? [sent.body] : []));
  const [recorded, refused] = bodies("block_actions");
  const [command] = bodies("/translate");
  // This method takes any number of answers; a `response_url` takes five.
  return { command, refused, recorded, answerUrl: `${slack.apiUrl}api.test` };
}

let posted: Message | undefined;

/** Posts a text of about 6,000 characters, unlike every other, and waits for its card with a price. */
async function post(): Promise<void> {
  const content = tale(100 * (novels += 1), 18);
  posted = await slack.people.robin.uploads("#translations", { name: "harbour.txt", content });
  await watch.card(posted, /\[ Approve ·/u);
}

/** Approves what was posted last, and waits until card and thread say that it is done. */
async function approve(): Promise<void> {
  if (posted === undefined) throw new Error("nothing was posted");
  await slack.people.ana.clicks(await watch.card(posted, /\[ Approve ·/u), "quote.approve");
  await watch.reply(posted, /is ready/u);
  await watch.card(posted, /Done/u);
}

/** Writes a text that shares nothing with another: Galley would ask before it buys the same again. */
async function* aNovel(bytes: number): AsyncGenerator<Buffer> {
  const number = (novels += 1);
  const title = Buffer.from(`${number}. 말로 핀치\n`);
  yield title;
  yield* koreanText(bytes - title.length, 97 * number);
}

let novels = 0;

type Submission = { readonly bytes: number; readonly atOnce: number };

/** Posts manuscripts and waits until each was read, approved, and sent to the partner. */
async function submit({ bytes, atOnce }: Submission): Promise<void> {
  const sent = () => transfers.all().filter(({ kind }) => kind === "send").length;
  const before = sent();
  const post = () => {
    const content = aNovel(bytes);
    return slack.people.robin.uploads("#translations", { name: "novel.txt", content });
  };
  const posts = await Promise.all(Array.from({ length: atOnce }, post));
  for (const one of posts) {
    await slack.people.ana.clicks(await watch.card(one, /\[ Approve ·/u), "quote.approve");
  }
  while (sent() < before + atOnce) await transfers.nextSend();
}
