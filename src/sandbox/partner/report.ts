import { available } from "./books.ts";
import { prefixOf } from "./callers.ts";
import type { LoggedRequest } from "./request-log.ts";
import type { World } from "./world.ts";

/**
 * The service's own books, the oracle of tests: what was created, promised and charged, for whom and
 * under which key, and who asked how often. Tasks whose time has come are ended first.
 */
export async function reportBooks(world: World) {
  const { books, callers, faults, requests } = world;
  await world.finisher.settleAll();
  const recent = requests.recent();
  return {
    accounts: [...books.accounts].map(([account, state]) => ({
      account,
      keys: [...books.keys]
        .filter(([, key]) => key.account === account)
        .map(([key]) => prefixOf(key)),
      balance: state.balance,
      reserved: state.reserved,
      available: available(state),
      charged: state.charges.reduce((sum, charge) => sum + charge.credits, 0),
    })),
    tasks: [...books.tasks.values()].map(({ id, ...task }) => {
      return { taskId: id, ...task, terms: undefined, glossary: undefined };
    }),
    creates: [...books.creates],
    rates: [...books.keys].map(([key, { rpm }]) => ({
      keyPrefix: prefixOf(key),
      limit: rpm,
      lastMinute: callers.recentOf(key).length,
      refused: recent.filter((one) => one.key === key && one.status === 429).length,
    })),
    requests: recent.map(requestRow),
    settings: { ...world.settings },
    faults: { waiting: [...faults.waiting], fired: [...faults.fired] },
  };
}

function requestRow({ at, key, method, path, status }: LoggedRequest) {
  return { at, keyPrefix: prefixOf(key), method, path, status };
}
