import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";

import {
  arrival,
  estimated,
  homeOf,
  orders,
  quoted,
  shortStory,
  storyCredits,
  translated,
} from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

/** The story is translated into French, for a book that Robin names in the form. */
async function ofBook(house: House, book: string) {
  const { robin, ana } = house.slack.people;
  const { post, card } = await quoted(house);
  await robin.commands("/translate", "", { channel: "#translations" });
  await house.slack.until(() => robin.sees().modal?.submit !== undefined);
  robin.fillsIn({
    "request.recent": ["harbour.txt"],
    "request.language": ["French"],
    "request.book": book,
  });
  await robin.submits();
  await homeOf(house, robin, /Books/u);
  await ana.clicks(card, "quote.approve");
  await arrival(house, post);
  return { post, card };
}

test("an admin erases a book: its card is known no more, and nothing of it is charged twice", async () => {
  await using house = await openHouse();
  const { ada, ana, robin } = house.slack.people;
  const { post, card } = await ofBook(house, "The Lighthouse");
  await homeOf(house, ada, /Books/u);
  await ada.clicks("home", "book.open", { option: "The Lighthouse" });
  await house.slack.until(() => ada.sees().modal);

  const { confirm } = await ada.clicks("modal", "book.erase");
  const told = await modalOf(house, ada, /Erased: 1 card/u);
  await ana.clicks(card, "quote.approve", { screen: "stale" });
  await house.hears(ana, /The records of this card were erased/u);
  await robin.commands("/translate", "status", { channel: "#translations" });
  const again = await robin.uploads("#translations", { name: "new.txt", content: shortStory });
  const known = await house.card(again, /the records were erased/u);

  expect(confirm?.text).toContain("Spending figures and messages in Slack stay.");
  expect(told).not.toContain("Still there");
  expect(house.drawn(known)).toContain("Translate again");
  expect(house.cards(post.channel)).toHaveLength(2);
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});

test("nobody but an admin is offered to erase a book", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  await ofBook(house, "The Lighthouse");
  await homeOf(house, ana, /Books/u);

  await ana.clicks("home", "book.open", { option: "The Lighthouse" });
  const page = await modalOf(house, ana, /The Lighthouse/u);

  expect(page).not.toContain("Erase");
});

test("the operator erases what a person asked for, from the store’s file too", async () => {
  await using house = await openHouse();
  const { robin } = house.slack.people;
  await translated(house);
  await house.stop();
  const file = house.env.STORE_URL.slice("sqlite:".length);
  const before = await readFile(file, "latin1");

  const words = [house.slack.state.app.team.id, "person", robin.id];
  const { stdout, status } = spawnSync(process.execPath, ["src/operator/erase/main.ts", ...words], {
    env: { ...house.env, LOG_LEVEL: "silent" },
    encoding: "utf8",
  });
  const after = await readFile(file, "latin1");
  await house.start();
  await robin.commands("/translate", "status", { channel: "#translations" });
  const told = await house.hears(robin, /manuscript/iu);

  expect([stdout.trim(), status]).toEqual(["Erased: 1.", 0]);
  expect(before).toContain("harbour.txt");
  expect(after).not.toContain("harbour.txt");
  expect(after).not.toContain(robin.id);
  expect(told.text).not.toContain("harbour");
});

async function modalOf(house: House, person: House["slack"]["people"]["ada"], words: RegExp) {
  return await house.slack.until(() => {
    const { modal } = person.sees();
    const drawn = modal && house.slack.draw.view(modal, { columns: 1000 });
    return drawn !== undefined && words.test(drawn) && drawn;
  });
}

test("90 days after it was closed, the record knows no name any more, and the card stays as it was", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  const { post, card } = await quoted(house);
  await estimated(house, await house.card(post, /\[ Approve ·/u));
  await ana.clicks(card, "quote.approve");
  const reply = await arrival(house, post);
  const shown = await house.card(post, /✅ Done/u);
  await house.stop();

  house.clock.skip(91 * 24 * 3_600_000);
  await house.start();
  await robin.commands("/translate", "status", { channel: "#translations" });
  await house.hears(robin, /file without a name/u);
  await robin.clicks(reply, "task.fresh_link");
  await house.hears(robin, /link/iu);

  expect(house.drawn(await house.card(post, /harbour/u))).toBe(house.drawn(shown));
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: storyCredits });
});
