import { expect, test } from "vitest";

import {
  type Settings,
  defaultsFor,
  initialSettings,
  noDefaults,
} from "../../src/domain/approval/settings.ts";
import { createMemoryStore } from "../../src/ledger/memory-store.ts";
import { createSettings } from "../../src/ledger/settings.ts";

const capped: Settings = {
  ...initialSettings,
  policy: { ...initialSettings.policy, capPerApproval: 5000 },
  channels: { C0BOOKS: { ...noDefaults, targets: ["fr"], book: "Aaron" } },
  delegations: [{ from: "U0ANA", to: "U0BEN", until: 5 }],
};

test("a workspace that decided nothing goes on as before", async () => {
  expect(await createSettings(createMemoryStore()).read("T1")).toEqual(initialSettings);
});

test("what was decided is read back, and holds in its own workspace alone", async () => {
  const store = createMemoryStore();
  await createSettings(store).change("T1", () => capped);

  expect(await createSettings(store).read("T1")).toEqual(capped);
  expect(await createSettings(store).read("T2")).toEqual(initialSettings);
});

test("of two admins who decide at once neither undoes the other", async () => {
  const settings = createSettings(createMemoryStore());
  const decide = (policy: Partial<Settings["policy"]>) =>
    settings.change("T1", (before) => ({ ...before, policy: { ...before.policy, ...policy } }));
  await Promise.all([decide({ capPerApproval: 5000 }), decide({ lowBalance: 100 })]);

  expect((await settings.read("T1")).policy).toMatchObject({
    capPerApproval: 5000,
    lowBalance: 100,
  });
});

test("settings that cannot be read are never overwritten", async () => {
  const store = createMemoryStore();
  await store.swap({ key: "settings:T1", before: undefined, after: "{}", remove: [], add: [] });
  const settings = createSettings(store);

  await expect(settings.change("T1", () => capped)).rejects.toThrow(/version/u);
  expect(await store.read("settings:T1")).toBe("{}");
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
