import { describe, expect, test } from "vitest";

import { reservationFor, reserveAnyway } from "#domain/spending/account.ts";
import type { Task } from "#domain/task.ts";
import { budgetError, parseBookForm } from "#features/books/book-form-view.ts";
import { editBook } from "#features/books/change-book.ts";

import { aQuote, aTask, completed, failed, running } from "../../builders.ts";
import { testAppContext } from "../../support/app-context.ts";
import { testContext } from "../../support/context.ts";

const ada = {
  person: "U0ADA",
  name: undefined,
  reference: undefined,
  targets: [],
  strategy: undefined,
  approvers: [],
};

/** Returns ports with two manuscripts of a book with a budget; of the first one a run was bought. */
async function aBookOf(state: Task["state"], per: "book" | "month") {
  const { ctx } = testAppContext();
  const task = aTask({ price: 600, state });
  const [sold, open] = [
    aQuote({ id: "sold", book: "Lantern", tasks: [task], file: { id: "F1", name: "one.txt" } }),
    aQuote({ id: "open", book: "Lantern", file: { id: "F2", name: "two.txt" } }),
  ];
  await ctx.quoteStore.add(sold);
  await ctx.quoteStore.add(open);
  if (state.status !== "completed") {
    await ctx.account.change((account) => reserveAnyway(account, [reservationFor(sold, task)]));
  }
  const left = async () => (await ctx.quoteStore.find("open"))?.balance?.book?.left;
  const edit = { ...ada, to: "this", budget: { credits: 1000, per } };
  await editBook(ctx, { ...edit, quoteId: "open" });
  return { ctx, left };
}

describe.each<Task["state"]>([running(), failed(), completed({ charged: 600 })])(
  "a run that is $status",
  (state) => {
    test.each(["book", "month"] as const)(
      "counts for the budget of its book, by the %s, until its manuscript is moved",
      async (per) => {
        const { ctx, left } = await aBookOf(state, per);
        const before = await left();

        const move = { ...ada, quoteId: "sold", budget: "untouched" } as const;
        await editBook(ctx, { ...move, to: "new", name: "Harbour" });

        expect([before, await left()]).toEqual([400, 1000]);
        const moved = await ctx.quoteStore.find("sold");
        const { reservations } = await ctx.account.read();
        expect(reservations).toEqual(
          state.status === "completed" || moved === undefined
            ? []
            : moved.tasks.map((task) => reservationFor(moved, task)),
        );
      },
    );
  },
);

/** What Slack sends of the fields of a budget. */
function sentBudget(value: string | null) {
  const per = { type: "static_select", selected_option: { value: "month" } };
  return {
    "book.budget": { entry: { type: "number_input", value } },
    "book.per": { entry: per },
  };
}

test.each(["0", "-5", "1.5", "1e3", "many", "1000000001"])(
  "a budget of %s is an error beside its field, not a book without a budget",
  (words) => {
    expect(parseBookForm(sentBudget(words)).budget).toBe("unreadable");
  },
);

test("a budget that is no number of credits is refused in words", () => {
  expect(budgetError(testContext)).toEqual({
    "book.budget": "Please type a whole number from 1 to 1,000,000,000, or leave it empty.",
  });
});

test("an empty field means no budget, and a form without the field leaves it as it is", () => {
  expect(parseBookForm(sentBudget(null)).budget).toBeUndefined();
  expect(parseBookForm({}).budget).toBe("untouched");
  expect(parseBookForm(sentBudget("1000")).budget).toEqual({ credits: 1000, per: "month" });
});
