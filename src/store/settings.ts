import { z } from "zod";

import {
  type Settings,
  deliveryWays,
  initialSettings,
  inquiryRules,
} from "../features/settings/rules/settings.ts";
import { maybe } from "./maybe.ts";
import { type SmallRecords, createSmallRecords } from "./small-records.ts";
import type { CasStore } from "./store.ts";

/** The settings of each workspace, by its Slack id. */
export function createSettings(store: CasStore): SmallRecords<Settings> {
  return createSmallRecords(store, {
    prefix: "settings",
    schema: settings,
    initial: initialSettings,
  });
}

const credits = z.number().nonnegative();
const hour = z.int().min(0).max(23);
const id = z.string().min(1);

const defaults = z.object({
  targets: maybe(z.array(id)),
  previewChars: maybe(z.int().positive()),
  book: maybe(z.string()),
  delivery: maybe(z.enum(deliveryWays)),
});

const settings: z.ZodType<Settings> = z.object({
  version: z.literal(1),
  policy: z.object({
    selfApproval: z.enum(["allowed", "refused"]),
    secondApprovalAbove: maybe(credits),
    autoApprovalUpTo: maybe(credits),
    autoApprovalPerPersonDay: maybe(credits),
    autoApprovalPerMonth: maybe(credits),
    capPerApproval: maybe(credits),
    capPerChannelMonth: maybe(credits),
    lowBalance: maybe(credits),
    remindAfterHours: maybe(z.number().positive()),
    quietHours: maybe(z.object({ from: hour, to: hour, zone: id })),
    askLanguage: maybe(z.enum(inquiryRules)),
    askEstimate: maybe(z.enum(inquiryRules)),
  }),
  defaults,
  channels: z.record(z.string(), defaults),
});
