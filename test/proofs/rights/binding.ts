import { type Fields, fieldsOf, listOf } from "#sandbox/slack/json.ts";

import type { Case } from "./case.ts";
import type { Scene } from "./scene.ts";

const changed = /The card has changed since you saw it/u;
const notKnown = /I no longer know this card, so nothing happened/u;

/** Forged clicks. A click counts only for the quote of its card, in its place. */
export const binding: readonly Case[] = [
  {
    what: "15 a button with a value of somebody’s own making",
    hears: ["ana", notKnown],
    does: (scene) => approving(scene, (payload) => withAction(payload, { value: "0".repeat(32) })),
  },
  {
    what: "16 the value of another quote under the offer of this one",
    state: "two offers",
    hears: ["ana", changed],
    does: (scene) => {
      const value = scene.reply.metadata?.event_payload["quote_id"];
      return approving(scene, (payload) => withAction(payload, { value }));
    },
  },
  {
    what: "17 another workspace’s name: whose things they are is the token’s to say",
    buys: 1,
    does: (scene) => approving(scene, (payload) => ({ ...payload, team: { id: "T0ELSEWHERE" } })),
  },
  {
    what: "18 another channel’s id",
    does: (scene) =>
      approving(scene, (payload) => ({ ...payload, channel: { id: "C0ELSEWHERE" } })),
  },
  {
    what: "19 another thread’s time: it says where the answer is shown, and nothing else",
    buys: 1,
    does: (scene) =>
      approving(scene, (payload) => ({
        ...payload,
        message: { ...fieldsOf(payload["message"]), thread_ts: "1700000000.000100" },
      })),
  },
  {
    what: "20 a card that was carried to another channel",
    does: (scene) => {
      const { id } = scene.galley.slack.general;
      return approving(scene, (payload) => ({
        ...payload,
        channel: { id },
        container: { ...fieldsOf(payload["container"]), channel_id: id },
      }));
    },
  },
];

export function approving({ galley, card }: Scene, alters: (payload: Fields) => Fields) {
  return galley.slack.people.ana.clicks(card, "quote.approve", { alters });
}

export function withAction(payload: Fields, action: Fields): Fields {
  const [first] = listOf(payload["actions"]);
  return { ...payload, actions: [{ ...fieldsOf(first), ...action }] };
}
