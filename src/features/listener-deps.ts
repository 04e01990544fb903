import type { Ports } from "../core/ports.ts";
import type { SlackClients } from "../slack/clients.ts";
import type { FoundFile } from "../slack/files.ts";
import type { ViewContexts } from "../slack/people.ts";
import type { Bilingual } from "./exports/rules/bilingual.ts";
import type { FormatId } from "./exports/rules/formats.ts";
import type { TermFile } from "./glossary/rules/term-rows.ts";
import type { PostedFile } from "./intake/listeners/recent-manuscripts.ts";

/** What the listeners work with. */
export type ListenerDeps = {
  /** Its partner answers with the share of requests that is kept for people. */
  readonly ports: Ports;
  readonly contexts: ViewContexts;
  readonly clients: SlackClients;
  readonly findFile: (fileId: string) => Promise<FoundFile>;
  /** Manuscripts posted lately, newest first; undefined when the conversation cannot be read. */
  readonly recent: (channel: string) => Promise<readonly PostedFile[] | undefined>;
  /** Manuscripts posted in one thread. */
  readonly inThread: (place: {
    readonly channel: string;
    readonly thread: string;
  }) => Promise<readonly PostedFile[]>;
  /** Endings of the files that can be manuscripts. */
  readonly filetypes: readonly string[];
  /** Whether a file by its name is none that anybody would want translated. */
  readonly isInPassing: (name: string) => boolean;
  /** Whether an address is one of Slack's own. */
  readonly isSlack: (url: URL) => boolean;
  readonly botUserId: string;
  /** Asks Slack whether it still accepts the token; without it there is no work. */
  readonly checkToken: () => Promise<void>;
  /** Notes a payload that is none of those that are known. */
  readonly unreadable: (body: unknown) => void;
  /** True to one asker, and false to all others for so many ms. */
  readonly once: (name: string, forMs: number) => Promise<boolean>;
  /** A text and its translation as a file. */
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
