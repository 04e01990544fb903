import { z } from "zod";

import type { FileShown, ScreenNews } from "./wire.ts";

/** One request between Galley, Slack and partner, as the log shows it. */
export type LogLine = {
  readonly number: number;
  /** ms since 1970, when it was answered */
  readonly at: number;
  readonly from: Party;
  readonly to: Party;
  readonly name: string;
  /** The subject: an action and its outcome in the records, or an event's id. */
  readonly about: string;
  readonly idempotencyKey: string | undefined;
  readonly outcome: string;
  readonly isFault: boolean;
  /** JSON of the request and its answer, cut when it is long. */
  readonly detail: string;
};

type Party = "Galley" | "Slack" | "partner";

export type TaskRow = {
  readonly taskId: string;
  readonly action: string;
  readonly fileName: string;
  readonly targetLang: string;
  readonly status: string;
  readonly characters: number;
  readonly reserved: number;
  readonly charged: number;
  readonly createdAt: number;
  readonly idempotencyKey?: string | undefined;
};

/** The present state of the outside worlds. */
export type Worlds = {
  readonly balance: number;
  readonly reserved: number;
  readonly available: number;
  readonly charged: number;
  readonly tasks: readonly TaskRow[];
  /** The times of answers to requests of the last minute, ms since 1970. */
  readonly requestsAt: readonly number[];
  readonly limit: number;
  readonly refused: number;
  readonly charges: Charges;
  readonly charsPerSecond: number;
  /** The partner's faults that wait for a request, in words. */
  readonly waitingFaults: readonly string[];
  /** Deliveries that Slack will try again later. */
  readonly waitingDeliveries: number;
  readonly bot: BotState;
};

/** Texts that were charged for a language, and requests that the partner knew already. */
export type Charges = {
  readonly once: number;
  readonly again: number;
  readonly repeated: number;
};

export type BotState = "running" | "starting" | "stopped";

export type FaultChoice = { readonly label: string; readonly explains: string };
type SampleChoice = { readonly id: string; readonly title: string; readonly name: string };
export type RoleChoice = { readonly id: string; readonly name: string; readonly role: string };

/** Everything that the page receives once, when it opens. */
export type Welcome = {
  readonly roles: readonly RoleChoice[];
  readonly samples: readonly SampleChoice[];
  readonly scenarios: readonly FaultChoice[];
  readonly partnerFaults: readonly FaultChoice[];
  readonly slackFaults: readonly FaultChoice[];
  readonly actions: readonly string[];
};

export type News =
  | ScreenNews
  | { readonly kind: "welcome"; readonly welcome: Welcome }
  | { readonly kind: "worlds"; readonly worlds: Worlds }
  | { readonly kind: "lines"; readonly lines: readonly LogLine[] };

/** The controls of the drawer. */
export const controlSchema = z.discriminatedUnion("control", [
  z.object({
    control: z.literal("partner-fault"),
    fault: z.string(),
    /** Empty for the next request of any kind. */
    action: z.string(),
  }),
  z.object({ control: z.literal("slack-fault"), fault: z.string() }),
  z.object({ control: z.literal("scenario"), scenario: z.string() }),
  z.object({ control: z.literal("clear-faults") }),
  z.object({ control: z.literal("balance"), credits: z.int().min(0).max(1e12) }),
  z.object({ control: z.literal("limit"), requests: z.int().min(1).max(100_000) }),
  z.object({ control: z.literal("speed"), charsPerSecond: z.number().positive().max(1e12) }),
  z.object({ control: z.literal("key"), wish: z.enum(["revoke", "restore"]) }),
  z.object({ control: z.literal("redeliver") }),
  z.object({ control: z.literal("bot"), wish: z.enum(["kill", "start", "kill and restart"]) }),
]);
export type Control = z.infer<typeof controlSchema>;

export type Uploaded = { readonly file: FileShown };
