import { describe, expect, test } from "vitest";

import { createDedupStore } from "#store/small-stores.ts";

import { hour, noon } from "../builders.ts";
import { aBrokenStore, stores } from "./stores.ts";

const day = 24 * hour;

describe.each(stores)("what people should be told once, in %s,", (_, open) => {
  test("is told by one replica, and again only when the time is over", async () => {
    await using opened = await open();
    let now = noon;
    const askers = [1, 2, 3].map(() => createDedupStore(opened.store).at(() => now).first);
    const ask = () => Promise.all(askers.map((once) => once("low-balance", hour)));

    const first = await ask();
    now += hour - 1;
    const soon = await ask();
    now += 1;
    const later = await ask();

    expect(first.filter(Boolean)).toHaveLength(1);
    expect(soon).toEqual([false, false, false]);
    expect(later.filter(Boolean)).toHaveLength(1);
  });

  test("is not silenced for longer by a clock that was ahead", async () => {
    await using opened = await open();

    expect(
      await createDedupStore(opened.store)
        .at(() => noon + day)
        .first("low-balance", hour),
    ).toBe(true);
    expect(
      await createDedupStore(opened.store)
        .at(() => noon)
        .first("low-balance", hour),
    ).toBe(true);
  });

  test("leaves nothing in the store once its time is over", async () => {
    await using opened = await open();
    const marks = createDedupStore(opened.store);
    const at = marks.at(() => noon);
    await Promise.all([at.first("short", hour), at.first("long", day)]);

    await marks.sweep(noon + hour);

    expect(await opened.store.get("once:short")).toBeUndefined();
    expect(await at.has("long")).toBe(true);
  });

  test("does not keep back anything else", async () => {
    await using opened = await open();
    const once = createDedupStore(opened.store).at(() => noon).first;

    expect(await once("low-balance", hour)).toBe(true);
    expect(await once("key-refused", hour)).toBe(true);
  });
});

test("a store that cannot be asked is no yes", async () => {
  const once = createDedupStore(aBrokenStore()).at(() => noon).first;

  await expect(once("low-balance", hour)).rejects.toThrow("the store is down");
});
