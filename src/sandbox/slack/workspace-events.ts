import { eventOf } from "./delivery/events.ts";
import type { Outbox } from "./delivery/outbox.ts";
import type { Channel, Group } from "./model.ts";
import type { Credentials } from "./web-api/serve.ts";
import type { World } from "./world.ts";

type Deps = {
  readonly world: World;
  readonly outbox: Outbox;
  readonly credentials: Omit<Credentials, "isRevoked"> & { isRevoked: boolean };
};

/** What happens to the app itself: uninstalled, its token revoked, taken out of a channel. */
export function createWorkspaceEvents({ world, outbox, credentials }: Deps) {
  const { app } = world;
  const send = (event: Readonly<Record<string, unknown>>) =>
    outbox.deliverAll([eventOf(world, undefined, event)]);

  return {
    async uninstalls() {
      credentials.isRevoked = true;
      return send({ type: "app_uninstalled" });
    },
    async revokesToken() {
      credentials.isRevoked = true;
      return send({ type: "tokens_revoked", tokens: { oauth: [], bot: [app.botUserId] } });
    },
    invitesBot: (channel: Channel) => {
      world.channels.join(channel, app.botUserId);
      const event = { type: "member_joined_channel", user: app.botUserId, channel: channel.id };
      return outbox.deliverAll([eventOf(world, channel, event)]);
    },
    removesBot: (channel: Channel) => world.channels.leave(channel, app.botUserId),
    changesGroup: (group: Group, members: readonly string[]) => {
      world.people.setGroupMembers(group, members);
      return send({ type: "subteam_members_changed", subteam_id: group.id, team_id: app.team.id });
    },
  };
}
