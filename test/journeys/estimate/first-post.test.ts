import { expect, test } from "vitest";

import { approved, arrival, quoted, shortStory } from "../deeds.ts";
import { openGalley } from "../galley.ts";

test("the card is posted with its price, and calls the approvers once", async () => {
  await using galley = await openGalley();
  const posted: string[] = [];
  galley.slack.onChange((change) => {
    const isOurs = change.kind === "message-posted" && change.message.isFromBot;
    if (isOurs) posted.push(JSON.stringify(change.message));
  });
  const { card } = await quoted(galley);

  expect(posted).toHaveLength(1);
  expect(posted[0]).toContain("Approval needed: harbour → French");
  expect(mentions(posted[0] ?? "", `^${galley.slack.approvers.id}`)).toBe(1);
  expect(card.text).toContain("261 credits");
});

test("a partner that is slow keeps the card waiting five seconds, and the price is there", async () => {
  await using galley = await openGalley();
  galley.partner.inject({ kind: "status", status: 429, retryAfter: "60", times: 500 });

  const post = await galley.slack.people.robin.uploads("#translations", {
    name: "harbour.txt",
    content: shortStory,
  });
  galley.clock.skip(5000);

  const card = await galley.card(post, /harbour → French/u);
  expect(galley.drawn(card)).toMatch(/credits · English,[\s\S]*\[ Approve ·/u);
});

test("a whole request makes the card and the result, and calls the requester once", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await approved(galley);
  const result = await arrival(galley, post);

  const replies = galley.replies(post);
  expect(replies).toHaveLength(2);
  expect(mentions(JSON.stringify(replies.map(({ blocks }) => blocks)), robin.id)).toBe(1);
  expect(result.text).toContain(`<@${robin.id}>`);
});

function mentions(text: string, id: string): number {
  return text.split(id).length - 1;
}
