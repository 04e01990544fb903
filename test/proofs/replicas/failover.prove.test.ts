import { describe, expect, test, vi } from "vitest";

import { estimated, hurries, orders, quoted } from "../../journeys/deeds.ts";
import { openGalley } from "../../journeys/galley.ts";
import { patience } from "../../patience.ts";
import { failoverOrders, openFailover } from "../../redis-failover.ts";
import { canRunRedis } from "../../redis-server.ts";
import { aService } from "../../service/running.ts";

describe.runIf(canRunRedis("the failover of Redis"))("a Redis that is demoted", () => {
  test.for(failoverOrders)(
    "is left for the new primary and nothing is sent twice: %s, %s",
    async ([order]) => {
      await using redis = await openFailover();
      await using galley = await openGalley({ env: { STORE_URL: redis.url } });
      const { post, card } = await quoted(galley);
      // A card whose post is not recorded yet is looked for in Slack first, a minute later.
      await estimated(galley, card);

      await redis.demote(order);

      await vi.waitFor(
        async () => {
          await galley.slack.people.ana.clicks(card, "quote.approve").catch(() => undefined);
          expect(
            galley
              .replies(post)
              .map((one) => galley.drawn(one))
              .join(),
          ).toMatch(/Translating…|Done/u);
        },
        { ...patience, interval: 1000 },
      );
      // The partner is asked once a while: that is no matter of Redis.
      hurries(galley);
      await galley.passing(1000, () =>
        galley.replies(post).find((one) => galley.drawn(one).includes("Done")),
      );
      expect((await orders(galley)).tasks).toHaveLength(1);
    },
  );

  test.for(failoverOrders)(
    "is left by the service and a book that runs is charged once: %s, %s",
    async ([order]) => {
      await using redis = await openFailover();
      await using service = await aService({ env: { SERVICE_STORE: redis.url } });
      const book = Array.from({ length: 2000 }, (_, n) => `The lamp ${n} was lit.`).join("\n\n");
      const running = await service.task({ file: book });

      await redis.demote(order);
      const after = await vi.waitFor(
        async () => {
          const answer = await service.task({ file: "It rained." });
          expect(answer.status).toBeLessThan(300);
          return answer;
        },
        { ...patience, interval: 500 },
      );

      for (const { data } of [running, after]) {
        expect(await service.ended(data["task_id"])).toMatchObject({ status: "completed" });
      }
      const { data } = await service.call("/usage");
      expect(data["period_used_credits"]).toBe(book.length + "It rained.".length);
    },
  );
});
