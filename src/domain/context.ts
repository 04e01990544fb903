import type { Book } from "#domain/book/book.ts";
import type { BudgetSpent } from "#domain/book/budget.ts";
import type { BookPair } from "#domain/book/merge.ts";
import type { Inquiries } from "#domain/estimate/inquiries.ts";
import type { TermBase } from "#domain/glossary/glossary.ts";
import type { AuditEvent } from "#domain/settings/audit.ts";
import type { Settings } from "#domain/settings/settings.ts";
import type { Setup } from "#domain/settings/setup.ts";
import type { Account, LowBalance, Spending, PurchaseState } from "#domain/spending/account.ts";
import type { Counted } from "#domain/spending/person-limits.ts";
import type { SpendRow } from "#domain/spending/spend.ts";
import type { LearnedSpeeds } from "#domain/translation/polling.ts";

import type { Claim, TextNames } from "./claim.ts";
import type { SlackRefusedError } from "./errors.ts";
import type { PutBack, DocumentFormat, Rebuilt, Encoding, Manuscript } from "./manuscript.ts";
import type { Notice } from "./notices.ts";
import type { Download, Glossary, OpenResult, Partner } from "./partner.ts";
import type { QuoteIndex } from "./quote-lists.ts";
import type { Decided, Quote, Reaction } from "./quote.ts";
import type { CardRun, CardSource, RecordsStatus, TextOnCard } from "./recovery.ts";
import type { Measured, Slice } from "./slice.ts";

/** The records of one workspace: all that a command-line tool has, without Slack and the partner. */
export type StoreContext = {
  readonly setup: Setup;
  /** The bot token's workspace. Payloads name others too: a person's own, or an organization. */
  readonly workspace: string;
  /** Returns the wall clock, ms since 1970: for recorded and displayed times. */
  readonly now: () => number;
  readonly quoteStore: QuoteStore;
  readonly wake: (quoteId: string) => void;
  readonly audit: Audit;
  readonly settings: SmallRecords<Settings>;
  /** The counted items of each person: see `personLimits`. */
  readonly limits: SmallRecords<Counted | undefined>;
  /** When a quote's record was erased on request, ms, by its id: its card is not restored. */
  readonly erased: SmallRecords<number | undefined>;
  readonly terms: TermRecords;
  readonly books: SmallRecords<Book | undefined>;
  readonly bookPairs: BookPairs;
  readonly glossaries: FrozenGlossaries;
  readonly claims: ClaimLookup;
  /** The names of texts: see `textNamesKey`. */
  readonly texts: Pick<SmallRecords<TextNames | undefined>, "read" | "change">;
  readonly spend: SpendRecords;
  readonly held: HeldRecords;
};

/** Whom or what a record is about. */
export type About = "everything" | { readonly person: string } | { readonly book: string };

/** The index for erasing: it finds records without the quotes that they came from. */
export type HeldRecords = {
  /** Returns the names of the records about this that still have something to erase, by their kind. */
  readonly find: (
    about: About,
  ) => Promise<
    Readonly<Record<"terms" | "spend" | "glossary" | "limit" | "book", readonly string[]>>
  >;
};

/** Everything that features need from the rest of Galley; `app.ts` makes the one of a process. */
export type AppContext = StoreContext & {
  /** Returns a monotonic clock, ms: for deadlines. */
  readonly tick: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly partner: Partner;
  /** Requests a new link to a task's result, within the request share of the person who clicked. */
  readonly openLink: (taskId: string, person: string) => Promise<Download>;
  /** Tries a refused API key once more at the partner; does nothing while the key is accepted. */
  readonly tryKey: () => Promise<void>;
  /** Returns how far our clock is ahead of the partner's; undefined if it has told no time. */
  readonly aheadMs: () => number | undefined;
  readonly openResult: OpenResult;
  readonly manuscripts: Manuscripts;
  readonly thread: Thread;
  readonly people: People;
  readonly inquiries: InquiryRecord;
  readonly records: Records;
  readonly account: SmallRecord<Account>;
  readonly speeds: LearnedSpeeds;
  /** Decides when a refusal of Slack's is final: see `slack/answers.ts`. */
  readonly refusals: {
    readonly isFinal: (what: string, refusal: SlackRefusedError) => boolean;
    /** True for a place that cannot take the post (any more), or a person who cannot be written to. */
    readonly isClosed: (refusal: SlackRefusedError) => boolean;
    /** True for a message that can be posted again. */
    readonly isGoneMessage: (refusal: SlackRefusedError) => boolean;
    /** Tells the operator that nobody could be told of something. */
    readonly unheard: (why: string) => void;
  };
  readonly warnOfBalance: (low: LowBalance) => void;
  readonly warnOfBudget: (spent: BudgetSpent) => void;
};

/** Guards against a store that lost records: nothing is sold unless it is `open`. All throw as the store does. */
export type Records = {
  readonly status: () => Promise<RecordsStatus>;
  /** False while the store takes no writes, may evict them, or was exchanged under the process. */
  readonly isStoreFit: () => Promise<boolean>;
  /** Takes the store for one that lost records: it lacks a run approved at this time, ms. */
  readonly noteLoss: (approvedAt: number) => Promise<void>;
  readonly resumeSales: (by: string) => Promise<ResumeOutcome>;
};

export type ResumeOutcome = { readonly status: "gone-on" | "decided-before" | "nothing-lost" };

export type DecidedOn<T, Outcome> = { readonly record: T; readonly outcome: Outcome };

/** Records of one kind beside the quotes, by name. All throw when the store cannot answer. */
export type SmallRecords<T> = {
  readonly read: (name: string) => Promise<T>;
  /** Stores what a pure function makes of it; repeats that if somebody wrote first. */
  readonly change: (name: string, next: (record: T) => T) => Promise<T>;
  /** The same for a function that also returns an outcome. */
  readonly decide: <Outcome>(
    name: string,
    next: (record: T) => DecidedOn<T, Outcome>,
  ) => Promise<DecidedOn<T, Outcome>>;
};

export type SmallRecord<T> = {
  readonly read: () => Promise<T>;
  readonly change: (next: (record: T) => T) => Promise<T>;
  readonly decide: <Outcome>(
    next: (record: T) => DecidedOn<T, Outcome>,
  ) => Promise<DecidedOn<T, Outcome>>;
};

/** Term bases, by the id of their book: the one that it was merged into has those of a merged book. */
export type TermRecords = SmallRecords<TermBase> & {
  /** Empties the record of this id alone. */
  readonly erase: (home: string) => Promise<void>;
};

/** Two books at once. Both throw when the store cannot answer. */
export type BookPairs = {
  /** Writes all records of the pair, or none; repeats the function if somebody wrote first. */
  readonly decide: <Outcome>(
    pair: { readonly from: string; readonly into: string; readonly account: string },
    next: (pair: BookPair) => DecidedOn<BookPair, Outcome>,
  ) => Promise<DecidedOn<BookPair, Outcome>>;
  /** Returns the ids of books whose merge is not finished: see `finishMerge`. */
  readonly unfinished: (limit: number) => Promise<readonly string[]>;
};

/** Glossaries as they are sent, each under its hash. All throw when the store cannot answer. */
export type FrozenGlossaries = {
  readonly keep: (glossary: Glossary) => Promise<string>;
  readonly find: (hash: string) => Promise<Glossary | undefined>;
  readonly erase: (hash: string) => Promise<void>;
};

/** One row for each run that cost something. All throw when the store cannot answer. */
export type SpendRecords = {
  /** Writes the row of a task, in place of an earlier one of the same task. */
  readonly put: (row: SpendRow) => Promise<void>;
  readonly read: (key: string) => Promise<SpendRow | undefined>;
  /** Newest approval first; `month` in the form of `monthOf`. */
  readonly month: (workspace: string, month: string) => Promise<readonly SpendRow[]>;
};

/** Approved runs. Both throw when the store cannot answer. */
export type ClaimLookup = {
  /** Returns how many claims for the language were made or withdrawn in the workspace. */
  readonly version: (workspace: string, target: string) => Promise<number>;
  /** Returns all claims of the workspace for the language and its variants. */
  readonly all: (workspace: string, target: string) => Promise<readonly Claim[]>;
};

/** The quotes, see `store/quotes.ts`. Every method throws when the store cannot answer. */
export type QuoteStore = {
  /** Returns undefined for an unknown id. @throws UnreadableRecordError */
  readonly find: (id: string) => Promise<Quote | undefined>;
  /** Writes the quote unless its id is taken; returns the stored one. */
  readonly add: (quote: Quote) => Promise<{ quote: Quote; isNew: boolean }>;
  /**
   * Applies a pure function to the record and stores its result; if somebody wrote first, reads and
   * applies it again. A function that returns the same object changes nothing. Claims and account
   * change in the same write.
   *
   * @throws QuoteMissingError
   */
  readonly change: (id: string, next: (quote: Quote) => Quote) => Promise<Quote>;
  /** The same for a function that also returns an outcome. */
  readonly decide: <Outcome>(
    id: string,
    next: (quote: Quote) => Decided<Outcome>,
  ) => Promise<Decided<Outcome>>;
  /**
   * Makes the one write that spends. Quote, account and claims change together, and only if nothing
   * that the function read has changed.
   *
   * @throws QuoteMissingError, NotRecordedError: nothing was written then.
   */
  readonly spend: <Outcome>(
    id: string,
    decide: (state: PurchaseState) => Spending<Outcome>,
  ) => Promise<Outcome>;
  /** Deletes a record with its index entries; claims stay. Returns whether it is gone. */
  readonly erase: (id: string, may: (quote: Quote) => boolean) => Promise<boolean>;
  /** Returns ids of open quotes with one of these names in the sketch of their text. */
  readonly findByNames: (workspace: string, names: readonly string[]) => Promise<readonly string[]>;
  readonly list: (
    index: QuoteIndex,
    value: string,
    page: { offset: number; limit: number },
  ) => Promise<readonly Quote[]>;
};

/**
 * The text of a posted file, streamed from Slack again each time. All throw ManuscriptError; `read`
 * also throws EncodingUnclearError if no encoding is given.
 */
export type Manuscripts = {
  readonly read: (fileId: string, request: TextWanted) => Promise<TextRead>;
  /** Begins to open a text that is wanted soon: the next `open` of it goes on from there. */
  readonly expect: (source: TextSource) => void;
  /** Streams the whole text, or a slice of it, as UTF-8. */
  readonly open: (source: TextSource, signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Returns length and hash of the bytes of `open`, and the hash of the whole text now. */
  readonly measure: (source: TextSource) => Promise<Measured & { readonly textSha256: string }>;
  /** Returns the document with the text of its translation; `limit` in bytes. */
  readonly putBack: (
    source: Omit<TextSource, "slice"> & {
      readonly manuscript: { readonly format: DocumentFormat };
    },
    options: { readonly translation: Uint8Array; readonly target: string; readonly limit: number },
  ) => Promise<Rebuilt>;
};

export type TextRead = {
  readonly manuscript: Manuscript;
  readonly names: TextNames;
  /** Undefined if the text does not tell it. */
  readonly language?: string | undefined;
};

export type TextWanted = {
  /** The lengths of the openings to measure, in code points. */
  readonly openings: readonly number[];
  /** The most code points of a preview, which ends at the end of a unit of the text. */
  readonly preview?: number | undefined;
  /** The most code points of a sample from all of the text; 0, the default, takes none. */
  readonly sample?: number | undefined;
  readonly encoding?: Encoding | undefined;
  /** Whether emphasis in a Word file or an EPUB is read as signs around it. */
  readonly isMarked?: boolean | undefined;
  /** Nothing is downloaded before it resolves; its rejection ends the reading. */
  readonly permitted?: Promise<void> | undefined;
};

export type TextSource = {
  readonly fileId: string;
  readonly manuscript: Manuscript;
  /** Ranges in order without overlap, joined into one text; undefined for the whole. */
  readonly slice: Slice | undefined;
};

/** The opening of a preview, paragraph by paragraph. It is read for one reply and kept nowhere else. */
export type Excerpt = readonly (readonly [source: string, target: string])[];

/** Called immediately before a post is sent; an error that it throws cancels the post. */
export type BeforeItLeaves = () => Promise<void>;

/** Slack's side. Methods throw SlackRefusedError, SlackBusyError, or another error if it is unclear. */
export type Thread = {
  /** Asks Slack beforehand what the card is drawn with. */
  readonly expectCard: (quote: Quote) => void;
  readonly postCard: (quote: Quote, beforeItLeaves?: BeforeItLeaves) => Promise<Posted>;
  readonly updateCard: (quote: Quote, card: Posted) => Promise<void>;
  /** Replaces the reactions on the manuscript's message; a refusal is no fault. */
  readonly react: (
    quote: Quote,
    now: Reaction | undefined,
    was: ReadonlySet<Reaction>,
  ) => Promise<void>;
  /** Finds the card of a quote in a place, with what its metadata says. */
  readonly findCard: (
    quoteId: string,
    where: { readonly channel: string; readonly thread_ts?: string },
  ) => Promise<FoundCard | undefined>;
  /**
   * Reads the facts on a posted card; none where this process has drawn it through this connection to
   * the store, and it named the run that the record says.
   */
  readonly readCardRuns: (
    quote: Quote,
    card: Posted & { readonly key: string | undefined },
  ) => Promise<readonly CardRun[]>;
  /** `excerpt` is the text of the preview in question, if it is available. */
  readonly post: (
    quote: Quote,
    notice: Notice,
    beforeItLeaves?: BeforeItLeaves,
    excerpt?: Excerpt,
  ) => Promise<Posted>;
  readonly findPost: (quote: Quote, notice: Notice) => Promise<Posted | undefined>;
  /** Redraws a post; the text of a preview in it stays. */
  readonly updatePost: (quote: Quote, notice: Notice, position: Posted) => Promise<void>;
  /** Uploads the result of a run without sharing it; returns its Slack id. */
  readonly upload: (quote: Quote, notice: Notice, result: ResultFile) => Promise<string>;
  readonly share: (quote: Quote, notice: Notice, fileId: string) => Promise<void>;
  readonly findShare: (fileId: string) => Promise<FileShare>;
  /** True when Slack says that this message is no more. */
  readonly isGone: (position: Posted) => Promise<boolean>;
  /** Returns a link to the quote's card, or to the message with the manuscript. */
  readonly linkTo: (quote: Quote) => Promise<string | undefined>;
};

export type FoundCard = Posted &
  TextOnCard & {
    readonly facts: readonly CardRun[];
    readonly source?: CardSource | undefined;
  };

/** The result of a run, and the outcome of rebuilding its document. */
export type ResultFile = { readonly content: Uint8Array; readonly putBack?: PutBack };

/** Where an upload stands: see `findShare`. */
export type FileShare = "shared" | "unseen" | "none";

export type Posted = { readonly channel: string; readonly ts: string };

/** As Slack says it now, or said it within the last minute. */
export type AsOf = "now" | "lately";

/** All throw when Slack cannot be asked: then the answer is no. The default is `lately`. */
export type People = {
  readonly find: (id: string, asOf?: AsOf) => Promise<Person>;
  /** Somebody has changed: what is known of them is asked for again when it is needed. */
  readonly forget: (id: string) => void;
  /**
   * `person`: one who is listed by id needs no answer about groups. `isPartial`: groups that cannot
   * be read count as empty.
   */
  readonly roles: (asOf?: AsOf, options?: RolesWanted) => Promise<Roles>;
  readonly isIn: (channel: string, person: string) => Promise<boolean>;
};

/**
 * Logs a refused click, or an admin's decision. Events that follow from a record are logged at its
 * write: see `domain/settings/audit.ts`.
 */
export type Audit = (event: AuditEvent) => void;

/** What is known of inquiries at the account of Galley's API key. */
export type InquiryRecord = SmallRecord<Inquiries> & {
  readonly tell: (news: InquiryNews) => void;
};

/** What the admins hear of inquiries: credits that nobody ordered, or the partner's rate per 1,000. */
export type InquiryNews =
  | { readonly about: "inquiries-off" | "unordered"; readonly credits: number }
  | { readonly about: "rate"; readonly rate: number };

export type Person = {
  readonly id: string;
  /** True for a full member: no guest, stranger or bot, and not deactivated. */
  readonly isMember: boolean;
  /** How far the person's local time is ahead of UTC, in ms; undefined if Slack does not say. */
  readonly utcOffsetMs?: number | undefined;
};

export type RolesWanted = { readonly person?: string; readonly isPartial?: boolean };

/** The listed people, with user groups already resolved. */
export type Roles = {
  readonly admins: ReadonlySet<string>;
  readonly approvers: ReadonlySet<string>;
};
