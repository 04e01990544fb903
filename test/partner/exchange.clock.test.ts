import { expect, test } from "vitest";

import { noon, second } from "../builders.ts";
import { aPartner } from "./a-partner.ts";

test("how far our clock is ahead of the partner’s is what its last answer says, whatever that was", async () => {
  const dates = [noon - 90 * second, noon + 30 * second];
  await using service = await aPartner(
    (_, reply) => reply.writeHead(503, { date: new Date(dates.shift() ?? 0).toUTCString() }).end(),
    { now: () => noon },
  );

  const before = service.partner.aheadMs();
  await service.partner.usage().catch(() => undefined);
  const first = service.partner.aheadMs();
  await service.partner.task("t").catch(() => undefined);

  expect([before, first, service.partner.aheadMs()]).toEqual([
    undefined,
    90 * second,
    -30 * second,
  ]);
});

test("it is not known where an answer tells no time, or none that can be read", async () => {
  const dates = [
    new Date(noon).toUTCString(),
    undefined,
    new Date(noon).toUTCString(),
    "yesterday",
  ];
  await using service = await aPartner(
    (_, reply) => {
      reply.sendDate = false;
      const date = dates.shift();
      reply.writeHead(503, date === undefined ? {} : { date }).end();
    },
    { now: () => noon },
  );

  const told = [];
  for (const _ of [1, 2, 3, 4]) {
    await service.partner.usage().catch(() => undefined);
    told.push(service.partner.aheadMs());
  }

  expect(told).toEqual([0, undefined, 0, undefined]);
});
