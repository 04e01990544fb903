import type { Fields } from "./json.ts";

export type Person = {
  readonly id: string;
  readonly teamId: string;
  /**
   * On Enterprise Grid: their other workspaces. `home` is the value of `team_id`, if there is one.
   */
  readonly grid?: { readonly home: string | undefined; readonly teams: readonly string[] };
  readonly name: string;
  readonly realName: string;
  readonly locale: string;
  /** Seconds ahead of UTC; 0 when left out. */
  readonly tzOffset?: number;
  readonly isAdmin: boolean;
  readonly isBot: boolean;
  readonly isRestricted: boolean;
  readonly isUltraRestricted: boolean;
  readonly isStranger: boolean;
  readonly isDeleted: boolean;
};

export type Channel = {
  readonly id: string;
  readonly name: string;
  readonly kind: "public" | "private" | "im" | "mpim";
  readonly isArchived: boolean;
  /** Shared with another workspace by Slack Connect: files arrive as stubs. */
  readonly isExtShared: boolean;
  /** The other workspace in which it began: its events come in that workspace's name. */
  readonly hostTeamId?: string;
  /** As Slack names it (`fr-FR`); the workspace's English when left out. */
  readonly locale?: string;
  readonly members: readonly string[];
  /** Seconds since 1970. */
  readonly created: number;
};

export type Group = {
  readonly id: string;
  readonly name: string;
  readonly members: readonly string[];
};

export type Metadata = { readonly event_type: string; readonly event_payload: Fields };

export type Message = {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
  readonly user: string;
  readonly isFromBot: boolean;
  readonly text: string;
  readonly blocks: readonly Fields[] | undefined;
  readonly fileIds: readonly string[];
  readonly metadata: Metadata | undefined;
  /** The bot's reactions, by Slack's names. */
  readonly reactions: readonly string[];
  readonly editedTs: string | undefined;
  /** The message that this one forwards. */
  readonly forwarded?: Message;
};

/** `user` is the one person who sees it. */
export type Ephemeral = Pick<Message, "channel" | "ts" | "threadTs" | "user" | "text" | "blocks">;

type FileMode =
  | "hosted"
  | "snippet"
  | "external"
  | "post"
  /** A canvas. */
  | "quip"
  /** Of another workspace, which has not handed it over yet. */
  | "file_access"
  | "tombstone"
  | "hidden_by_limit";

export type Share = {
  readonly channel: string;
  readonly ts: string;
  readonly threadTs: string | undefined;
};

export type SlackFile = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly mimetype: string;
  readonly filetype: string;
  readonly mode: FileMode;
  readonly user: string;
  /** Bytes that Slack states for the file. */
  readonly size: number;
  /** The place of the bytes on this machine; an external file has none. */
  readonly path: string | undefined;
  /** Seconds since 1970. */
  readonly created: number;
  readonly isDeleted: boolean;
  /**
   * True when Slack sends `{ id, mode: "file_access" }` instead of the file, and `files.info` the
   * rest.
   */
  readonly isStub: boolean;
  readonly shares: readonly Share[];
};

export type View = {
  readonly id: string;
  readonly kind: "modal" | "home";
  readonly user: string;
  readonly callbackId: string;
  readonly privateMetadata: string;
  readonly title: Fields | undefined;
  readonly submit: Fields | undefined;
  readonly close: Fields | undefined;
  readonly blocks: readonly Fields[];
  readonly hash: string;
  /** `state.values` of Slack's payloads: block id, then action id. */
  readonly values: Readonly<Record<string, Fields>>;
};

/** One request between the bot and Slack, in either direction, with its answer. */
export type Exchange = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly direction: "to-slack" | "to-bot";
  /** `chat.postMessage`, `message.file_share`, `block_actions`, `/translate`, `download report.txt` */
  readonly name: string;
  readonly body: unknown;
  /** HTTP status or Slack's error, or the reason why there was no answer. */
  readonly outcome: string;
  readonly reply: unknown;
};
