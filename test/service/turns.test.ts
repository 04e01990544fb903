import { expect, test } from "vitest";

import { createConcurrencyLimit } from "#service/turns.ts";

const { signal } = new AbortController();

test("turns go round over the accounts, and light work goes first", async () => {
  const inTurn = createConcurrencyLimit(1);
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  const ask = (account: string, isLight = false) =>
    inTurn(
      async () => {
        await gate.promise;
        order.push(isLight ? `${account} light` : account);
      },
      { account, isLight, signal },
    );

  const asked = [
    ask("a"),
    ask("a"),
    ask("a"),
    ask("a"),
    ask("b"),
    ask("c"),
    ask("c"),
    ask("b", true),
  ];
  gate.resolve();
  await Promise.all(asked);

  expect(order).toEqual(["a", "b light", "a", "b", "c", "a", "c", "a"]);
});

test("work that fails gives its turn back", async () => {
  const inTurn = createConcurrencyLimit(1);
  const turn = { account: "a", isLight: false, signal };

  await expect(inTurn(async () => Promise.reject(new Error("no")), turn)).rejects.toThrow("no");

  expect(await inTurn(async () => "done", turn)).toBe("done");
});
