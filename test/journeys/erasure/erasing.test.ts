import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import { ready } from "../between-deeds.ts";
import {
  arrival,
  estimated,
  homeOf,
  orders,
  quoted,
  shortStory,
  storyCredits,
  translated,
  compared,
} from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

/** The story is translated into French, for a book that Robin names in the form. */
async function ofBook(galley: Galley, book: string) {
  const { robin, ana } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await robin.commands("/translate", "", { channel: "#translations" });
  await galley.slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({
    "request.recent": ["harbour.txt"],
    "request.language": ["French"],
    "request.book": book,
  });
  await robin.submits();
  await homeOf(galley, robin, /Books/u);
  await ana.clicks(card, "quote.approve");
  await galley.reply(post, ready);
  return { post, card };
}

test("an admin erases a book: its card is known no more, and nothing of it is charged twice", async () => {
  await using galley = await openGalley();
  const { ada, ana, robin } = galley.slack.people;
  const { post, card } = await ofBook(galley, "The Lighthouse");
  await homeOf(galley, ada, /Books/u);
  await ada.clicks("home", "book.open", { option: "The Lighthouse" });
  await modalOf(galley, ada, /Erase this book/u);

  const { confirm } = await ada.clicks("modal", "book.erase");
  const told = await modalOf(galley, ada, /Erased: 1 card/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await galley.hears(ana, /I no longer know this card/u);
  await robin.commands("/translate", "status", { channel: "#translations" });
  const again = await robin.uploads("#translations", { name: "new.txt", content: shortStory });
  const known = await galley.card(again, /translated before\./u);

  expect(confirm?.text).toContain("Spending figures and messages in Slack stay.");
  expect(told).not.toContain("Still there");
  expect(galley.drawn(known)).toContain("Translate again");
  expect(galley.cards(post.channel)).toHaveLength(2);
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("nobody but an admin is offered to erase a book", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  await ofBook(galley, "The Lighthouse");
  await homeOf(galley, ana, /Books/u);

  await ana.clicks("home", "book.open", { option: "The Lighthouse" });
  const page = await modalOf(galley, ana, /The Lighthouse/u);

  expect(page).not.toContain("Erase");
});

test("the operator erases what a person asked for, from the store’s file too", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post } = await translated(galley);
  await compared(galley, post);
  await galley.stop();
  const file = galley.env.STORE_URL.slice("sqlite:".length);
  const before = await readFile(file, "latin1");

  const words = [galley.slack.state.app.team.id, "person", robin.id];
  const erase = () =>
    spawnSync(process.execPath, ["src/operator/erase/main.ts", ...words], {
      env: { ...galley.env, LOG_LEVEL: "silent" },
      encoding: "utf8",
    });
  const { stdout, status } = erase();
  const again = erase();
  const after = await readFile(file, "latin1");
  await galley.start();
  await robin.commands("/translate", "status", { channel: "#translations" });
  const told = await galley.hears(robin, /manuscript/iu);

  expect([stdout.trim(), status]).toEqual(["Erased: 1.", 0]);
  expect(again.stdout.trim()).toBe("Erased: 0. Nothing has this id or name.");
  expect(before).toContain("harbour.txt");
  expect(after).not.toContain("harbour.txt");
  expect(after).not.toContain(robin.id);
  expect(told.text).not.toContain("harbour");
});

async function modalOf(galley: Galley, person: Galley["slack"]["people"]["ada"], words: RegExp) {
  return await galley.slack.until(() => {
    const { modal } = person.sees();
    const drawn = modal && galley.slack.draw.view(modal, { columns: 1000 });
    return drawn !== undefined && words.test(drawn) && drawn;
  });
}

test("90 days after it was closed, the record knows no name any more, and the card stays as it was", async () => {
  await using galley = await openGalley();
  const { ana, robin } = galley.slack.people;
  const { post, card } = await quoted(galley);
  await estimated(galley, await galley.card(post, /\[ Approve ·/u));
  await ana.clicks(card, "quote.approve");
  const reply = await arrival(galley, post);
  await compared(galley, post);
  const shown = await galley.card(post, /✅ Done/u);
  await galley.stop();

  galley.clock.skip(91 * 24 * 3_600_000);
  await galley.start();
  await robin.commands("/translate", "status", { channel: "#translations" });
  await galley.hears(robin, /file without a name/u);
  await robin.clicks(reply, "task.fresh_link");
  await galley.hears(robin, /link/iu);

  expect(galley.drawn(await galley.card(post, /harbour/u))).toBe(galley.drawn(shown));
  expect(await orders(galley)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});
