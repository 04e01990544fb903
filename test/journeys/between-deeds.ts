import type { Message } from "#sandbox/slack/model.ts";

import { choosesChapters } from "./deeds.ts";
import type { Galley } from "./galley.ts";
import { sets } from "./settings-deeds.ts";

/**
 * One Galley, or several replicas. With replicas, `sendTo` connects Slack to the next one and time
 * passes by itself.
 */
export type Wing = Pick<
  Galley,
  "slack" | "partner" | "card" | "reply" | "replies" | "hears" | "drawn" | "passing"
> & { readonly sendTo?: () => void };

type Person = Wing["slack"]["people"]["ana"];

/** Patterns of a card that shares its text and language with other cards. */
export const faces = {
  offered: /\[ Approve ·/u,
  running: /^(?!.*\[ Approve)(?=.*already being translated).*\[ Translate again ·/su,
  done: /^(?!.*\[ Approve)(?=.*Translated into French)(?=.*\[ Use existing · free \]).*\[ Translate again ·/su,
};

/** The reply under a manuscript that reports the result. The card words it differently. */
export const ready = /translation of .* is ready/u;

/** Adds a channel beside #translations with everybody in it. */
export function opensSerials({ slack }: Wing): string {
  const { robin, ana, ada, sam } = slack.people;
  const members = [robin.id, ana.id, ada.id, sam.id, slack.app.botUserId];
  slack.channels.add({ name: "serials", members });
  return "#serials";
}

export async function posts(
  galley: Wing,
  content: string,
  { channel = "#translations", name = "lantern.txt", by = galley.slack.people.robin } = {},
): Promise<Message> {
  galley.sendTo?.();
  return await by.uploads(channel, { name, content });
}

type Click = Parameters<Person["clicks"]>[2] & { readonly by?: Person };

/** Clicks as Ana, who may approve, or as somebody else. */
export async function clicks(
  galley: Wing,
  card: Message,
  action: string,
  { by = galley.slack.people.ana, ...how }: Click = {},
) {
  galley.sendTo?.();
  return await by.clicks(card, action, how);
}

/** The text is posted, approved and delivered. */
export async function delivered(galley: Wing, content: string, channel?: string) {
  const post = await posts(galley, content, { channel });
  const old = await galley.card(post, faces.offered);
  await clicks(galley, old, "quote.approve");
  await galley.reply(post, ready);
  return { post, old };
}

/** Waits for exactly `count` fitting replies under this post. */
export function said(galley: Wing, post: Message, fits: RegExp, count: number) {
  return galley.passing(1000, () => {
    const found = galley.replies(post).filter((message) => fits.test(galley.drawn(message)));
    return found.length === count ? found : undefined;
  });
}

/** Sets automatic approval with both caps: without either one Galley approves nothing by itself. */
export async function approvesAutomatically(
  galley: Wing,
  { upTo = 50_000, perPersonDay = 200_000, perMonth = 500_000 } = {},
) {
  return await sets(galley, {
    auto_approval_up_to: String(upTo),
    auto_approval_per_person_day: String(perPersonDay),
    auto_approval_per_month: String(perMonth),
  });
}

/** Restricts the card to these chapters. */
export async function chooses(galley: Wing, card: Message, first: string, last: string) {
  const { robin } = galley.slack.people;
  galley.sendTo?.();
  await choosesChapters(galley, robin, { card, first, last });
}
