import { expect, test } from "vitest";

import { delivered, posts } from "../between-deeds.ts";
import { opens, partOffered } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { chapters, serial } from "../long-texts.ts";
import { grown } from "../serial-deeds.ts";

/** Four chapters come back as lantern.txt, and their book has one term. */
async function begunWithTerm(galley: Galley): Promise<void> {
  const { robin } = galley.slack.people;
  const { post } = await delivered(galley, grown(4));
  await robin.posts({ thread: post, text: "Marlow Finch = Marlow Pinson" });
  await galley.hears(robin, /Saved: /u);
}

test("a continued serial keeps its terms under other file names", async () => {
  await using galley = await openGalley();
  await begunWithTerm(galley);

  const second = await posts(galley, grown(6), { name: "for-the-fair.txt" });
  const continued = await galley.card(second, partOffered("chapters 5 and 6"));
  const third = await posts(galley, serial(chapters(7, 8)), { name: "lantern-3.txt" });
  const next = await galley.card(third, /\[ Approve ·/u);

  const { ana } = galley.slack.people;
  expect(await opens(galley, ana, { card: continued, item: "glossary" })).toContain("Uses 1 term.");
  await ana.closes();
  expect(await opens(galley, ana, { card: next, item: "glossary" })).toContain("Uses 1 term.");
});

test("in another conversation a continuation joins the book only when somebody names it", async () => {
  await using galley = await openGalley();
  const { robin, ana } = galley.slack.people;
  await begunWithTerm(galley);
  const members = [robin.id, ana.id, galley.slack.app.botUserId];
  galley.slack.channels.add({ name: "fair", members });

  const post = await posts(galley, grown(6), { name: "for-the-fair.txt", channel: "#fair" });
  const card = await galley.card(post, partOffered("chapters 5 and 6"));

  const form = await opens(galley, ana, { card, item: "glossary" });
  expect(form).toContain("has been reviewed yet");
});
