import { type Delivery, form } from "./slack-signs.ts";

/**
 * Returns a slash command (0.4 kB), a click on a card (2.7 kB) or an event, a third each; no two
 * are the same.
 */
export function aDelivery(n: number): Delivery {
  switch (n % 3) {
    case 0:
      return {
        type: form,
        body: new URLSearchParams({ ...command, trigger_id: `1.${n}` }).toString(),
      };
    case 1: {
      const payload = { ...click, trigger_id: `1.${n}` };
      return { type: form, body: `payload=${encodeURIComponent(JSON.stringify(payload))}` };
    }
    default:
      return { type: "application/json", body: JSON.stringify({ ...event, event_id: `Ev${n}` }) };
  }
}

const command = {
  token: "verification",
  team_id: "T0BENCH",
  team_domain: "bench",
  channel_id: "C0BOOKS",
  channel_name: "translations",
  user_id: "U0ROBIN",
  user_name: "robin",
  command: "/translate",
  text: "help",
  api_app_id: "A0BENCH",
  is_enterprise_install: "false",
  response_url: "http://127.0.0.1:9/commands/T0BENCH/1/xyz",
};

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

const click = {
  type: "block_actions",
  team: { id: "T0BENCH", domain: "bench" },
  user: { id: "U0ROBIN", username: "robin", name: "robin", team_id: "T0BENCH" },
  api_app_id: "A0BENCH",
  token: "verification",
  container: { type: "message", message_ts: "1.1", channel_id: "C0BOOKS", is_ephemeral: false },
  channel: { id: "C0BOOKS", name: "translations" },
  message: {
    type: "message",
    user: "U0BOT",
    ts: "1.1",
    text: "An estimate",
    blocks: Array.from({ length: 9 }, (_, n) => section(`*Line ${n}* ${"of a card ".repeat(9)}`)),
  },
  state: { values: {} },
  response_url: "http://127.0.0.1:9/actions/T0BENCH/1/xyz",
  actions: [
    {
      type: "button",
      action_id: "quote.approve",
      block_id: "offer.x.buttons.q",
      value: "q",
      text: { type: "plain_text", text: "Approve" },
      action_ts: "1.2",
    },
  ],
};

const event = {
  token: "verification",
  team_id: "T0BENCH",
  api_app_id: "A0BENCH",
  type: "event_callback",
  event_time: 1,
  event: {
    type: "message",
    subtype: "file_share",
    user: "U0ROBIN",
    channel: "C0BOOKS",
    channel_type: "channel",
    ts: "1.1",
    event_ts: "1.1",
    files: [{ id: "F0BENCH", name: "harbour.txt", mimetype: "text/plain", size: 4000 }],
  },
};
