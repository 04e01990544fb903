import { expect, test } from "vitest";

import { glossaryHash } from "../../src/features/glossary/rules/glossary.ts";
import { createMemoryStore } from "../../src/store/open-store.ts";
import { openSmallStores } from "../../src/store/small-stores.ts";
import { serialise } from "../../src/store/store.ts";

test("a glossary reads back as it was kept, odd names and all, and is kept once", async () => {
  const { glossaries } = openSmallStores(createMemoryStore());
  const glossary = Object.fromEntries([
    ["__proto__", "a"],
    ["constructor", "b"],
    ["10", "c"],
    ["é", "d"],
  ]);

  const hash = await glossaries.keep(glossary);
  await glossaries.keep(Object.fromEntries(Object.entries(glossary).toReversed()));
  const found = await glossaries.find(hash);

  expect(hash).toBe(glossaryHash(glossary));
  expect(found && new Map(Object.entries(found))).toEqual(new Map(Object.entries(glossary)));
  expect(await glossaries.find("other")).toBeUndefined();
});

test("a glossary that is not what its name says is not sent", async () => {
  const store = createMemoryStore();
  const { glossaries } = openSmallStores(store);
  const hash = await glossaries.keep({ Aaron: "Aron" });
  const before = await store.read(`glossary:${hash}`);
  const after = serialise([["Aaron", "Eron"]]);
  await store.commit([{ key: `glossary:${hash}`, before, after }]);

  await expect(glossaries.find(hash)).rejects.toThrow("is another");
});
