import { faultWords } from "./faults.ts";
import type { Playground } from "./playground.ts";
import type { Worlds } from "./wire.ts";

const tasksShown = 50;

/** What the drawer shows of the outside worlds, read from the partner's own books. */
export async function lookAtWorlds({ slack, partner, bot }: Playground): Promise<Worlds> {
  const { accounts, rates, tasks, requests, settings, faults } = await partner.books();
  const total = (field: "balance" | "reserved" | "available" | "charged") =>
    accounts.reduce((sum, account) => sum + account[field], 0);
  return {
    balance: total("balance"),
    reserved: total("reserved"),
    available: total("available"),
    charged: total("charged"),
    tasks: tasks.slice(-tasksShown).reverse(),
    requestsAt: requests.map(({ at }) => at).filter((at) => at > slack.state.now() - 60_000),
    limit: rates[0]?.limit ?? 0,
    refused: rates.reduce((sum, { refused }) => sum + refused, 0),
    charsPerSecond: settings.charsPerSecond,
    waitingFaults: faults.waiting.map(faultWords),
    waitingDeliveries: slack.deliveries.waiting(),
    desk: bot.state(),
  };
}
