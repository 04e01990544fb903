import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

import { approving, withAction } from "./binding.ts";
import type { Case } from "./case.ts";
import { send } from "./forged.ts";

const here = { channel: "#translations" };
const aLink = /Here is your link/u;

/** Cases about the owner of a thing and the place of an answer. */
export const tenancy: readonly Case[] = [
  {
    what: "33 a click that names no workspace: the token does",
    buys: 1,
    does: (scene) =>
      approving(scene, (payload) => ({
        ...payload,
        team: null,
        user: { id: scene.galley.slack.people.ana.id },
      })),
  },
  {
    what: "34 a command that names somebody else’s quote",
    hears: ["sam", /I don’t know “/u],
    does: ({ galley, card }) =>
      galley.slack.people.sam.commands(
        "/translate",
        String(card.metadata?.event_payload["quote_id"]),
        here,
      ),
  },
  {
    what: "35 a form whose hidden part was edited",
    does: async ({ galley }) => {
      const { robin } = galley.slack.people;
      await robin.commands("/translate", "", here);
      // While the store is down the form stays empty, and a message says so.
      await galley.slack.until(() => robin.sees().modal?.submit ?? robin.sees().ephemerals[0]);
      const view = robin.sees().modal;
      if (view?.submit === undefined) return;
      galley.slack.state.views.replace({
        ...view,
        privateMetadata: '{"__proto__":{"channel":"C"}}',
      });
      await robin.submits();
    },
  },
  {
    what: "36 a command whose answer would go to another host",
    hides: /Partner account/u,
    does: async (scene) => {
      const { galley } = scene;
      await using trap = await openTrap();
      const { ada } = galley.slack.people;
      const command = new URLSearchParams({
        command: "/translate-usage",
        text: "",
        team_id: ada.about().teamId,
        channel_id: galley.slack.translations.id,
        user_id: ada.id,
        trigger_id: "1.2.3",
        response_url: trap.url,
      });
      await send(scene, command.toString());
      await galley.stop();
      return trap.caught();
    },
    answers: 0,
  },
  {
    what: "37 a link to a task whose id was guessed",
    state: "translated",
    hears: ["sam", /There is no file yet/u],
    hides: aLink,
    does: ({ galley, card, reply }) =>
      galley.slack.people.sam.clicks(reply, "task.fresh_link", {
        alters: (payload) =>
          withAction(payload, {
            value: `${String(card.metadata?.event_payload["quote_id"])}/${randomUUID()}`,
          }),
      }),
  },
  {
    what: "38 a person of another workspace, in our name",
    state: "translated",
    hides: aLink,
    does: ({ galley, reply }) =>
      galley.slack.people.other.clicks(reply, "task.fresh_link", {
        alters: (payload) => ({
          ...payload,
          user: {
            id: galley.slack.people.other.id,
            team_id: galley.slack.people.ada.about().teamId,
          },
        }),
      }),
  },
  {
    what: "39 a message of Galley itself",
    does: (scene) => {
      const { slack } = scene.galley;
      const [file] = slack.state.files.all();
      const event = {
        type: "message",
        subtype: "file_share",
        channel: slack.translations.id,
        user: slack.app.botUserId,
        ts: "1795176000.000100",
        files: [{ id: file?.id, name: file?.name }],
      };
      const body = { type: "event_callback", team_id: "T1", event_id: "Ev0OWN", event };
      return send(scene, JSON.stringify(body), { type: "application/json" });
    },
    answers: 200,
  },
];

/** Opens a server elsewhere that counts its requests. */
async function openTrap() {
  const state = { caught: 0 };
  const server = createServer((_, response) => {
    state.caught += 1;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    caught: () => state.caught,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
