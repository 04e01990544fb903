import { expect, test } from "vitest";

import {
  type Settings,
  defaultsFor,
  initialSettings,
  noDefaults,
} from "../../src/features/settings/rules/settings.ts";
import { createMemoryStore } from "../../src/store/open-store.ts";
import { openSmallStores } from "../../src/store/small-stores.ts";
import { serialise } from "../../src/store/store.ts";
import { watched } from "./stores.ts";

const capped: Settings = {
  ...initialSettings,
  policy: { ...initialSettings.policy, capPerApproval: 5000 },
  channels: { C0BOOKS: { ...noDefaults, targets: ["fr"], book: "Aaron" } },
};

test("a workspace that decided nothing goes on as before", async () => {
  expect(await openSmallStores(createMemoryStore()).settings.read("T1")).toEqual(initialSettings);
});

test("what was decided is read back, and holds in its own workspace alone", async () => {
  const store = createMemoryStore();
  await openSmallStores(store).settings.change("T1", () => capped);

  expect(await openSmallStores(store).settings.read("T1")).toEqual(capped);
  expect(await openSmallStores(store).settings.read("T2")).toEqual(initialSettings);
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

test("every setting reads back as it was decided", async () => {
  const defaults = { targets: ["fr", "de"], previewChars: 900, book: "Aaron" };
  const decided: Settings = {
    version: 1,
    policy: {
      selfApproval: "refused",
      secondApprovalAbove: 1,
      autoApprovalUpTo: 0,
      autoApprovalPerPersonDay: 1,
      autoApprovalPerMonth: 2,
      capPerApproval: 3,
      capPerChannelMonth: 4,
      lowBalance: 5,
      remindAfterHours: 0.5,
      quietHours: { from: 0, to: 23, zone: "Europe/Berlin" },
      askLanguage: "always",
      askEstimate: "never",
    },
    defaults: { ...defaults, delivery: "link" },
    channels: {
      C0BOOKS: { ...defaults, delivery: "file" },
      C0OTHER: { ...defaults, delivery: "both" },
    },
  };
  const { settings } = openSmallStores(createMemoryStore());

  await settings.change("T1", () => decided);

  expect(await settings.read("T1")).toEqual(decided);
});

test("a decision for what stands already writes nothing", async () => {
  const { store, asked } = watched(createMemoryStore());
  const { settings } = openSmallStores(store);
  await settings.change("T1", () => capped);

  await settings.change("T1", (before) => before);

  expect(asked).toHaveLength(1);
});

test.each([
  ["a limit below nothing", { policy: { ...capped.policy, capPerApproval: -1 } }],
  ["a limit that is no number", { policy: { ...capped.policy, secondApprovalAbove: "9" } }],
  ["another word on approving one's own", { policy: { ...capped.policy, selfApproval: "yes" } }],
  [
    "an hour that is none",
    { policy: { ...capped.policy, quietHours: { from: 0, to: 24, zone: "UTC" } } },
  ],
])("settings with %s are refused: nothing is approved by a guess", async (_, spoilt) => {
  const store = createMemoryStore();
  const after = serialise({ ...capped, ...spoilt });
  await store.commit([{ key: "settings:T1", before: undefined, after }]);

  await expect(openSmallStores(store).settings.read("T1")).rejects.toMatchObject({
    name: "ZodError",
  });
});

test("settings that cannot be read are never overwritten", async () => {
  const store = createMemoryStore();
  await store.commit([{ key: "settings:T1", before: undefined, after: serialise({}) }]);
  const { settings } = openSmallStores(store);

  await expect(settings.change("T1", () => capped)).rejects.toThrow(/version/u);
  expect(await store.read("settings:T1")).toBe(serialise({}));
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
