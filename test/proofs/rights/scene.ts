import type { Message } from "#sandbox/slack/model.ts";

import { estimated, quoted, translated } from "../../journeys/deeds.ts";
import { type Galley, openGalley } from "../../journeys/galley.ts";
import { sets } from "../../journeys/settings-deeds.ts";

export type Scene = {
  readonly galley: Galley;
  readonly post: Message;
  readonly card: Message;
  /** The message of the finished translation, or the other card; else the card itself. */
  readonly reply: Message;
};

export type SceneState = "offered" | "own offer" | "two offers" | "translated";

/** Opens a galley whose store can go down, with one or two offers or a finished translation. */
export async function openScene(state: SceneState = "offered") {
  const galley = await openGalley();
  const scene = { galley, ...(await arranged(galley, state)) };
  await galley.slack.deliveries.settled();
  return { ...scene, [Symbol.asyncDispose]: () => galley[Symbol.asyncDispose]() };
}

async function arranged(galley: Galley, state: SceneState): Promise<Omit<Scene, "galley">> {
  if (state === "translated") return await translated(galley);
  if (state === "own offer") await refuseOwn(galley);
  const first = await quoted(galley);
  await estimated(galley, first.card);
  if (state !== "two offers") return { ...first, reply: first.card };
  const { card: reply } = await quoted(galley, "Another story, of another length.");
  return { ...first, reply };
}

/** Makes Robin, the requester, an approver, and forbids approving one's own requests. */
async function refuseOwn(galley: Galley): Promise<void> {
  const { ana, robin } = galley.slack.people;
  galley.slack.state.people.setGroupMembers(galley.slack.approvers, [ana.id, robin.id]);
  await sets(galley, { self_approval: "refused" });
}
