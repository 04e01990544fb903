import { z } from "zod";

import { type ReadonlyOf, maybe, optional } from "../../../core/fields.ts";

/** How a finished text reaches people: a link on demand, a file in the thread, or both. */
export const deliveryWays = ["link", "file", "both"] as const;
export type DeliveryWay = (typeof deliveryWays)[number];

/** Whether the partner is asked for the card's sake, whatever that costs; undecided: while it is free. */
export const inquiryRules = ["always", "never"] as const;
export type InquiryRule = (typeof inquiryRules)[number];

const credits = z.number().nonnegative();
const hour = z.int().min(0).max(23);
const id = z.string().min(1);

/** Nobody is reminded from one full hour to another, 0 to 23, in an IANA time zone. */
export type QuietHours = ReadonlyOf<typeof quietHours>;
const quietHours = z.object({ from: hour, to: hour, zone: id });

/** Who may spend how much, and how waiting quotes are treated. */
export type Policy = ReadonlyOf<typeof policySchema>;
export const policySchema = z.object({
  /** Whether an approver may approve what they asked for themselves. */
  selfApproval: z.enum(["allowed", "refused"]),
  /** Above this price a second, different approver is needed. */
  secondApprovalAbove: maybe(credits),
  /** Up to this price Galley approves a translation by itself. */
  autoApprovalUpTo: maybe(credits),
  /** What it approves by itself for one person in a day and for the workspace in a month (UTC); both or it is off. */
  autoApprovalPerPersonDay: maybe(credits),
  autoApprovalPerMonth: maybe(credits),
  /** Nothing dearer can be approved. */
  capPerApproval: maybe(credits),
  /** A channel cannot spend more in a calendar month (UTC). */
  capPerChannelMonth: maybe(credits),
  /** The admins are warned when the balance falls below. */
  lowBalance: maybe(credits),
  /** Hours after which those who may decide are reminded of a waiting quote. */
  remindAfterHours: maybe(z.number().positive()),
  quietHours: maybe(quietHours),
  /** Whether the partner is asked for the language of a text. */
  askLanguage: maybe(z.enum(inquiryRules)),
  /** Whether the partner is asked for an estimate. */
  askEstimate: maybe(z.enum(inquiryRules)),
  /** What becomes of italics, bold and links of documents; undefined: they are kept, by marks that cost credits. */
  emphasis: optional(z.literal("lost")),
});

/** What a posted manuscript is quoted for when nobody says otherwise. */
export type Defaults = ReadonlyOf<typeof defaultsSchema>;
export const defaultsSchema = z.object({
  /** Language codes; the first is the card's, each further one gets a card of its own. */
  targets: maybe(z.array(id)),
  /** Code points. */
  previewChars: maybe(z.int().positive()),
  /** The book or series that manuscripts belong to. */
  book: maybe(z.string()),
  /** How finished texts reach people; undefined: as links. */
  delivery: maybe(z.enum(deliveryWays)),
});

/**
 * What the admins of a workspace decided in Slack; what nobody decided is undefined. Credits are whole
 * numbers, people and channels are Slack ids.
 */
export type Settings = ReadonlyOf<typeof settingsSchema>;
export const settingsSchema = z.object({
  version: z.literal(1),
  policy: policySchema,
  defaults: defaultsSchema,
  /** Defaults of a channel, before those of the workspace. */
  channels: z.record(z.string(), defaultsSchema),
  /** Who wants to hear of each request in a direct message. */
  notify: optional(z.array(id)),
});

export const noDefaults: Defaults = defaultsSchema.parse({});

/** While nobody decided anything: whoever is listed may approve, whatever it costs, and is reminded. */
export const initialSettings: Settings = settingsSchema.parse({
  version: 1,
  policy: { selfApproval: "allowed", remindAfterHours: 4 },
  defaults: {},
  channels: {},
});

/** What holds in a channel: its own defaults, else those of the workspace. */
export function defaultsFor({ defaults, channels }: Settings, channel: string): Defaults {
  const own = Object.entries(channels[channel] ?? {}).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(own) };
}
