import { describe, expect, test } from "vitest";

import {
  type SettingsFields,
  changeSettings,
  fieldsOf,
  fingerprintsOf,
  shownFields,
  type Settings,
  initialSettings,
} from "#domain/settings/settings.ts";
import { defaultLanguages } from "#domain/settings/setup.ts";

const channel = "C0BOOKS";
const languages = defaultLanguages;
const before = fieldsOf(initialSettings, undefined);

function changing(
  changes: Partial<SettingsFields>,
  settings: Settings = initialSettings,
  seen: SettingsFields = before,
  channel?: string,
) {
  return changeSettings(settings, {
    channel,
    wanted: { ...seen, ...changes },
    seen: fingerprintsOf(shownFields(seen, languages)),
    languages,
  });
}

describe("somebody who changes settings", () => {
  test("changes these fields and no others", () => {
    const { settings, outcome } = changing({ capPerApproval: 50_000, book: "The Salt Clock" });

    expect(settings.policy).toEqual({ ...initialSettings.policy, capPerApproval: 50_000 });
    expect(settings.defaults).toMatchObject({ book: "The Salt Clock" });
    expect(outcome).toMatchObject({ status: "changed", fields: ["capPerApproval", "book"] });
  });

  test("of a channel leaves those of the workspace alone", () => {
    const { settings } = changing({ book: "The Salt Clock" }, initialSettings, {}, channel);

    expect(settings).toMatchObject({
      ...initialSettings,
      channels: { [channel]: { book: "The Salt Clock" } },
    });
  });

  test("switches off what they leave empty, and a channel without defaults is forgotten", () => {
    const capped = changing({ capPerApproval: 1 }).settings;
    const set = changing({ book: "A" }, capped, {}, channel).settings;

    const unset = changing({ book: undefined }, set, fieldsOf(set, channel), channel).settings;
    const { settings } = changing({ capPerApproval: undefined }, unset, fieldsOf(unset, undefined));

    expect(settings).toEqual(initialSettings);
  });

  test("keeps fields that only a later version knows", () => {
    const later = { later: ["kept"] };
    const { policy, defaults } = initialSettings;
    const settings = {
      ...initialSettings,
      policy: { ...policy, ...later },
      defaults: { ...defaults, ...later },
      channels: { [channel]: { ...defaults, ...later } },
    };

    const workspace = changing({ capPerApproval: 1, book: "A" }, settings).settings;
    const own = changing({ book: "A" }, settings, {}, channel).settings;

    expect(workspace).toMatchObject({ policy: later, defaults: later });
    expect(own.channels[channel]).toMatchObject({ book: "A", ...later });
  });

  test("leaves alone what others changed meanwhile", () => {
    const meanwhile = changing({ lowBalance: 7 }).settings;

    const { settings } = changing({ capPerApproval: 1 }, meanwhile);

    expect(settings.policy).toMatchObject({ lowBalance: 7, capPerApproval: 1 });
  });

  test("does not undo what others changed in the same field", () => {
    const meanwhile = changing({ lowBalance: 7 }).settings;

    const { settings, outcome } = changing({ lowBalance: 9, capPerApproval: 1 }, meanwhile);

    expect(settings).toBe(meanwhile);
    expect(outcome).toMatchObject({ status: "conflict", fields: ["lowBalance"] });
  });

  test("chooses anew where a language is not on offer any more, and keeps it where they do not", () => {
    const old = {
      ...initialSettings,
      defaults: { ...initialSettings.defaults, targets: ["xx", "fr"] },
    };
    const seen = shownFields(fieldsOf(old, undefined), languages);

    const other = changing({ lowBalance: 7 }, old, seen).settings;
    const chosen = changing({ targets: ["de"] }, old, seen).settings;

    expect(seen.targets).toEqual(["fr"]);
    expect(other.defaults.targets).toEqual(["xx", "fr"]);
    expect(chosen.defaults.targets).toEqual(["de"]);
  });

  test("changes nothing that the form did not show", () => {
    const set = changing({ lowBalance: 7 }).settings;
    const wanted = { ...before, lowBalance: 9 };

    const { outcome } = changeSettings(set, { wanted, seen: {}, languages });

    expect(outcome).toEqual({ status: "unchanged" });
  });

  test.each(["capPerApproval", "secondApprovalAbove"] as const)(
    "cannot let Galley approve by itself above %s, whoever set that",
    (by) => {
      const meanwhile = changing({ [by]: 4000 }).settings;

      expect(changing({ autoApprovalUpTo: 4001 }, meanwhile).outcome).toEqual({
        status: "contradiction",
        limit: 4000,
      });
      expect(changing({ autoApprovalUpTo: 4000 }, meanwhile).outcome.status).toBe("changed");
    },
  );
});
