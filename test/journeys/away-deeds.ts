import type { House } from "./house.ts";

type Wing = Pick<House, "slack" | "clock">;
type Person = House["slack"]["people"]["ana"];

/** Opens the form for those who are away and fills it in: until the end of today (UTC), unless days are named. */
export async function handsOver(
  house: Wing,
  giver: Person,
  to: { readonly id: string },
  days = 0,
): Promise<unknown> {
  const until = new Date(house.clock.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  await giver.commands("/translate", "away", { channel: "#translations" });
  await house.slack.until(() => giver.sees().modal);
  giver.fillsIn({ "away.deputy": to.id, "away.until": until });
  return await giver.submits();
}
