import { createHash } from "node:crypto";

import type { Language } from "../../../core/languages.ts";
import { type Defaults, type Policy, type Settings, noDefaults } from "./settings.ts";

/** What can be changed in one go: the policy, the defaults of the workspace and those of one channel. */
export type SettingsFields = Policy &
  Defaults & {
    readonly channelTargets: Defaults["targets"];
    readonly channelPreviewChars: Defaults["previewChars"];
    readonly channelBook: Defaults["book"];
    readonly channelDelivery?: Defaults["delivery"];
  };

export type SettingsField = keyof SettingsFields;

/** Names what somebody saw in each field, so that what others changed meanwhile can be told. */
export type Prints = Readonly<Record<string, string>>;

export type ChangeOutcome =
  | { readonly status: "changed"; readonly changes: readonly Change[] }
  | { readonly status: "unchanged" }
  /** Somebody else changed the same fields since they were seen: nothing was changed. */
  | {
      readonly status: "conflict";
      readonly fields: readonly SettingsField[];
      readonly now: SettingsFields;
    }
  /** Galley would approve by itself what one person alone could not; `limit` in credits. */
  | {
      readonly status: "contradiction";
      readonly by: "capPerApproval" | "secondApprovalAbove";
      readonly limit: number;
    };

export type Change = {
  readonly field: SettingsField;
  readonly before: SettingsFields;
  readonly after: SettingsFields;
};

type Wish = {
  readonly channel: string;
  readonly wanted: SettingsFields;
  /** Of the fields as they were shown. */
  readonly seen: Prints;
  /** What is on offer, so what was shown. */
  readonly languages: readonly Language[];
};

/** Changes what somebody changed against what they saw, and leaves what others did meanwhile alone. */
export function changeSettings(
  settings: Settings,
  { channel, wanted, seen, languages }: Wish,
): { readonly settings: Settings; readonly outcome: ChangeOutcome } {
  const now = fieldsOf(settings, channel);
  const [old, mine] = [printsOf(shownFields(now, languages)), printsOf(wanted)];
  const wished = settingsFields.filter((field) => mine[field] !== seen[field]);
  const changed = wished.filter((field) => mine[field] !== old[field]);
  const no = (outcome: ChangeOutcome) => ({ settings, outcome });
  const taken = changed.filter((field) => old[field] !== seen[field]);
  if (taken.length > 0) return no({ status: "conflict", fields: taken, now });
  if (changed.length === 0) return no({ status: "unchanged" });
  const after: SettingsFields = { ...now, ...only(wanted, changed) };
  const clash = contradictionIn(after);
  if (clash !== undefined) return no(clash);
  const changes = changed.map((field) => ({ field, before: now, after }));
  return {
    settings: withFields(settings, channel, after),
    outcome: { status: "changed", changes },
  };
}

export function fieldsOf({ policy, defaults, channels }: Settings, channel: string) {
  const own = channels[channel] ?? noDefaults;
  return {
    ...policy,
    ...defaults,
    channelTargets: own.targets,
    channelPreviewChars: own.previewChars,
    channelBook: own.book,
    channelDelivery: own.delivery,
  } satisfies SettingsFields;
}

/** Languages that are not on offer any more cannot be shown as chosen; they stay until somebody chooses anew. */
export function shownFields(
  fields: SettingsFields,
  languages: readonly Language[],
): SettingsFields {
  const codes = new Set(languages.map(({ code }) => code));
  const only = (targets: readonly string[] | undefined) => {
    const kept = targets?.filter((code) => codes.has(code));
    return kept?.length === 0 ? undefined : kept;
  };
  return { ...fields, targets: only(fields.targets), channelTargets: only(fields.channelTargets) };
}

export function printsOf(fields: SettingsFields): Prints {
  return Object.fromEntries(
    settingsFields.map((field) => {
      const hash = createHash("sha256").update(JSON.stringify(fields[field] ?? null));
      return [field, hash.digest("hex").slice(0, 12)];
    }),
  );
}

export const settingsFields = [
  "selfApproval",
  "secondApprovalAbove",
  "autoApprovalUpTo",
  "autoApprovalPerPersonDay",
  "autoApprovalPerMonth",
  "capPerApproval",
  "capPerChannelMonth",
  "lowBalance",
  "remindAfterHours",
  "quietHours",
  "askLanguage",
  "askEstimate",
  "targets",
  "previewChars",
  "book",
  "channelTargets",
  "channelPreviewChars",
  "channelBook",
  "delivery",
  "channelDelivery",
] as const satisfies readonly SettingsField[];

function only(fields: SettingsFields, names: readonly SettingsField[]): Partial<SettingsFields> {
  const wanted = new Set<string>(names);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => wanted.has(name)));
}

function contradictionIn(fields: SettingsFields): ChangeOutcome | undefined {
  const { autoApprovalUpTo: auto = 0 } = fields;
  for (const by of ["capPerApproval", "secondApprovalAbove"] as const) {
    const limit = fields[by];
    if (limit !== undefined && auto > limit) return { status: "contradiction", by, limit };
  }
  return undefined;
}

function withFields(settings: Settings, channel: string, fields: SettingsFields): Settings {
  const { channelTargets, channelPreviewChars, channelBook, channelDelivery, ...others } = fields;
  const { targets, previewChars, book, delivery, ...policy } = others;
  const own = {
    targets: channelTargets,
    previewChars: channelPreviewChars,
    book: channelBook,
    delivery: channelDelivery,
  };
  const isEmpty = Object.values(own).every((value) => value === undefined);
  const { [channel]: _, ...rest } = settings.channels;
  return {
    ...settings,
    policy,
    defaults: { targets, previewChars, book, delivery },
    channels: isEmpty ? rest : { ...rest, [channel]: own },
  };
}
