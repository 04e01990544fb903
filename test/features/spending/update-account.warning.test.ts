import { expect, test } from "vitest";

import { initialSettings } from "#domain/settings/settings.ts";
import { readAccount } from "#features/spending/update-account.ts";

import { aUsage, minute } from "../../builders.ts";
import { testAppContext } from "../../support/app-context.ts";

/** Sets up a workspace that wants a warning when the balance falls below 1,000. */
async function watchfulPorts() {
  const account = { balance: 5000 };
  const usage = async () => aUsage({ balanceCredits: account.balance });
  const galley = testAppContext({ partner: { usage } });
  const policy = { ...initialSettings.policy, lowBalance: 1000 };
  await galley.ctx.settings.change("T1", (settings) => ({ ...settings, policy }));
  const read = async (balance: number) => {
    account.balance = balance;
    galley.clock.now += minute;
    await readAccount(galley.ctx);
  };
  return { ...galley, read };
}

test("the admins are warned once when the balance falls below their line", async () => {
  const { read, warnings } = await watchfulPorts();

  for (const balance of [5000, 1000, 999, 500, 20]) await read(balance);

  expect(warnings).toEqual([{ balance: 999, reserved: 0, line: 1000 }]);
});

test("and again only after it was above", async () => {
  const { read, warnings } = await watchfulPorts();

  for (const balance of [900, 800, 1000, 700]) await read(balance);

  expect(warnings.map(({ balance }) => balance)).toEqual([900, 700]);
});

test("two replicas that read the same at the same moment warn once", async () => {
  const { ctx, read, warnings } = await watchfulPorts();
  await read(5000);
  const usage = async () => aUsage({ balanceCredits: 10 });
  const replica = { ...ctx, partner: { ...ctx.partner, usage } };

  await Promise.all([1, 2, 3].map(() => readAccount(replica)));

  expect(warnings).toHaveLength(1);
});

test("nobody is warned where no line is drawn", async () => {
  const { ctx, warnings } = testAppContext({
    partner: { usage: async () => aUsage({ balanceCredits: 0 }) },
  });

  await readAccount(ctx);

  expect(warnings).toEqual([]);
});
