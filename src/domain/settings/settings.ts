import { z } from "zod";

import { digestOf, type ReadonlyOf, maybe, optional, stored } from "#domain/fields.ts";

import type { Language } from "./setup.ts";

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
const quietHours = stored({ from: hour, to: hour, zone: id });

/** Whether a setting is the workspace's, a conversation's, or both: then the conversation's wins. */
type Scope = "workspace" | "conversation" | "both";

const ofWorkspace = <Schema extends z.ZodType>(schema: Schema) =>
  ({ scope: "workspace", schema }) as const;
const ofConversation = <Schema extends z.ZodType>(schema: Schema) =>
  ({ scope: "conversation", schema }) as const;
const ofBoth = <Schema extends z.ZodType>(schema: Schema) => ({ scope: "both", schema }) as const;

/** All settings of admins. Record, forms and command follow from a row. Credits are whole numbers. */
export const settingRows = {
  selfApproval: ofWorkspace(z.enum(["allowed", "refused"])),
  capPerApproval: ofWorkspace(maybe(credits)),
  /** Prices above this need a second, different approver. */
  secondApprovalAbove: ofWorkspace(maybe(credits)),
  /** Up to this price Galley approves a translation by itself. */
  autoApprovalUpTo: ofWorkspace(maybe(credits)),
  /** For a person's day and a workspace's month (UTC); without both nothing is automatic. */
  autoApprovalPerPersonDay: ofWorkspace(maybe(credits)),
  autoApprovalPerMonth: ofWorkspace(maybe(credits)),
  /** The most that a channel can spend in a calendar month (UTC). */
  capPerChannelMonth: ofWorkspace(maybe(credits)),
  lowBalance: ofWorkspace(maybe(credits)),
  remindAfterHours: ofWorkspace(maybe(z.number().positive())),
  quietHours: ofWorkspace(maybe(quietHours)),
  /** Language codes; the first is the first card's, and each further one gets a card of its own. */
  targets: ofBoth(maybe(z.array(id))),
  /** Code points. */
  previewChars: ofBoth(maybe(z.int().positive())),
  book: ofBoth(maybe(z.string())),
  /** How finished translations are delivered; undefined: as links. */
  delivery: ofBoth(maybe(z.enum(deliveryWays)).catch(undefined)),
  /** Which manuscripts get a card by their post; undefined: all. Direct messages always do. */
  answers: ofConversation(optional(z.literal("mentioned"))),
  askLanguage: ofWorkspace(maybe(z.enum(inquiryRules))),
  askEstimate: ofWorkspace(maybe(z.enum(inquiryRules))),
  /** Italics, bold and links in documents; undefined: kept, by marks that cost credits. */
  emphasis: ofWorkspace(optional(z.literal("lost"))),
} as const satisfies Readonly<Record<string, { scope: Scope; schema: z.ZodType }>>;

/** True for a setting that only a conversation has. */
export function isOfConversation(field: SettingsField): boolean {
  return settingRows[field].scope === "conversation";
}

type Rows = typeof settingRows;
type ShapeOf<Wanted extends Scope> = {
  [
    Field in keyof Rows as Rows[Field]["scope"] extends Wanted ? Field : never
  ]: Rows[Field]["schema"];
};

function shapeOf<Wanted extends Scope>(...scopes: readonly Wanted[]): ShapeOf<Wanted> {
  const rows = Object.entries(settingRows).filter(([, { scope }]) =>
    new Set<Scope>(scopes).has(scope),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows of a constant
  return Object.fromEntries(rows.map(([field, { schema }]) => [field, schema])) as ShapeOf<Wanted>;
}

const policySchema = stored(shapeOf("workspace"));
export type Policy = ReadonlyOf<typeof policySchema>;

/** Defaults for a posted manuscript whose request names nothing else. */
const defaultsSchema = stored(shapeOf("both"));
const conversationSchema = stored(shapeOf("both", "conversation"));
export type Defaults = ReadonlyOf<typeof conversationSchema>;

/** What admins set in Slack; undefined where nobody decided. Credits are whole numbers. */
export type Settings = ReadonlyOf<typeof settingsSchema>;
export const settingsSchema = stored({
  version: z.literal(1),
  policy: policySchema,
  defaults: defaultsSchema,
  /** Defaults of a channel, which win over those of the workspace. */
  channels: z.record(z.string(), conversationSchema),
  /** People who want a direct message for each request. */
  notify: optional(z.array(id)),
});

export const noDefaults: Defaults = conversationSchema.parse({});

/** Listed approvers may approve at any price, and are reminded. */
export const initialSettings: Settings = settingsSchema.parse({
  version: 1,
  policy: { selfApproval: "allowed", remindAfterHours: 4 },
  defaults: {},
  channels: {},
});

export function defaultsFor({ defaults, channels }: Settings, channel: string): Defaults {
  const own = Object.entries(channels[channel] ?? {}).filter(([, value]) => value !== undefined);
  return { ...noDefaults, ...defaults, ...Object.fromEntries(own) };
}

/** The fields of one form: all of the workspace, or the defaults of one channel. */
export const fieldsSchema = z.object(shapeOf("workspace", "both", "conversation")).partial();
export type SettingsFields = ReadonlyOf<typeof fieldsSchema>;

export type SettingsField = keyof SettingsFields;

export const settingsFields: readonly SettingsField[] = fieldsSchema.keyof().options;

export type Prints = Readonly<Record<string, string>>;

export type ChangeOutcome =
  | ({ readonly status: "changed"; readonly fields: readonly SettingsField[] } & FieldsChange)
  | { readonly status: "unchanged" }
  /** Somebody else changed the same fields since they were shown: nothing was changed. */
  | {
      readonly status: "conflict";
      readonly fields: readonly SettingsField[];
      readonly now: SettingsFields;
    }
  /** Galley would approve more by itself than one person may alone; `limit` in credits. */
  | { readonly status: "contradiction"; readonly limit: number };

type FieldsChange = { readonly before: SettingsFields; readonly after: SettingsFields };

export type Wish = {
  /** The channel whose defaults are changed; undefined for the settings of the workspace. */
  readonly channel?: string | undefined;
  readonly wanted: SettingsFields;
  /** The fields that were shown, as they were then. Only these can change. */
  readonly seen: Prints;
  readonly languages: readonly Language[];
};

/** Applies the fields that differ from what was shown; changes that others made meanwhile stay. */
export function changeSettings(
  settings: Settings,
  { channel, wanted, seen, languages }: Wish,
): { readonly settings: Settings; readonly outcome: ChangeOutcome } {
  const now = fieldsOf(settings, channel);
  const [old, mine] = [fingerprintsOf(shownFields(now, languages)), fingerprintsOf(wanted)];
  const edits = settingsFields.filter(
    (field) => field in wanted && field in seen && ![seen[field], old[field]].includes(mine[field]),
  );
  const no = (outcome: ChangeOutcome) => ({ settings, outcome });
  const conflicts = edits.filter((field) => old[field] !== seen[field]);
  if (conflicts.length > 0) return no({ status: "conflict", fields: conflicts, now });
  if (edits.length === 0) return no({ status: "unchanged" });
  const wishes = Object.fromEntries(edits.map((field) => [field, wanted[field]]));
  const after = fieldsSchema.parse({ ...now, ...wishes });
  const clash = contradictionIn(after);
  if (clash !== undefined) return no(clash);
  const outcome = { status: "changed", fields: edits, before: now, after } as const;
  return { settings: withFields(settings, channel, after), outcome };
}

export function fieldsOf(
  { policy, defaults, channels }: Settings,
  channel: string | undefined,
): SettingsFields {
  return channel === undefined ? { ...policy, ...defaults } : (channels[channel] ?? {});
}

/** Languages no longer on offer are left out; they stay saved until somebody chooses again. */
export function shownFields(
  fields: SettingsFields,
  languages: readonly Language[],
): SettingsFields {
  const targets = fields.targets?.filter((code) => languages.some((one) => one.code === code));
  return { ...fields, targets: targets?.length === 0 ? undefined : targets };
}

export function fingerprintsOf(fields: SettingsFields): Prints {
  return Object.fromEntries(settingsFields.map((one) => [one, digestOf(fields[one] ?? null)]));
}

function contradictionIn(fields: SettingsFields): ChangeOutcome | undefined {
  const { autoApprovalUpTo: auto = 0, capPerApproval = auto, secondApprovalAbove = auto } = fields;
  const limit = Math.min(capPerApproval, secondApprovalAbove);
  return auto > limit ? { status: "contradiction", limit } : undefined;
}

/** Words a change for the audit log, which holds no text that people wrote. */
export function auditWords(
  field: SettingsField,
  { before, after }: FieldsChange,
  channel: Wish["channel"],
): string {
  const words = ({ [field]: value }: SettingsFields) =>
    value === undefined ? "none" : field === "book" ? "a book" : JSON.stringify(value);
  const where = channel === undefined ? "" : ` (${channel})`;
  return `${field}${where}: ${words(before)} → ${words(after)}`;
}

function withFields(
  settings: Settings,
  channel: Wish["channel"],
  fields: SettingsFields,
): Settings {
  const { policy, defaults, channels } = settings;
  if (channel === undefined) {
    return {
      ...settings,
      policy: { ...policy, ...policySchema.strip().parse(fields) },
      defaults: { ...defaults, ...defaultsSchema.strip().parse(fields) },
    };
  }
  const { [channel]: before, ...others } = channels;
  const own = { ...before, ...conversationSchema.strip().parse(fields) };
  const isEmpty = Object.values(own).every((value) => value === undefined);
  return { ...settings, channels: isEmpty ? others : { ...others, [channel]: own } };
}
