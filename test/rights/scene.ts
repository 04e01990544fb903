import type { Message } from "../../src/sandbox/slack/model.ts";
import { type ShakyHouse, openShakyHouse } from "../faults/wired-house.ts";
import { quoted, translated } from "../journeys/deeds.ts";

export type Scene = {
  readonly house: ShakyHouse;
  readonly post: Message;
  readonly card: Message;
  /** The word of the finished translation, or the other card; else the card itself. */
  readonly reply: Message;
};

export type SceneState = "offered" | "two offers" | "translated";

/** One card or two on offer, or with its translation done, in a house whose store can go down. */
export async function openScene(state: SceneState = "offered") {
  const house = await openShakyHouse(() => ({}));
  const scene = { house, ...(await arranged(house, state)) };
  await house.slack.deliveries.settled();
  return { ...scene, [Symbol.asyncDispose]: () => house[Symbol.asyncDispose]() };
}

async function arranged(house: ShakyHouse, state: SceneState): Promise<Omit<Scene, "house">> {
  if (state === "translated") return await translated(house);
  const first = await quoted(house);
  await house.card(first.post, /tokens/u);
  if (state === "offered") return { ...first, reply: first.card };
  const { card: reply } = await quoted(house, "Another story, of another length.");
  return { ...first, reply };
}
