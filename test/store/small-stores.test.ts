import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod";

import { firstInquiries, inquiriesSchema } from "#domain/estimate/inquiries.ts";
import {
  type TermBase,
  emptyTermBase,
  glossaryHash,
  termBaseSchema,
  withEdits,
} from "#domain/glossary/glossary.ts";
import {
  type Settings,
  defaultsFor,
  initialSettings,
  noDefaults,
  settingsSchema,
} from "#domain/settings/settings.ts";
import { accountSchema, newAccount } from "#domain/spending/account.ts";
import { createMemoryStore } from "#store/open-store.ts";
import { openSmallStores } from "#store/small-stores.ts";
import { type CasStore, serialise } from "#store/store.ts";

import { arbitraryOf } from "../arbitraries/of-schema.ts";
import { watched } from "./stores.ts";

const capped: Settings = {
  ...initialSettings,
  policy: { ...initialSettings.policy, capPerApproval: 5000 },
  channels: { C0BOOKS: { ...noDefaults, targets: ["fr"], book: "Aaron" } },
};

type Small<T> = {
  readonly kind: string;
  readonly schema: z.ZodType<T>;
  readonly initial: T;
  readonly open: (store: CasStore) => {
    readonly change: (name: string, next: () => T) => Promise<unknown>;
    readonly read: (name: string) => Promise<T>;
  };
};

function readsBack<T>({ kind, schema, initial, open }: Small<T>): void {
  test(`${kind} read back as they were written, under their own name alone`, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryOf(schema), async (written) => {
        const records = open(createMemoryStore());

        await records.change("own", () => written);

        expect(await records.read("own")).toEqual(written);
        expect(await records.read("another")).toEqual(initial);
      }),
    );
  });
}

/** Those of a merged book are read where they were moved to. */
const ownTerms: z.ZodType<TermBase> = termBaseSchema.omit({ movedTo: true });

describe("whatever it is,", () => {
  readsBack({
    kind: "settings",
    schema: settingsSchema,
    initial: initialSettings,
    open: (store) => openSmallStores(store).settings,
  });
  readsBack({
    kind: "terms",
    schema: ownTerms,
    initial: emptyTermBase,
    open: (store) => openSmallStores(store).terms,
  });
  readsBack({
    kind: "accounts",
    schema: accountSchema,
    initial: newAccount,
    open: (store) => openSmallStores(store).accounts,
  });
  readsBack({
    kind: "inquiries",
    schema: inquiriesSchema,
    initial: firstInquiries,
    open: (store) => openSmallStores(store).inquiries,
  });
});

const account = { ...newAccount, reading: { balance: 1, used: 1, at: 1 } };
const reservation = { key: "k", quoteId: "q", workspace: "T", channel: "C", price: 1, at: 1 };

describe("a record is never taken for what it is not, and never overwritten:", () => {
  test.each([
    ["nothing at all", {}],
    ["a version of the future", { ...account, version: 2 }],
    ["no reservations", { ...account, reservations: undefined }],
    [
      "a reservation without its price",
      { ...account, reservations: [{ ...reservation, price: undefined }] },
    ],
    ["a reservation without its key", { ...account, reservations: [{ ...reservation, key: "" }] }],
    ["a reading without its balance", { ...account, reading: { used: 1, at: 1 } }],
    ["no sum of what was spent", { ...account, recorded: undefined }],
    ["a month that is no number", { ...account, spent: { "2026-11/T/C": "12" } }],
  ])("an account with %s", async (_, stored) => {
    const { store, stores } = await holding("account:own", stored);

    await expect(stores.accounts.read("own")).rejects.toMatchObject({
      name: "UnreadableRecordError",
    });
    await expect(stores.accounts.change("own", () => newAccount)).rejects.toMatchObject({
      name: "UnreadableRecordError",
    });

    expect(await store.read("account:own")).toBe(serialise(stored));
  });

  test.each([
    ["nothing at all", { version: undefined }],
    ["a limit below nothing", { policy: { ...capped.policy, capPerApproval: -1 } }],
    ["a limit that is no number", { policy: { ...capped.policy, secondApprovalAbove: "9" } }],
    ["another word on approving one's own", { policy: { ...capped.policy, selfApproval: "yes" } }],
    [
      "an hour that is none",
      { policy: { ...capped.policy, quietHours: { from: 0, to: 24, zone: "UTC" } } },
    ],
  ])("settings with %s: nothing is approved by a guess", async (_, spoilt) => {
    const { store, stores } = await holding("settings:T1", { ...capped, ...spoilt });

    await expect(stores.settings.read("T1")).rejects.toMatchObject({
      name: "UnreadableRecordError",
    });
    await expect(stores.settings.change("T1", () => capped)).rejects.toMatchObject({
      name: "UnreadableRecordError",
    });

    expect(await store.read("settings:T1")).toBe(serialise({ ...capped, ...spoilt }));
  });
});

async function holding(key: string, stored: unknown) {
  const store = createMemoryStore();
  await store.commit([{ key, before: undefined, after: serialise(stored) }]);
  return { store, stores: openSmallStores(store) };
}

test("a term is kept under any name, also one that every object has", async () => {
  const { terms } = openSmallStores(createMemoryStore());
  const names = ["__proto__", "constructor", "toString"];

  await terms.change("T1/workspace", (base) =>
    withEdits(
      base,
      "de",
      names.map((source) => ({ source, target: `${source}-de` })),
      "U1",
    ),
  );
  const kept = await terms.read("T1/workspace");

  expect(Object.entries(kept.terms).map(([source, { de }]) => [source, de?.target])).toEqual(
    names.map((source) => [source, `${source}-de`]),
  );
});

test("of two admins who decide at once neither undoes the other", async () => {
  const { settings } = openSmallStores(createMemoryStore());
  const decide = (policy: Partial<Settings["policy"]>) =>
    settings.change("T1", (before) => ({ ...before, policy: { ...before.policy, ...policy } }));
  await Promise.all([decide({ capPerApproval: 5000 }), decide({ lowBalance: 100 })]);

  expect((await settings.read("T1")).policy).toMatchObject({
    capPerApproval: 5000,
    lowBalance: 100,
  });
});

test("a decision for what stands already writes nothing", async () => {
  const { store, asked } = watched(createMemoryStore());
  const { settings } = openSmallStores(store);
  await settings.change("T1", () => capped);

  await settings.change("T1", (before) => before);

  expect(asked).toHaveLength(1);
});

test("a channel's own default comes before that of the workspace", () => {
  const settings = { ...capped, defaults: { ...noDefaults, targets: ["de"], previewChars: 900 } };

  expect(defaultsFor(settings, "C0BOOKS")).toEqual({
    targets: ["fr"],
    previewChars: 900,
    book: "Aaron",
  });
  expect(defaultsFor(settings, "C0OTHER").targets).toEqual(["de"]);
});

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
