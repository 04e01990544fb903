import { describe, test, vi } from "vitest";

import { createRedisStore } from "#store/redis-store.ts";
import type { RedisClient } from "#store/redis.ts";

import { patience } from "../../patience.ts";
import { canRunRedis, connectTo, startRedisServer } from "../../redis-server.ts";
import type { Column } from "./columns.ts";
import { cellsOf, noTrouble } from "./matrix.ts";
import { openRedisWire } from "./redis-wire.ts";

const key = "quote:1";
const named = `galley::${key}`;
const swapping = { key };

describe.runIf(canRunRedis("a store whose Redis fails in the middle of a call"))("Redis", () => {
  describe("get", () => {
    test.for(cellsOf("Redis get"))("%s: %s", async ([column, expected], { expect }) => {
      await using galley = await aGalley();

      await galley.strike(column, "GET");
      const [read] = await Promise.allSettled([galley.store.read(key)]);
      await galley.heal();

      expect(read).toMatchObject(
        expected === noTrouble ? { value: "one" } : { status: "rejected" },
      );
      expect(await galley.store.read(key)).toBe("one");
    });
  });

  describe("compare-and-set", () => {
    test.for(cellsOf("Redis CAS"))("%s: %s", async ([column, expected], { expect }) => {
      await using galley = await aGalley();

      await galley.strike(column, "EVAL");
      const first = { ...swapping, before: "one", after: "two" };
      const [swap] = await Promise.allSettled([galley.store.commit([first])]);
      await galley.heal();
      const stands = await galley.store.read(key);

      expect(swap).toMatchObject(expected === noTrouble ? { value: true } : { status: "rejected" });
      expect(expected === noTrouble ? ["two"] : ["one", "two"]).toContain(stands);
      // The next commit has to start from the current record. The first one, repeated, changes
      // nothing.
      expect(await galley.store.commit([{ ...swapping, before: stands, after: "three" }])).toBe(
        true,
      );
      expect(await galley.store.commit([first])).toBe(false);
      expect(await galley.store.read(key)).toBe("three");
    });
  });
});

/** Opens a store with one record, behind a wire that can be disturbed. */
async function aGalley() {
  const server = await startRedisServer();
  const wire = await openRedisWire(server.url);
  const [redis, direct] = [await connectTo(wire), await connectTo(server)];
  const store = await createRedisStore(redis);
  await store.commit([{ ...swapping, before: undefined, after: "one" }]);
  return {
    store,
    strike: async (column: Column, word: string) => {
      if (column === "refused") await wire.shut();
      else if (column === "HTML") wire.turnIntoPage();
      else if (column === "wrong type") await direct.call(mistype);
      else wire.disturb(column, word);
    },
    /** Resolves when Redis answers again. */
    heal: async () => {
      await wire.heal();
      await direct.call(correct);
      await vi.waitFor(() => store.ping(), patience);
    },
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await direct.close();
      await wire.shut();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Puts a list where a text belongs. */
const mistype = (client: RedisClient) =>
  client.multi().rename(named, "kept").rPush(named, "no text").exec();

const correct = async (client: RedisClient) => {
  if ((await client.exists("kept")) === 1) await client.rename("kept", named);
};
