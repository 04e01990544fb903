import { describe, expect, test } from "vitest";

import type { Account, Commitment } from "../../src/domain/money/account.ts";
import { createMemoryStore } from "../../src/ledger/memory-store.ts";
import { createTariffs } from "../../src/ledger/tariffs.ts";
import { createInquiryWatch } from "../../src/usecases/task/inquiry-watch.ts";
import { aLanguageTask, completed, noon, rejectedFor } from "../builders.ts";
import { aDesk } from "./desk.ts";
import { aFaultyStore } from "./faulty-store.ts";

const free = { task: aLanguageTask({ state: completed() }), characters: 2000 };
const charged = { task: aLanguageTask({ state: completed({ charged: 7 }) }), characters: 2000 };

const aCommitment: Commitment = {
  key: "k1",
  quoteId: "q1",
  workspace: "T1",
  channel: "C0BOOKS",
  price: 600,
  at: noon,
};

function aWatch(store = createMemoryStore()) {
  const told: string[] = [];
  const tariffs = createTariffs(store, "account");
  const watch = createInquiryWatch({ tariffs, onCharged: () => told.push("told") });
  return { watch, told };
}

/** An account that shows these used credits, one after the other. */
function anAccount(...used: number[]) {
  const { desk } = aDesk();
  const { usage } = desk.partner;
  const partner = {
    ...desk.partner,
    usage: async () => ({ ...(await usage()), periodUsedCredits: used.shift() ?? 0 }),
  };
  return { ...desk, partner };
}

describe("an inquiry", () => {
  test("that names a charge is told of once, and known to every replica and the next start", async () => {
    const store = createMemoryStore();
    const [one, other] = [aWatch(store), aWatch(store)];

    await one.watch.after(anAccount(), charged);
    await other.watch.after(anAccount(), charged);

    expect(await other.watch.tariff()).toEqual({ credits: 7, characters: 2000 });
    expect(await aWatch(store).watch.tariff()).toEqual({ credits: 7, characters: 2000 });
    expect([...one.told, ...other.told]).toEqual(["told"]);
  });

  test("that names none, but after which the account has less, was charged all the same", async () => {
    const { watch } = aWatch();
    const desk = anAccount(100, 112);

    await watch.before(desk);
    await watch.after(desk, free);

    expect(await watch.tariff()).toEqual({ credits: 12, characters: 2000 });
  });

  test("that changes nothing on the account is free, and the next is not looked at", async () => {
    const { watch } = aWatch();
    const desk = anAccount(100, 100, 100, 200);

    await watch.before(desk);
    await watch.after(desk, free);
    await watch.before(desk);
    await watch.after(desk, free);

    expect(await watch.tariff()).toBeUndefined();
  });

  test.each<readonly [string, Partial<Account>]>([
    ["came and was charged", { booked: 600 }],
    ["is not in the books yet", { commitments: [aCommitment] }],
    ["is called failed", { commitments: [{ ...aCommitment, freed: true }] }],
  ])(
    "beside which a run %s says nothing of itself, and the next is looked at",
    async (_, books) => {
      const { watch } = aWatch();
      const desk = anAccount(100, 700, 700, 712);

      await watch.before(desk);
      await desk.account.change((account) => ({ ...account, ...books }));
      await watch.after(desk, free);
      const beside = await watch.tariff();
      await watch.before(desk);
      await watch.after(desk, free);

      expect(beside).toBeUndefined();
      expect(await watch.tariff()).toEqual({ credits: 12, characters: 2000 });
    },
  );

  test("that was refused proves nothing, and the next is looked at", async () => {
    const { watch } = aWatch();
    const desk = anAccount(100, 100, 100, 112);
    const refused = { ...free, task: aLanguageTask({ state: rejectedFor("bad-request") }) };

    await watch.before(desk);
    await watch.after(desk, refused);
    await watch.before(desk);
    await watch.after(desk, free);

    expect(await watch.tariff()).toEqual({ credits: 12, characters: 2000 });
  });

  test("whose charge the store could not keep is known here, and kept with the next look", async () => {
    const { store, state } = aFaultyStore();
    const { watch } = aWatch(store);
    state.failAt = state.writes;
    await expect(watch.after(anAccount(), charged)).rejects.toThrow("store");

    expect(await watch.tariff()).toEqual({ credits: 7, characters: 2000 });
    expect(await aWatch(store).watch.tariff()).toEqual({ credits: 7, characters: 2000 });
  });
});

test("another account has its own tariff", async () => {
  const store = createMemoryStore();
  await aWatch(store).watch.after(anAccount(), charged);

  expect(await createTariffs(store, "another").find()).toBeUndefined();
});
