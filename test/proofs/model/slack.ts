import type { Wish } from "./replay.ts";
import type { Granted } from "./store.ts";
import { type World, spend } from "./world.ts";

type SlackWish = Extract<Wish, { kind: "read-card" | "update-card" | "find-post" | "post" }>;

/** Returns every outcome that Slack may give a call. A look-up may be out of date. */
export function grantBySlack(world: World, wish: SlackWish): readonly Granted[] {
  const { slack } = world;
  switch (wish.kind) {
    case "read-card":
      return [{ world, value: JSON.stringify(slack.cards[wish.on]) }];
    case "update-card": {
      const cards = { ...slack.cards, [wish.on]: wish.card };
      return [{ world: { ...world, slack: { ...slack, cards } }, value: true }];
    }
    case "post": {
      const posts = [...slack.posts, wish.about];
      return [{ world: { ...world, slack: { ...slack, posts } }, value: true }];
    }
    case "find-post": {
      const isThere = slack.posts.includes(wish.about);
      const isStale = isThere && world.left.staleReads > 0;
      const fresh = { world, value: isThere };
      return isStale ? [fresh, { world: spend(world, "staleReads"), value: false }] : [fresh];
    }
  }
}
