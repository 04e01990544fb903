import type { Ports } from "../core/ports.ts";
import type { SlackClients } from "../slack/clients.ts";
import type { FoundFile } from "../slack/files.ts";
import type { ViewContexts } from "../slack/people.ts";
import type { Bilingual } from "./exports/rules/bilingual.ts";
import type { FormatId } from "./exports/rules/formats.ts";
import type { TermFile } from "./glossary/rules/glossary-file.ts";
import type { PostedFile } from "./records/actions/records.ts";

export type ListenerDeps = {
  /** The ports with a partner client that may use the requests reserved for people. */
  readonly ports: Ports;
  readonly contexts: ViewContexts;
  readonly clients: SlackClients;
  readonly findFile: (fileId: string) => Promise<FoundFile>;
  /**
   * Manuscripts that people posted lately: in a conversation newest first, in a thread oldest first.
   * Undefined when the bot cannot read there.
   */
  readonly recent: (place: {
    readonly channel: string;
    readonly thread?: string;
  }) => Promise<readonly PostedFile[] | undefined>;
  /** Endings of the files that can be manuscripts. */
  readonly filetypes: readonly string[];
  /** True for a file name that nobody wants translated, such as a picture's. */
  readonly isInPassing: (name: string) => boolean;
  /** True for an address of Slack's own. */
  readonly isSlack: (url: URL) => boolean;
  readonly botUserId: string;
  /** Checks with Slack that the token is still accepted; nothing works without it. */
  readonly checkToken: () => Promise<void>;
  readonly unreadable: (body: unknown) => void;
  /** True for the first caller, and false for all others during this time, ms. */
  readonly once: (name: string, forMs: number) => Promise<boolean>;
  /** Writes a text and its translation into a file. */
  readonly writeBook: (format: FormatId, book: Bilingual) => Promise<Uint8Array>;
  /** Tables of terms that people post. */
  readonly termFiles: {
    readonly isOne: (name: string) => boolean;
    /** `target`: the language of the translations, where a file has several. */
    readonly read: (fileId: string, target: string) => Promise<TermFile>;
    /** Their endings, without the dot. */
    readonly filetypes: readonly string[];
  };
};
