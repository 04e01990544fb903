import { z } from "zod";

import type {
  Channel,
  Ephemeral,
  Group,
  Message,
  Person,
  SlackFile,
  View,
} from "#sandbox/slack/model.ts";

import { locales } from "./app.ts";

/** The facts about a file that the page may know; the place of its bytes is not among them. */
export type FileShown = Pick<SlackFile, "id" | "name" | "mimetype" | "size" | "isDeleted" | "user">;

export type ViewsShown = { readonly home: View | undefined; readonly modal: View | undefined };

export type Said = Message | Ephemeral;

/** Everything that Slack shows to one person. */
export type Screen = ViewsShown & {
  readonly me: string;
  readonly bot: string;
  readonly workspace: string;
  readonly people: readonly Person[];
  readonly groups: readonly Group[];
  readonly channels: readonly Channel[];
  readonly said: readonly Said[];
  readonly files: readonly FileShown[];
};

/** A change on the screen of one person. */
export type ScreenNews =
  | { readonly kind: "screen"; readonly screen: Screen }
  | { readonly kind: "said" | "gone"; readonly said: Said }
  | { readonly kind: "file"; readonly file: FileShown }
  | { readonly kind: "views"; readonly views: ViewsShown };

const id = z.string().max(255);
const text = z.string().max(40_000);
const message = { channel: id, ts: id };

/** A person's entry: a value, an id, or several; an empty list clears the field. */
const entered = z.union([text, z.array(text).max(100).readonly()]);
export type Entered = z.infer<typeof entered>;

/** The values of a modal's fields, by block id. */
const values = z.record(id, entered);

/** The place of a click. */
const place = z.union([z.object(message), z.literal("home"), z.literal("modal")]);
export type Place = z.infer<typeof place>;

/** Everything that a person can do on the page. */
export const deedSchema = z.discriminatedUnion("deed", [
  z.object({
    deed: z.literal("post"),
    channel: id,
    thread: id.optional(),
    text,
    files: z.array(id).max(10).readonly(),
  }),
  z.object({
    deed: z.literal("click"),
    place,
    action: id,
    option: entered.optional(),
    values: values.optional(),
  }),
  z.object({ deed: z.literal("command"), channel: id, command: id, text }),
  z.object({ deed: z.literal("shortcut"), ...message, callbackId: id }),
  z.object({ deed: z.literal("delete"), ...message }),
  z.object({ deed: z.literal("open-home") }),
  z.object({ deed: z.literal("submit"), values }),
  z.object({ deed: z.literal("close") }),
  /** Sets the language of everybody's Slack and of every conversation from now on. */
  z.object({ deed: z.literal("speak"), locale: z.enum(locales.map(([name]) => name)) }),
]);
export type Deed = z.infer<typeof deedSchema>;

/** The outcome of an action, as the person sees it. */
export type Outcome =
  | { readonly status: "done" }
  /** Slack or the bot did not do it; `reason` is a sentence. */
  | { readonly status: "trouble"; readonly reason: string }
  | { readonly status: "errors"; readonly errors: Readonly<Record<string, string>> };
