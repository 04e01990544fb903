import { expect, test } from "vitest";

import { receiptOf } from "#domain/spending/spend.ts";

import { aPostedQuote, aQuote, aTask, completed, failed, minute, noon } from "../../builders.ts";

const before = { balance: 20_000, used: 5000, at: noon, recorded: 100 };

function aRecorded(after: { balance: number; used: number; recorded?: number }, charged?: number) {
  return aTask({
    sent: { usageBefore: before },
    state: completed({ charged }),
    recorded: { as: "completed", after: { at: noon + minute, ...after } },
  });
}

test("a receipt puts every count of a run side by side", () => {
  const task = aRecorded({ balance: 8000, used: 17_000, recorded: 100 }, 12_000);
  const quote = aQuote({ tasks: [task] });

  expect(receiptOf(quote, task)).toMatchObject({
    ownCount: 12_345,
    approved: 12_345,
    charged: 12_000,
    account: { used: 12_000, otherRuns: 0, unexplained: 0 },
  });
});

test("a receipt of some chapters counts these", () => {
  const slice = [{ from: 1000, to: 4000 }];
  const task = aTask({ slice, price: 3000, state: completed({ charged: 2900 }) });
  const quote = aQuote({ tasks: [task] });

  expect(receiptOf(quote, task)).toMatchObject({ ownCount: 3000 });
});

test("a receipt has no count of ours while the text is read again", () => {
  expect(receiptOf(aPostedQuote(), aTask({ state: completed() }))).toMatchObject({
    ownCount: 0,
    approved: 12_345,
  });
});

test("what other runs of Galley came to in between is told apart", () => {
  const task = aRecorded({ balance: 7500, used: 17_500, recorded: 600 }, 12_000);

  expect(receiptOf(aQuote(), task).account).toMatchObject({ otherRuns: 500, unexplained: 0 });
});

test.each([
  ["more than Galley knows of", 17_100, 100],
  ["less than its runs came to", 16_900, -100],
])("an account that used %s is not explained", (_, used, unexplained) => {
  const task = aRecorded({ balance: 8000, used, recorded: 100 }, 12_000);

  expect(receiptOf(aQuote(), task).account).toMatchObject({ unexplained });
});

test("where the charge is not said, what was approved is compared", () => {
  const task = aRecorded({ balance: 7655, used: 17_345, recorded: 100 });

  expect(receiptOf(aQuote(), task)).toMatchObject({
    charged: undefined,
    account: { unexplained: 0 },
  });
});

test("in a new period the balance tells", () => {
  const task = aRecorded({ balance: 8000, used: 3, recorded: 100 }, 12_000);

  expect(receiptOf(aQuote(), task).account).toMatchObject({ used: 12_000, unexplained: 0 });
});

test("before the account was read again, nothing is said of it", () => {
  const task = aTask({ sent: { usageBefore: before }, state: completed() });

  expect(receiptOf(aQuote(), task).account).toBeUndefined();
});

test("nothing is said of an account that was not read before", () => {
  const task = { ...aRecorded({ balance: 8000, used: 17_000 }), sent: undefined };

  expect(receiptOf(aQuote(), task).account).toBeUndefined();
});

test("a run that failed explains nothing that the account used", () => {
  const task = { ...aRecorded({ balance: 19_000, used: 6000, recorded: 100 }), state: failed() };

  expect(receiptOf(aQuote(), task)).toMatchObject({
    charged: undefined,
    account: { used: 1000, unexplained: 1000 },
  });
});

test("what other runs came to is left open where it was not noted", () => {
  const noted = aRecorded({ balance: 8000, used: 17_000 }, 12_000);
  const since = { ...aRecorded({ balance: 8000, used: 17_000, recorded: 100 }, 12_000) };
  const older = { ...since, sent: { usageBefore: { ...before, recorded: undefined } } };

  for (const task of [noted, older]) {
    expect(receiptOf(aQuote(), task).account).toMatchObject({
      otherRuns: undefined,
      unexplained: 0,
    });
  }
});

test("an account that was not used has used nothing, whatever was taken from it otherwise", () => {
  const task = aRecorded({ balance: 8000, used: before.used, recorded: 100 }, 0);

  expect(receiptOf(aQuote(), task).account).toMatchObject({ used: 0, unexplained: 0 });
});
