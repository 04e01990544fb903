import { fieldsOf, fingerprintsOf, initialSettings } from "#domain/settings/settings.ts";
import type { Fields } from "#sandbox/slack/json.ts";

import type { Case } from "./case.ts";
import { formOf, send } from "./forged.ts";
import type { Scene } from "./scene.ts";

const here = { channel: "#translations" };
const upToOthers = /Only .* can do this. Nothing was changed/u;
const aLink = /Here is your link/u;
const aBalance = /\d credits left|Balance/u;

/** Cases about the rights of people to act and to see. */
export const people: readonly Case[] = [
  {
    what: "22 somebody who is no approver: neither a bystander nor whoever asked",
    hears: ["sam", upToOthers],
    does: async ({ galley, card }) => {
      const { sam, robin } = galley.slack.people;
      await robin.clicks(card, "quote.approve");
      await sam.clicks(card, "quote.approve");
    },
  },
  {
    what: "23 somebody who approves what they asked for, where the policy says no",
    state: "own offer",
    hears: ["robin", /Nobody approves their own requests here.* Nothing was charged/u],
    does: ({ galley, card }) => galley.slack.people.robin.clicks(card, "quote.approve"),
  },
  {
    what: "24 a guest, though listed",
    hears: ["guest", upToOthers],
    does: async (scene) => {
      const { guest } = scene.galley.slack.people;
      list(scene, guest.id);
      await guest.clicks(scene.card, "quote.approve");
    },
  },
  {
    what: "25 a stranger from a shared channel, though listed",
    hears: ["other", upToOthers],
    does: async (scene) => {
      const { other } = scene.galley.slack.people;
      list(scene, other.id);
      await other.clicks(scene.card, "quote.approve");
    },
  },
  {
    what: "26 an approver whose account was deactivated",
    hears: ["ana", upToOthers],
    does: async ({ galley, card }) => {
      const { ana } = galley.slack.people;
      await isLookedUp(galley, ana);
      galley.slack.state.people.change(ana.about(), { isDeleted: true });
      await ana.clicks(card, "quote.approve");
    },
  },
  {
    what: "27 an approver who was taken out of the listed user group a moment ago",
    hears: ["ana", upToOthers],
    does: async ({ galley, card }) => {
      await isLookedUp(galley, galley.slack.people.ana);
      galley.slack.state.people.setGroupMembers(galley.slack.approvers, []);
      await galley.slack.people.ana.clicks(card, "quote.approve");
    },
  },
  {
    what: "28 an approver while Slack cannot read the list",
    hears: ["ana", /I couldn’t record your click/u],
    does: async ({ galley, card }) => {
      await isLookedUp(galley, galley.slack.people.ana);
      galley.slack.faults.onCall("usergroups.users.list", { fault: "500-before" }, 3);
      await galley.slack.people.ana.clicks(card, "quote.approve");
      galley.slack.faults.clear();
    },
  },
  {
    what: "29 an admin’s command by somebody else",
    hears: ["robin", /Only Galley’s admins can do this/u],
    hides: aBalance,
    does: ({ galley }) => galley.slack.people.robin.commands("/translate-usage", "", here),
  },
  {
    what: "30 an admin’s command in a public channel: nothing of it is public",
    hears: ["ada", /Partner account/u],
    does: ({ galley }) => galley.slack.people.ada.commands("/translate-usage", "", here),
  },
  {
    what: "32 a fresh link for somebody who has left the conversation",
    state: "translated",
    hides: aLink,
    does: async ({ galley, reply }) => {
      const { sam } = galley.slack.people;
      galley.slack.channels.leave(galley.slack.translations, sam.id);
      await sam.clicks(reply, "task.fresh_link");
    },
  },
  {
    what: "45 a settings form that somebody who is no admin made up: the limit is not set",
    buys: 1,
    does: async (scene) => {
      const { sam, ana } = scene.galley.slack.people;
      await send(scene, formOf(settingsOf(sam.about())));
      return await ana.clicks(scene.card, "quote.approve");
    },
  },
  {
    what: "46 a guest who asks for the settings",
    hears: ["guest", /Only full members of this workspace/u],
    hides: /Spending limits/u,
    does: ({ galley }) => galley.slack.people.guest.commands("/translate", "settings", here),
  },
  {
    what: "47 who joined a listed user group a moment ago: buys",
    buys: 1,
    does: async ({ galley, card }) => {
      const { sam } = galley.slack.people;
      await isLookedUp(galley, sam);
      galley.slack.state.people.setGroupMembers(galley.slack.approvers, [sam.id]);
      await sam.clicks(card, "quote.approve");
    },
  },
  {
    what: "40 a bot that clicks, though listed",
    does: async (scene) => {
      const { galley, card } = scene;
      const robot = galley.slack.people.add({ name: "robot", isBot: true });
      list(scene, robot.id);
      await robot.clicks(card, "quote.approve");
    },
  },
];

/** Opens their Home, so that their rights of a moment ago may be remembered. */
async function isLookedUp({ slack }: Scene["galley"], person: { opensHome(): Promise<unknown> }) {
  await person.opensHome();
  await slack.deliveries.settled();
}

/** Forges a settings form that would stop every approval above one credit. */
function settingsOf({ id, teamId }: { readonly id: string; readonly teamId: string }): Fields {
  const values = { "settings.cap_per_approval": { value: { value: "1" } } };
  return {
    type: "view_submission",
    team: { id: teamId },
    user: { id, team_id: teamId },
    view: {
      id: "V0FORGED",
      type: "modal",
      callback_id: "desk_settings",
      private_metadata: JSON.stringify({
        page: "spending",
        channel: "C1",
        seen: fingerprintsOf(fieldsOf(initialSettings, undefined)),
      }),
      state: { values },
    },
  };
}

/** Makes a person the only member of the approvers' user group. */
function list({ galley }: Scene, id: string): void {
  galley.slack.state.people.setGroupMembers(galley.slack.approvers, [id]);
}
