import { expect, test } from "vitest";

import { eraseClosed } from "#features/erasure/erase-records.ts";

import { aPostedQuote, aQuote, hour, noon, aRequest } from "../../builders.ts";
import { testPorts } from "../ports.ts";

const days90 = 90 * 24 * hour;

test("what was closed longest ago is cleared first, however much there is, and the rest is kept", async () => {
  const { ports, clock } = testPorts();
  const closed = Array.from({ length: 130 }, (_, n) =>
    aPostedQuote({
      id: `closed-${n}`,
      reading: { status: "refused", reason: "binary" },
      request: aRequest({ at: noon + n * hour }),
    }),
  );
  for (const quote of [...closed, aQuote({ id: "open" })]) await ports.ledger.add(quote);
  clock.now = noon + 119 * hour + days90;

  await eraseClosed(ports);

  const names = await Promise.all(
    ["closed-0", "closed-119", "closed-120", "open"].map(
      async (id) => (await ports.ledger.find(id))?.file.name,
    ),
  );
  expect(names).toEqual(["", "", "The Lighthouse.txt", "The Lighthouse.txt"]);
  const left = await ports.ledger.list("erasable", "all", { offset: 0, limit: 100 });
  expect(left.map(({ id }) => id)).toEqual(
    Array.from({ length: 10 }, (_, n) => `closed-${n + 120}`),
  );
});
