import { expect, test } from "vitest";

import { initialSettings } from "../../../src/features/settings/rules/settings.ts";
import { readAccount } from "../../../src/features/spending/actions/read-account.ts";
import { aUsage, minute } from "../../builders.ts";
import { aDesk } from "../desk.ts";

/** Sets up a workspace that wants a warning when the balance falls below 1,000. */
async function aWatchfulDesk() {
  const account = { balance: 5000 };
  const usage = async () => aUsage({ balanceCredits: account.balance });
  const house = aDesk({ partner: { usage } });
  const policy = { ...initialSettings.policy, lowBalance: 1000 };
  await house.desk.settings.change("T1", (settings) => ({ ...settings, policy }));
  const read = async (balance: number) => {
    account.balance = balance;
    house.clock.now += minute;
    await readAccount(house.desk, "T1");
  };
  return { ...house, read };
}

test("the admins are warned once when the balance falls below their line", async () => {
  const { read, warnings } = await aWatchfulDesk();

  for (const balance of [5000, 1000, 999, 500, 20]) await read(balance);

  expect(warnings).toEqual([{ balance: 999, promised: 0, line: 1000 }]);
});

test("and again only after it was above", async () => {
  const { read, warnings } = await aWatchfulDesk();

  for (const balance of [900, 800, 1000, 700]) await read(balance);

  expect(warnings.map(({ balance }) => balance)).toEqual([900, 700]);
});

test("two replicas that read the same at the same moment warn once", async () => {
  const { desk, read, warnings } = await aWatchfulDesk();
  await read(5000);
  const usage = async () => aUsage({ balanceCredits: 10 });
  const replica = { ...desk, partner: { ...desk.partner, usage } };

  await Promise.all([1, 2, 3].map(() => readAccount(replica, "T1")));

  expect(warnings).toHaveLength(1);
});

test("nobody is warned where no line is drawn", async () => {
  const { desk, warnings } = aDesk({
    partner: { usage: async () => aUsage({ balanceCredits: 0 }) },
  });

  await readAccount(desk, "T1");

  expect(warnings).toEqual([]);
});
