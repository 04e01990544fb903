import { expect, test } from "vitest";

import { choosesStrategy, extracts, opens, orders, quoted } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { fieldOf, fieldsOf, namesStory, reviews } from "../terms-deeds.ts";

/** A card whose book has one term that somebody decided on. */
async function withDecision(galley: Galley) {
  const { robin } = galley.slack.people;
  const { post, card: before } = await quoted(galley, namesStory);
  await robin.posts({ thread: post, text: "Marlow Finch = Marlow Pinson" });
  await galley.hears(robin, /Saved: 1 term/u);
  return { post, before, card: await galley.card(post, /Uses 1 term/u) };
}

async function extracted(galley: Galley, post: Parameters<Galley["reply"]>[0]) {
  return await galley.reply(post, /glossary of “harbour” is ready/u);
}

test("the book’s terms go along with an extraction and stay as people decided", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const { post, card } = await withDecision(galley);

  const { confirm } = await extracts(galley, ana, card);
  const reply = await extracted(galley, post);
  await reviews(galley, robin, reply);

  expect(confirm?.text).toContain("Uses 1 term.");
  expect((await orders(galley, "glossary_extraction")).tasks).toMatchObject([
    { strategy: "merge" },
  ]);
  expect(galley.drawn(reply)).toContain("Marlow Pinson");
  expect(fieldOf(robin, "Marlow Finch")).toMatchObject({ target: "Marlow Pinson" });
  expect(fieldOf(robin, "Marlow Finch").hint).toContain("decided by");
  expect(fieldsOf(robin).map(({ term }) => term)).toContain("Lantern House");
});

test.for(["without", "skip", "replace"])(
  "a card that uses the glossary as “%s” still extracts",
  async (option) => {
    await using galley = await openGalley();
    const { ana } = galley.slack.people;
    const { post, card } = await withDecision(galley);
    await choosesStrategy(galley, ana, { card, option });

    const { confirm } = await extracts(galley, ana, card);
    const reply = await extracted(galley, post);

    const goesAlong = option === "replace";
    const [task] = (await orders(galley, "glossary_extraction")).tasks;
    expect(confirm?.text.includes("Uses 1 term.")).toBe(goesAlong);
    expect(task).toMatchObject({ strategy: "merge", charged: namesStory.length });
    expect(galley.drawn(reply).includes("Marlow Pinson")).toBe(goesAlong);
  },
);

test("a text is extracted once, whatever is decided on its terms after that", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const { post, card } = await withDecision(galley);
  await extracts(galley, ana, card);
  await extracted(galley, post);

  await robin.posts({ thread: post, text: "Marlow Finch = Marlow Bouvreuil" });
  await galley.hears(robin, /Saved: 1 term/u);
  const now = await galley.card(post, /Uses \d+ terms/u);
  const form = await opens(galley, ana, { card: now, item: "glossary" });

  expect(form).not.toContain("Extract glossary");
  expect((await orders(galley, "glossary_extraction")).outcomes).toEqual(["created"]);
});
