import { expect, test } from "vitest";

import { eraseClosed } from "../../../src/features/records/actions/erase-closed.ts";
import { aPostedQuote, aQuote, hour, noon, aRequest } from "../../builders.ts";
import { aDesk } from "../desk.ts";

const days90 = 90 * 24 * hour;

test("what was closed longest ago is cleared first, however much there is, and the rest is kept", async () => {
  const { desk, clock } = aDesk();
  const closed = Array.from({ length: 130 }, (_, n) =>
    aPostedQuote({
      id: `closed-${n}`,
      reading: { status: "refused", reason: "binary" },
      request: aRequest({ at: noon + n * hour }),
    }),
  );
  for (const quote of [...closed, aQuote({ id: "open" })]) await desk.ledger.add(quote);
  clock.now = noon + 119 * hour + days90;

  await eraseClosed(desk);

  const names = await Promise.all(
    ["closed-0", "closed-119", "closed-120", "open"].map(
      async (id) => (await desk.ledger.find(id))?.file.name,
    ),
  );
  expect(names).toEqual(["", "", "The Lighthouse.txt", "The Lighthouse.txt"]);
  const left = await desk.ledger.list("erasable", "all", { offset: 0, limit: 100 });
  expect(left.map(({ id }) => id)).toEqual(
    Array.from({ length: 10 }, (_, n) => `closed-${n + 120}`),
  );
});
