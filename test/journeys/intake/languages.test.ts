import { expect, test } from "vitest";

import { shortStory } from "../deeds.ts";
import { openGalley } from "../galley.ts";

test("a conversation is spoken to in its own language, and a person in theirs", async () => {
  await using galley = await openGalley();
  const { slack } = galley;
  const yuki = slack.people.add({ name: "yuki", locale: "ja-JP" });
  const members = [yuki.id, slack.people.ana.id, slack.app.botUserId];
  slack.channels.add({ name: "romane", members, locale: "fr-FR" });
  const post = await yuki.uploads("#romane", { name: "harbour.txt", content: shortStory });

  const card = await galley.card(post, /\[ Approuver ·/u);
  await yuki.clicks(card, "quote.approve");
  const refused = await galley.hears(yuki, /これを行えるのは/u);

  expect(galley.drawn(card)).not.toContain("Approve");
  expect(galley.drawn(refused)).not.toContain("Spending credits");
});
