import { expect, test } from "vitest";

import { orders, quoted } from "./deeds.ts";
import { type House, openHouse } from "./house.ts";

type Person = House["slack"]["people"]["ana"];
type Card = Awaited<ReturnType<typeof quoted>>["card"];

/** Opens the form for a decision with a note and fills it in. */
async function notes(house: House, person: Person, card: Card, decision: string, note: string) {
  await person.clicks(card, "decision.open");
  await house.slack.until(() => person.sees().modal);
  person.fillsIn({ "decision.which": decision, "decision.note": note });
}

test("who approves with a note buys once, and the one who asked is told what was said", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await notes(house, ana, card, "approve", "Go ahead, <!channel> the deadline is Friday.");
  await ana.submits();
  const told = await house.reply(post, /was approved for 261 credits/u);
  await house.reply(post, /French translation of “harbour.txt” is ready/u);

  expect(house.drawn(told)).toContain(
    "@Robin Vale the French translation of “harbour.txt” was approved for 261 credits. @Ana Moreau: “Go ahead, <!channel> the deadline is Friday.”",
  );
  expect(await orders(house)).toMatchObject({ outcomes: ["created"], charged: 261 });
});

test("who declines with a reason is quoted to the one who asked", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { post, card } = await quoted(house);

  await notes(house, ana, card, "decline", "We *wait* for the final draft.");
  await ana.submits();
  const told = await house.reply(post, /was declined/u);
  const closed = await house.card(post, /Declined by @Ana Moreau/u);

  expect(house.drawn(told)).toContain("@Ana Moreau: “We wait for the final draft.”");
  expect(house.drawn(closed)).toMatch(/ Declined by @Ana Moreau.*“We wait for the final draft.”/u);
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("a note gives nobody a right that they do not have", async () => {
  await using house = await openHouse();
  const { robin, sam } = house.slack.people;
  const { post, card } = await quoted(house);

  await notes(house, robin, card, "approve", "I allow it myself.");
  await robin.submits();
  await house.hears(robin, /Spending credits here is up to/u);
  await notes(house, sam, card, "decline", "I do not like it.");
  await sam.submits();
  await house.hears(sam, /Only the person who asked/u);
  const still = await house.card(post, /\[ Approve \]/u);

  expect(house.drawn(still)).not.toContain("Declined");
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("a form that was opened before the card changed buys nothing", async () => {
  await using house = await openHouse();
  const { ana, robin } = house.slack.people;
  const { post, card } = await quoted(house);

  await notes(house, ana, card, "approve", "As agreed.");
  await robin.clicks(card, "quote.target_lang", { option: "de" });
  await house.card(post, /German/u);
  await ana.submits();
  await house.hears(ana, /The card has changed since you saw it/u);

  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});

test("the form asks for something to say, and decides nothing without it", async () => {
  await using house = await openHouse();
  const { ana } = house.slack.people;
  const { card } = await quoted(house);

  await notes(house, ana, card, "approve", "   ");
  const submitted = await ana.submits();

  expect(submitted).toEqual({
    status: "errors",
    errors: { "decision.note": "Please decide, and say something to it." },
  });
  expect(await orders(house)).toMatchObject({ tasks: [], charged: 0 });
});
