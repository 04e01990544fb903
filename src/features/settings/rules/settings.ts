import { createHash } from "node:crypto";

import { z } from "zod";

import { type ReadonlyOf, maybe, optional } from "../../../core/fields.ts";
import type { Language } from "../../../core/languages.ts";

/** How a finished translation is delivered: as a link on demand, a file in the thread, or both. */
export const deliveryWays = ["link", "file", "both"] as const;
export type DeliveryWay = (typeof deliveryWays)[number];

/** Whether the partner is asked, even if it costs; undefined: only while free. */
export const inquiryRules = ["always", "never"] as const;
export type InquiryRule = (typeof inquiryRules)[number];

const credits = z.number().nonnegative();
const hour = z.int().min(0).max(23);
const id = z.string().min(1);

/** Hours without reminders, from one full hour to another, 0 to 23, in an IANA time zone. */
export type QuietHours = ReadonlyOf<typeof quietHours>;
const quietHours = z.object({ from: hour, to: hour, zone: id });

/** Spending limits, and the treatment of waiting quotes. */
export type Policy = ReadonlyOf<typeof policySchema>;
export const policySchema = z.object({
  /** Whether an approver may approve their own requests. */
  selfApproval: z.enum(["allowed", "refused"]),
  /** Prices above this need a second, different approver. */
  secondApprovalAbove: maybe(credits),
  /** Up to this price Galley approves a translation by itself. */
  autoApprovalUpTo: maybe(credits),
  /**
   * Limits of automatic approval for one person in a day and for the workspace in a month (UTC);
   * both or it is off.
   */
  autoApprovalPerPersonDay: maybe(credits),
  autoApprovalPerMonth: maybe(credits),
  /** The highest price that can be approved. */
  capPerApproval: maybe(credits),
  /** The most that a channel can spend in a calendar month (UTC). */
  capPerChannelMonth: maybe(credits),
  /** The admins are warned when the balance falls below this. */
  lowBalance: maybe(credits),
  /** Hours after which the approvers are reminded of a waiting quote. */
  remindAfterHours: maybe(z.number().positive()),
  quietHours: maybe(quietHours),
  /** Whether the partner is asked for the language of a text. */
  askLanguage: maybe(z.enum(inquiryRules)),
  /** Whether the partner is asked for an estimate. */
  askEstimate: maybe(z.enum(inquiryRules)),
  /** Italics, bold and links in documents; undefined: kept, by marks that cost credits. */
  emphasis: optional(z.literal("lost")),
});

/** Defaults for a posted manuscript whose request names nothing else. */
export type Defaults = ReadonlyOf<typeof defaultsSchema>;
export const defaultsSchema = z.object({
  /** Language codes; the first is the first card's, and each further one gets a card of its own. */
  targets: maybe(z.array(id)),
  /** Code points. */
  previewChars: maybe(z.int().positive()),
  /** The book or series that manuscripts belong to. */
  book: maybe(z.string()),
  /** How finished translations are delivered; undefined: as links. */
  delivery: maybe(z.enum(deliveryWays)),
});

/**
 * The settings that the admins of a workspace made in Slack; undefined where nobody decided.
 * Credits are whole numbers, people and channels are Slack ids.
 */
export type Settings = ReadonlyOf<typeof settingsSchema>;
export const settingsSchema = z.object({
  version: z.literal(1),
  policy: policySchema,
  defaults: defaultsSchema,
  /** Defaults of a channel, which win over those of the workspace. */
  channels: z.record(z.string(), defaultsSchema),
  /** People who want a direct message for each request. */
  notify: optional(z.array(id)),
});

export const noDefaults: Defaults = defaultsSchema.parse({});

/** Listed approvers may approve at any price, and are reminded. */
export const initialSettings: Settings = settingsSchema.parse({
  version: 1,
  policy: { selfApproval: "allowed", remindAfterHours: 4 },
  defaults: {},
  channels: {},
});

/** Returns the defaults of a channel: its own, else those of the workspace. */
export function defaultsFor({ defaults, channels }: Settings, channel: string): Defaults {
  const own = Object.entries(channels[channel] ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(own) };
}

/** Defaults of one channel have names of their own, apart from those of the workspace. */
const fieldsSchema = z.object({
  ...policySchema.shape,
  ...defaultsSchema.shape,
  channelTargets: defaultsSchema.shape.targets,
  channelPreviewChars: defaultsSchema.shape.previewChars,
  channelBook: defaultsSchema.shape.book,
  channelDelivery: defaultsSchema.shape.delivery,
});

/** All settings of one form: the policy, the defaults of the workspace and those of one channel. */
export type SettingsFields = ReadonlyOf<typeof fieldsSchema>;

export type SettingsField = keyof SettingsFields;

export const settingsFields: readonly SettingsField[] = fieldsSchema.keyof().options;

export type SomeFields = ReadonlyOf<typeof someSchema>;
const someSchema = fieldsSchema.partial();

/** @throws ZodError for values that no setting can have. */
export function readSome(values: Readonly<Record<string, unknown>>): SomeFields {
  return someSchema.parse(values);
}

/** A hash of each field as it was shown, to detect changes by others since. */
export type Prints = Readonly<Record<string, string>>;

export type ChangeOutcome =
  | { readonly status: "changed"; readonly changes: readonly Change[] }
  | { readonly status: "unchanged" }
  /** Somebody else changed the same fields since they were shown: nothing was changed. */
  | {
      readonly status: "conflict";
      readonly fields: readonly SettingsField[];
      readonly now: SettingsFields;
    }
  /** Galley would approve more by itself than one person may alone; `limit` in credits. */
  | { readonly status: "contradiction"; readonly limit: number };

export type Change = {
  readonly field: SettingsField;
  readonly before: SettingsFields;
  readonly after: SettingsFields;
};

type Wish = {
  readonly channel: string;
  readonly wanted: SomeFields;
  /** The fields that were shown, as they were then. Only these can change. */
  readonly seen: Prints;
  /** The languages on offer, which limit what was shown. */
  readonly languages: readonly Language[];
};

/** Applies the fields that differ from what was shown; changes that others made meanwhile stay. */
export function changeSettings(
  settings: Settings,
  { channel, wanted, seen, languages }: Wish,
): { readonly settings: Settings; readonly outcome: ChangeOutcome } {
  const now = fieldsOf(settings, channel);
  const [old, mine] = [printsOf(shownFields(now, languages)), printsOf(wanted)];
  const wished = settingsFields.filter(
    (field) => seen[field] !== undefined && mine[field] !== seen[field],
  );
  const changed = wished.filter((field) => mine[field] !== old[field]);
  const no = (outcome: ChangeOutcome) => ({ settings, outcome });
  const taken = changed.filter((field) => old[field] !== seen[field]);
  if (taken.length > 0) return no({ status: "conflict", fields: taken, now });
  if (changed.length === 0) return no({ status: "unchanged" });
  const wishes = Object.fromEntries(changed.map((field) => [field, wanted[field]]));
  const after = fieldsSchema.parse({ ...now, ...wishes });
  const clash = contradictionIn(after);
  if (clash !== undefined) return no(clash);
  const changes = changed.map((field) => ({ field, before: now, after }));
  return {
    settings: withFields(settings, channel, after),
    outcome: { status: "changed", changes },
  };
}

export function fieldsOf({ policy, defaults, channels }: Settings, channel: string) {
  const own = Object.entries(channels[channel] ?? noDefaults);
  const named = own.map(([field, value]) => [ofChannel(field), value] as const);
  return fieldsSchema.parse({ ...policy, ...defaults, ...Object.fromEntries(named) });
}

function ofChannel(field: string): string {
  return `channel${field.slice(0, 1).toUpperCase()}${field.slice(1)}`;
}

/** Languages no longer on offer are left out; they stay saved until somebody chooses again. */
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

export function printsOf(
  fields: SomeFields,
  names: readonly SettingsField[] = settingsFields,
): Prints {
  return Object.fromEntries(
    names.map((field) => {
      const hash = createHash("sha256").update(JSON.stringify(fields[field] ?? null));
      return [field, hash.digest("hex").slice(0, 12)];
    }),
  );
}

function contradictionIn(fields: SettingsFields): ChangeOutcome | undefined {
  const { autoApprovalUpTo: auto = 0, capPerApproval = auto, secondApprovalAbove = auto } = fields;
  const limit = Math.min(capPerApproval, secondApprovalAbove);
  return auto > limit ? { status: "contradiction", limit } : undefined;
}

/** Words a change for the audit log, which holds no text that people wrote. */
export function auditWords({ field, before, after }: Change, channel: string): string {
  const isBook = field === "book" || field === "channelBook";
  const words = ({ [field]: value }: SettingsFields) =>
    value === undefined ? "none" : isBook ? "a book" : JSON.stringify(value);
  const where = field.startsWith("channel") ? ` (${channel})` : "";
  return `${field}${where}: ${words(before)} → ${words(after)}`;
}

function withFields(settings: Settings, channel: string, fields: SettingsFields): Settings {
  const values = new Map<string, unknown>(Object.entries(fields));
  const names = defaultsSchema.keyof().options;
  const own = Object.fromEntries(names.map((name) => [name, values.get(ofChannel(name))]));
  const isEmpty = Object.values(own).every((value) => value === undefined);
  const { [channel]: _, ...rest } = settings.channels;
  return {
    ...settings,
    policy: policySchema.parse(fields),
    defaults: defaultsSchema.parse(fields),
    channels: isEmpty ? rest : { ...rest, [channel]: defaultsSchema.parse(own) },
  };
}
