import type { World } from "./world.ts";

/** The workspace that everyone finds: five people of the house, one from elsewhere, two channels. */
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
