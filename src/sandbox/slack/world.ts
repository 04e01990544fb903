import { createChanges } from "#sandbox/slack/state/changes.ts";
import { createFiles, createUploads } from "#sandbox/slack/state/files.ts";
import { createIds } from "#sandbox/slack/state/ids.ts";
import { createMessages } from "#sandbox/slack/state/messages.ts";
import { createChannels, createPeople } from "#sandbox/slack/state/people.ts";
import { createTriggers, createViews } from "#sandbox/slack/state/views.ts";

import type { Person } from "./model.ts";

export type World = ReturnType<typeof createWorld>;

/**
 * The workspace as data: who, where, what was said. Give it the clock (ms), a folder for file bytes
 * and a way to learn the server's own address. Everything that changes is told to `changes`.
 */
export function createWorld(deps: {
  readonly now: () => number;
  readonly folder: string;
  readonly teamId: string | undefined;
  readonly isOrgWide: boolean;
  readonly triggerMs: number;
  readonly origin: () => string;
}) {
  const { now, folder, teamId, isOrgWide, triggerMs, origin } = deps;
  const ids = createIds(now);
  const changes = createChanges();
  const app = {
    id: ids.id("A"),
    botId: ids.id("B"),
    botUserId: ids.id("U"),
    isOrgWide,
    team: { id: teamId ?? ids.id("T"), name: "Lantern Books", domain: "lantern-books" },
  };
  const people = createPeople({ ids, changes, teamId: app.team.id });
  const bot: Person = people.add({ id: app.botUserId, name: "galley", isBot: true });
  return {
    app,
    bot,
    now,
    origin,
    ids,
    changes,
    people,
    channels: createChannels({ ids, changes, botUserId: app.botUserId }),
    messages: createMessages({ ids, changes }),
    files: createFiles({ ids, changes, folder }),
    views: createViews(changes),
    triggers: createTriggers({ ids, now, lifeMs: triggerMs }),
    uploads: createUploads(ids),
  };
}

/** The workspace that everyone finds: five people of the galley, one from elsewhere, two channels. */
export function seed(world: World) {
  const { people, channels, app } = world;
  const robin = people.add({ name: "robin", realName: "Robin Vale" });
  const ana = people.add({ name: "ana", realName: "Ana Moreau" });
  const ada = people.add({ name: "ada", realName: "Ada Okafor", isAdmin: true });
  const sam = people.add({ name: "sam", realName: "Sam Lind" });
  const guest = people.add({ name: "gil", realName: "Gil Guest", isRestricted: true });
  const stranger = { teamId: world.ids.id("T"), isStranger: true };
  const other = people.add({ name: "olga", realName: "Olga Elsewhere", ...stranger });
  const everyone = [robin, ana, ada, sam, guest, other].map(({ id }) => id);
  const translations = channels.add({
    name: "translations",
    members: [...everyone, app.botUserId],
  });
  const general = channels.add({ name: "general", members: everyone });
  const approvers = people.addGroup({ name: "approvers", members: [ana.id] });
  for (const id of everyone) channels.direct(id);
  return { people: { robin, ana, ada, sam, guest, other }, translations, general, approvers };
}
