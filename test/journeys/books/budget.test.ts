import { expect, test } from "vitest";

import { approvesAutomatically, clicks, posts, ready } from "../between-deeds.ts";
import { opensBookForm } from "../book-deeds.ts";
import { sentSpending } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";
import { chapters, serial } from "../long-texts.ts";

const textOf = (number: number) => serial(chapters(number, number));

async function part(galley: Galley, number: number) {
  const post = await posts(galley, textOf(number), { name: `lantern-${number}.txt` });
  return { post, card: await galley.card(post, /\[ Approve ·/u) };
}

/** An admin gives the book of this card so many credits. */
async function budgets(
  galley: Galley,
  card: Parameters<typeof opensBookForm>[2],
  entries: Readonly<Record<string, string>>,
) {
  const { ada } = galley.slack.people;
  await opensBookForm(galley, ada, card);
  ada.fillsIn(entries);
  await ada.submits();
}

const credits = (count: number) => `${count.toLocaleString("en")} credits`;

test("a budget is shown beside the price, counts what was spent before, and runs out", async () => {
  await using galley = await openGalley();
  const { ada } = galley.slack.people;
  const first = await part(galley, 1);
  await clicks(galley, first.card, "quote.approve");
  await galley.reply(first.post, ready);
  const second = await part(galley, 2);
  const third = await part(galley, 3);
  const budget = textOf(1).length + textOf(2).length + 100;

  await budgets(galley, second.card, { "book.budget": String(budget) });
  const left = `${credits(budget - textOf(1).length)} left for this book`;
  const offered = await galley.card(second.post, new RegExp(left, "u"));
  await clicks(galley, offered, "quote.approve");
  await galley.reply(second.post, ready);
  const over = await galley.card(third.post, /100 credits left for this book/u);
  const drawn = galley.drawn(over);
  await clicks(galley, over, "quote.approve");
  await galley.reply(third.post, ready);

  expect(drawn).toContain(`${credits(textOf(3).length - 100)} over the book’s budget`);
  await galley.direct(ada, /lantern has used 90% of its/u);
  await galley.direct(ada, /used 100% of its .* approves nothing of it automatically/u);
});

test("a click on a card that did not say so exceeds no budget", async () => {
  await using galley = await openGalley();
  const { ana } = galley.slack.people;
  const first = await part(galley, 1);
  const second = await part(galley, 2);
  await budgets(galley, first.card, { "book.budget": String(textOf(1).length + 100) });
  await galley.card(first.post, /left for this book/u);
  const seen = await galley.card(second.post, /left for this book/u);

  await Promise.all([
    clicks(galley, first.card, "quote.approve", { screen: "stale" }),
    clicks(galley, seen, "quote.approve", { screen: "stale" }),
  ]);
  await galley.hears(ana, /book’s budget are left|has changed since/u);
  const cards = await galley.slack.until(() => {
    const all = [first, second].map(({ post }) => galley.drawn(galley.replies(post)[0] ?? post));
    return all.some((one) => one.includes("over the book’s budget")) && all;
  });

  expect(cards.filter((one) => one.includes("over the book’s budget"))).toHaveLength(1);
});

test("beyond a budget nothing is approved automatically, and people still can", async () => {
  await using galley = await openGalley();
  const first = await part(galley, 1);
  await budgets(galley, first.card, { "book.budget": "100" });
  await galley.card(first.post, /over the book’s budget/u);
  await approvesAutomatically(galley);

  const second = await part(galley, 2);
  const left = await galley.card(second.post, /over the book’s budget/u);
  await clicks(galley, left, "quote.approve");

  await galley.reply(second.post, ready);
  expect(galley.drawn(left)).toContain("[ Approve ·");
});

test("who is no admin sees no budget in the form, and none is changed by their form", async () => {
  await using galley = await openGalley();
  const { robin } = galley.slack.people;
  const { post, card } = await part(galley, 1);
  await budgets(galley, card, { "book.budget": "50000" });
  const shown = await galley.card(post, /50,000 credits left for this book/u);

  const form = await opensBookForm(galley, robin, shown);
  robin.fillsIn({ "book.reference": "PO-4711" });
  await robin.submits();

  expect(form).not.toContain("Budget");
  expect(await opensBookForm(galley, galley.slack.people.ada, shown)).toContain("50000");
});

test.for(["0", "-5", "1.5"])(
  "a budget of %s is an error beside its field, and changes nothing; an empty field removes it",
  async (typed, { expect }) => {
    await using galley = await openGalley();
    const { ada } = galley.slack.people;
    const { post, card } = await part(galley, 1);
    await budgets(galley, card, { "book.budget": "50000" });
    const shown = await galley.card(post, /50,000 credits left for this book/u);

    await opensBookForm(galley, ada, shown);
    forgetsLimits(galley);
    ada.fillsIn({ "book.budget": typed });
    const refused = await ada.submits();
    await ada.closes();
    const kept = await opensBookForm(galley, ada, shown);
    ada.fillsIn({ "book.budget": [] });
    const removed = await ada.submits();

    const error = "Please type a whole number from 1 to 1,000,000,000, or leave it empty.";
    expect(refused).toEqual({ status: "errors", errors: { "book.budget": error } });
    expect(kept).toContain("50000");
    expect(removed).toEqual({ status: "closed" });
    expect(await opensBookForm(galley, ada, shown)).not.toContain("50000");
  },
);

/** Ada's Slack sends what was typed, although the field says what it takes. */
function forgetsLimits({ slack }: Galley): void {
  const view = slack.people.ada.sees().modal;
  if (view === undefined) throw new Error("No form is open");
  const blocks = view.blocks.map((block) =>
    block["block_id"] === "book.budget"
      ? { ...block, element: { type: "plain_text_input", action_id: "entry" } }
      : block,
  );
  slack.state.views.replace({ ...view, blocks });
}

test("the reference of a book is in the receipt and in the list of charges", async () => {
  await using galley = await openGalley();
  const { robin, ada } = galley.slack.people;
  const { post, card } = await part(galley, 1);
  await opensBookForm(galley, robin, card);
  robin.fillsIn({ "book.reference": "PO-4711" });
  await robin.submits();

  await clicks(galley, card, "quote.approve");
  const reply = await galley.reply(post, ready);
  await robin.clicks(reply, "task.more", { option: "receipt" });
  const receipt = await galley.hears(robin, /Receipt/u);
  await ada.commands("/translate-usage", "csv", { channel: "#translations" });

  expect(galley.drawn(receipt)).toContain("PO-4711");
  expect(await sentSpending(galley)).toMatch(/reference[^]*PO-4711/u);
});
