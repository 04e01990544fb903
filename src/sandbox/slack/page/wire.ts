import type { Channel, Ephemeral, Group, Message, Person, SlackFile, View } from "../model.ts";
import type { Locale } from "./locales.ts";

/** What the page may know of a file; where its bytes lie is not among it. */
export type FileShown = Pick<SlackFile, "id" | "name" | "mimetype" | "size" | "isDeleted" | "user">;

export type CommandHint = {
  readonly command: string;
  readonly hint: string;
  readonly description: string;
};

export type ShortcutHint = { readonly callbackId: string; readonly name: string };

/** A person's dialog and their Home tab. */
export type ViewsShown = { readonly home: View | undefined; readonly modal: View | undefined };

/** All that Slack shows to one person. */
export type Screen = ViewsShown & {
  readonly me: string;
  readonly bot: string;
  readonly workspace: string;
  readonly people: readonly Person[];
  readonly groups: readonly Group[];
  readonly channels: readonly Channel[];
  readonly messages: readonly Message[];
  readonly ephemerals: readonly Ephemeral[];
  readonly files: readonly FileShown[];
  readonly commands: readonly CommandHint[];
  readonly shortcuts: readonly ShortcutHint[];
};

/** What changed on the screen of one person. */
export type ScreenNews =
  | { readonly kind: "screen"; readonly screen: Screen }
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "message-gone"; readonly message: Message }
  | { readonly kind: "ephemeral"; readonly ephemeral: Ephemeral }
  | { readonly kind: "ephemeral-gone"; readonly ephemeral: Ephemeral }
  | { readonly kind: "file"; readonly file: FileShown }
  | { readonly kind: "views"; readonly views: ViewsShown };

/** Where a person clicks. */
export type Place =
  | { readonly on: "message"; readonly channel: string; readonly ts: string }
  | { readonly on: "home" }
  | { readonly on: "modal" };

/** What a person chose or typed: a value, an id, or several; an empty list clears the field. */
export type Entered = string | readonly string[];

/** Everything that a person can do on the page. */
export type Deed =
  | {
      readonly deed: "post";
      readonly channel: string;
      readonly thread?: string | undefined;
      readonly text: string;
      readonly files: readonly string[];
    }
  | {
      readonly deed: "click";
      readonly place: Place;
      readonly action: string;
      readonly option?: Entered | undefined;
      /** In a modal: what its fields hold. */
      readonly values?: Readonly<Record<string, Entered>> | undefined;
    }
  | {
      readonly deed: "command";
      readonly channel: string;
      readonly command: string;
      readonly text: string;
    }
  | {
      readonly deed: "shortcut";
      readonly channel: string;
      readonly ts: string;
      readonly callbackId: string;
    }
  | { readonly deed: "delete"; readonly channel: string; readonly ts: string }
  | { readonly deed: "open-home" }
  | { readonly deed: "submit"; readonly values: Readonly<Record<string, Entered>> }
  | { readonly deed: "close" }
  /** Everybody's Slack, and every conversation, is in this language from now on. */
  | { readonly deed: "speak"; readonly locale: Locale };

/** What came of a deed, as the person learns it. */
export type Outcome =
  | { readonly status: "done" }
  /** Slack or the bot did not do it; `reason` is a sentence. */
  | { readonly status: "trouble"; readonly reason: string }
  | { readonly status: "errors"; readonly errors: Readonly<Record<string, string>> };
