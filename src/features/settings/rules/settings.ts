import { z } from "zod";

import { type ReadonlyOf, maybe, optional } from "../../../core/fields.ts";

/** How a finished translation is delivered: as a link on demand, a file in the thread, or both. */
export const deliveryWays = ["link", "file", "both"] as const;
export type DeliveryWay = (typeof deliveryWays)[number];

/**
 * Whether the partner is asked for language or estimate, even if it costs; undefined: only while
 * free.
 */
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
  /**
   * Treatment of italics, bold and links in documents; undefined: kept, by marks that cost credits.
   */
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

/**
 * The settings before any decision: listed approvers may approve at any price, and are reminded.
 */
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
