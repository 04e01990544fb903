import type { RespondArguments } from "@slack/bolt";
import type { KnownBlock } from "@slack/types";
import { expect, test } from "vitest";

import { fetch } from "#lib/http.ts";

import { clientOf, startBolt, startSlack } from "./fixture.ts";

const card: KnownBlock[] = [
  {
    type: "actions",
    elements: [
      {
        type: "button",
        action_id: "quote.approve",
        text: { type: "plain_text", text: "Approve" },
        value: "q1",
        confirm: {
          title: { type: "plain_text", text: "Spend 2,000 credits?" },
          text: { type: "plain_text", text: "The balance is 10,000." },
          confirm: { type: "plain_text", text: "Approve" },
          deny: { type: "plain_text", text: "Cancel" },
        },
      },
      {
        type: "static_select",
        action_id: "quote.target_lang",
        options: [
          { text: { type: "plain_text", text: "French" }, value: "fr" },
          { text: { type: "plain_text", text: "Korean" }, value: "ko" },
        ],
      },
    ],
  },
];

async function aCardIn(slack: Awaited<ReturnType<typeof startSlack>>) {
  const channel = slack.translations.id;
  const metadata = { event_type: "translation_quote", event_payload: { quote_id: "q1" } };
  const said = { channel, text: "An estimate.", blocks: card, metadata };
  const { ts = "" } = await clientOf(slack).chat.postMessage(said);
  const message = slack.state.messages.find(channel, ts);
  if (message === undefined) throw new Error("the card is not there");
  return message;
}

test("a click brings value, message, metadata and a trigger, and shows its confirm dialog", async () => {
  await using slack = await startSlack();
  const clicks: unknown[] = [];
  await using _bot = await startBolt(slack, (app) => {
    app.action("quote.approve", async ({ ack, body, action }) => {
      clicks.push({ body, action });
      await ack();
    });
  });
  const message = await aCardIn(slack);

  const { receipt, confirm } = await slack.people.ana.clicks(message, "quote.approve");

  expect(receipt).toMatchObject({ status: "acknowledged" });
  expect(confirm).toMatchObject({ title: "Spend 2,000 credits?", deny: "Cancel" });
  expect(clicks).toMatchObject([
    {
      body: {
        user: { id: slack.people.ana.id },
        channel: { id: message.channel },
        container: { type: "message", message_ts: message.ts },
        message: { ts: message.ts, metadata: { event_payload: { quote_id: "q1" } } },
      },
      action: { action_id: "quote.approve", value: "q1", type: "button" },
    },
  ]);
});

test("a button that is no longer there cannot be clicked, but an old screen still can", async () => {
  await using slack = await startSlack();
  await using bot = await startBolt(slack, (app) => {
    app.action("quote.approve", async ({ ack }) => ack());
  });
  const message = await aCardIn(slack);
  const { channel, ts } = message;
  await bot.app.client.chat.update({ channel, ts, text: "Approved." });

  const gone = slack.people.ana.clicks(message, "quote.approve");
  const stale = slack.people.ana.clicks(message, "quote.approve", { screen: "stale" });

  await expect(gone).rejects.toThrow('There is no "quote.approve" on this message');
  expect(await stale).toMatchObject({ receipt: { status: "acknowledged" } });
});

test("respond shows an ephemeral, five times", async () => {
  await using slack = await startSlack();
  await using _bot = await startBolt(slack, (app) => {
    app.action("quote.approve", async ({ ack, respond }) => {
      await ack();
      for (const text of ["1", "2", "3", "4", "5"]) await respond(text);
      await respond("6").catch(() => undefined);
    });
  });
  const message = await aCardIn(slack);

  await slack.people.sam.clicks(message, "quote.approve");

  await slack.until(() => slack.exchanges().some(({ outcome }) => outcome === "used_url"));
  const { ephemerals } = slack.people.sam.sees();
  expect(ephemerals.map(({ text }) => text)).toEqual(["1", "2", "3", "4", "5"]);
});

const forOthers: readonly RespondArguments[] = [
  { replace_original: true },
  { delete_original: true },
  { response_type: "in_channel" },
];

test.each(forOthers)("an answer as Galley gives none is refused: %o", async (how) => {
  await using slack = await startSlack();
  await using _bot = await startBolt(slack, (app) => {
    app.action("quote.approve", async ({ ack, respond }) => {
      await ack();
      await respond({ text: "Approved.", ...how }).catch(() => undefined);
    });
  });
  const message = await aCardIn(slack);

  await slack.people.sam.clicks(message, "quote.approve");

  await slack.until(() => slack.exchanges().some(({ outcome }) => outcome === "invalid_arguments"));
  expect(slack.people.sam.sees().ephemerals).toEqual([]);
  expect(slack.records.botPosts()).toHaveLength(1);
});

test("nobody clicks in another person's direct message", async () => {
  await using slack = await startSlack();
  const message = await slack.people.robin.posts({ text: "Mine" });

  const click = slack.people.sam.clicks(message, "quote.approve");

  await expect(click).rejects.toThrow("sam is not in that conversation");
});

test("an answer address is dead after half an hour", async () => {
  let now = 1_700_000_000_000;
  await using slack = await startSlack({ now: () => now });
  const addresses: string[] = [];
  const message = await aCardIn(slack);
  await slack.people.ana.clicks(message, "quote.approve", {
    alters: (payload) => {
      addresses.push(String(payload["response_url"]));
      return payload;
    },
  });

  now += 30 * 60_000 + 1;
  const reply = await fetch(addresses[0] ?? "", { method: "POST", body: '{"text":"Late"}' });

  expect(reply.status).toBe(404);
  expect(slack.people.ana.sees().ephemerals).toEqual([]);
});

test("a menu cannot be used without saying what is chosen", async () => {
  await using slack = await startSlack();
  const message = await aCardIn(slack);

  const click = slack.people.robin.clicks(message, "quote.target_lang");

  await expect(click).rejects.toThrow("Say which option of the static_select is chosen");
});
