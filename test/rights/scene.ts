import type { Message } from "../../src/sandbox/slack/model.ts";
import { type ShakyHouse, openShakyHouse } from "../faults/wired-house.ts";
import { estimated, quoted, translated } from "../journeys/deeds.ts";
import { sets } from "../journeys/settings-deeds.ts";

export type Scene = {
  readonly house: ShakyHouse;
  readonly post: Message;
  readonly card: Message;
  /** The message of the finished translation, or the other card; else the card itself. */
  readonly reply: Message;
};

export type SceneState = "offered" | "own offer" | "two offers" | "translated";

/** Opens a house whose store can go down, with one or two offers or a finished translation. */
export async function openScene(state: SceneState = "offered") {
  const house = await openShakyHouse(() => ({}));
  const scene = { house, ...(await arranged(house, state)) };
  await house.slack.deliveries.settled();
  return { ...scene, [Symbol.asyncDispose]: () => house[Symbol.asyncDispose]() };
}

async function arranged(house: ShakyHouse, state: SceneState): Promise<Omit<Scene, "house">> {
  if (state === "translated") return await translated(house);
  if (state === "own offer") await refuseOwn(house);
  const first = await quoted(house);
  await estimated(house, first.card);
  if (state !== "two offers") return { ...first, reply: first.card };
  const { card: reply } = await quoted(house, "Another story, of another length.");
  return { ...first, reply };
}

/** Makes Robin, the requester, an approver, and forbids approving one's own requests. */
async function refuseOwn(house: ShakyHouse): Promise<void> {
  const { ana, robin } = house.slack.people;
  house.slack.state.people.setGroupMembers(house.slack.approvers, [ana.id, robin.id]);
  await sets(house, { self_approval: "No, someone else has to" });
}
