import { z } from "zod";

import { startPartnerSandbox } from "../../src/sandbox/partner/start.ts";
import type { Message } from "../../src/sandbox/slack/model.ts";
import { startSlackSandbox } from "../../src/sandbox/slack/slack.ts";
import { tale } from "../../test/journeys/long-texts.ts";
import { createWatch } from "../../test/journeys/watch.ts";
import { answerQuestions } from "../measure/child-side.ts";
import { environmentOf } from "../measure/environment.ts";
import { type RoundTrip, inARow, openRelay } from "../measure/relay.ts";

/** A local Slack and a local partner as far away as the two arguments say, in ms a round trip. */
const [slackMs = 0, partnerMs = 0] = process.argv.slice(2).map(Number);
const partner = await startPartnerSandbox({
  keys: ["bench-key"],
  rpm: 60_000,
  balance: 1_000_000_000,
  charsPerSecond: 10_000,
});
const { origin: partnerOrigin } = partner;
const toPartner = await openRelay({ side: "partner", roundTripMs: partnerMs, to: partnerOrigin });
let toSlack: Awaited<ReturnType<typeof openRelay>> | undefined;
const slack = await startSlackSandbox({
  now: Date.now,
  reachedAt: async (to) => {
    toSlack = await openRelay({ side: "Slack", roundTripMs: slackMs, to });
    return toSlack.origin;
  },
});
const watch = createWatch(slack);
process.once("SIGTERM", () => {
  void Promise.all([slack.close(), partner.close()]).finally(() => process.exit(0));
});

const asked = z.discriminatedUnion("ask", [
  z.object({ ask: z.literal("environment") }),
  z.object({ ask: z.literal("connect"), port: z.number() }),
  z.object({ ask: z.literal("price"), files: z.number(), isIdle: z.boolean() }),
  z.object({ ask: z.literal("approve") }),
  z.object({ ask: z.literal("forms") }),
]);

answerQuestions(async (question) => {
  const order = asked.parse(question);
  switch (order.ask) {
    case "environment":
      return environmentOf(slack, partner.url.replace(partnerOrigin, toPartner.origin));
    case "connect":
      return slack.connect(`http://127.0.0.1:${order.port}/slack/events`);
    case "price":
      if (order.isIdle) for (const relay of [toSlack, toPartner]) relay?.closeIdle();
      return [await price(order.files)];
    case "approve":
      return await approve();
    case "forms":
      return await forms();
  }
});

let posted: Message | undefined;
let novels = 0;

/** Posts files and waits until each has a card with its price. */
async function price(files: number) {
  await atRest();
  const texts = Array.from({ length: files }, () => ({
    name: "harbour.txt",
    content: tale(100 * (novels += 1), 9),
  }));
  const since = Date.now();
  posted = undefined;
  // The post ends when the bot has acknowledged it: a quick card is there before that.
  const posting = slack.people.robin.uploads("#translations", ...texts);
  const isPrice = (message: Message) => /\[ Approve ·/u.test(watch.drawn(message));
  await slack.until(() => {
    const cards = slack.state.messages
      .inChannel(slack.translations.id)
      .filter(({ ts, user }) => user === slack.app.botUserId && Number(ts) * 1000 >= since);
    return cards.filter(isPrice).length === files ? cards : undefined;
  });
  const waited = measured(since, /chat\.(?:postMessage|update)$/u);
  posted = await posting;
  return waited;
}

/** Approves what was posted last, and waits for the card, for the task and for the result. */
async function approve() {
  if (posted === undefined) throw new Error("nothing was posted");
  await atRest();
  const card = await watch.card(posted, /\[ Approve ·/u);
  const since = Date.now();
  const clicking = slack.people.ana.clicks(card, "quote.approve");
  await watch.card(posted, /^(?![\s\S]*\[ Approve ·)/u);
  const changed = measured(since, /chat\.update$/u);
  await clicking;
  await watch.reply(posted, /is ready/u);
  const isReady = Date.now();
  const find = (fits: (trip: RoundTrip) => boolean) =>
    trips().find((trip) => trip.from >= since && fits(trip));
  const sent = find(({ what }) => what.endsWith("POST /api/b2b/v1/tasks"));
  const look = find(({ what, isCompleted }) => what.startsWith("GET") && isCompleted);
  if (sent === undefined || look === undefined) throw new Error("no task was seen");
  const result = { since: look.answered, until: isReady };
  await watch.card(posted, /Done/u);
  return [
    changed,
    of(sent, since, sent.answered),
    of(lastOf(/chat\.postMessage$/u, isReady), result.since, isReady),
    { ms: isReady - since, slack: 0, partner: 0, row: "" },
  ];
}

/** Opens the form of `/translate`, and one of the ⋯ of a card. */
async function forms() {
  await atRest();
  const { robin } = slack.people;
  const [since, opened] = [Date.now(), form()];
  await Promise.all([robin.commands("/translate"), opened]);
  const request = measured(since, /views\.(?:open|update)$/u);
  await robin.closes();
  if (posted === undefined) throw new Error("nothing was posted");
  const card = await watch.card(posted, /\[ Approve ·/u);
  await atRest();
  const [from, shown] = [Date.now(), form()];
  await Promise.all([robin.clicks(card, "quote.more", { option: "Add a note…" }), shown]);
  const note = measured(from, /views\.(?:open|update)$/u);
  await robin.closes();
  return [request, note];
}

/** Resolves when a form with an input is open. */
function form() {
  return slack.until(() => {
    const modal = slack.people.robin.sees().modal;
    return JSON.stringify(modal?.blocks ?? "").includes('"type":"input"') ? modal : undefined;
  });
}

function trips(): readonly RoundTrip[] {
  return [...(toSlack?.log() ?? []), ...toPartner.log()].sort((a, b) => a.from - b.from);
}

/** Waits until nothing has been asked for a second. */
async function atRest(): Promise<void> {
  const quietMs = () => Date.now() - (trips().at(-1)?.from ?? 0);
  while (quietMs() < 1000) await new Promise((wake) => setTimeout(wake, 1000 - quietMs() + 1));
}

/** What was waited until now, since then, for a call of this name. */
function measured(since: number, what: RegExp) {
  const now = Date.now();
  return of(lastOf(what, now), since, now);
}

/** Returns the last call of this name that had reached the other side by then. */
function lastOf(what: RegExp, by: number): RoundTrip {
  const trip = trips().findLast((one) => what.test(one.what) && one.reached <= by + 2);
  if (trip === undefined) throw new Error(`no ${String(what)}`);
  return trip;
}

function of(last: RoundTrip, since: number, until: number) {
  const row = inARow(last, trips(), since);
  const count = (side: string) => row.filter((trip) => trip.side === side).length;
  return {
    ms: until - since,
    slack: count("Slack"),
    partner: count("partner"),
    row: row.map(({ what }) => what.replace(/^.*\//u, "")).join(" "),
  };
}
