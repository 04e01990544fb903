import type { Excerpt } from "../features/delivery/rules/excerpt.ts";
import type { PutBack, Rebuildable, Rebuilt } from "../features/delivery/rules/put-back.ts";
import type { InquiryOff, Verdicts } from "../features/estimate/rules/inquiries.ts";
import type { TermBase } from "../features/glossary/rules/glossary.ts";
import type { CardFacts, TextOnCard } from "../features/records/rules/recovery.ts";
import type { AuditEvent } from "../features/settings/rules/audit.ts";
import type { Settings } from "../features/settings/rules/settings.ts";
import type {
  Account,
  LowBalance,
  Spending,
  PurchaseState,
} from "../features/spending/rules/account.ts";
import type { SpendRow } from "../features/spending/rules/spend.ts";
import type { LearnedSpeeds } from "../features/translation/rules/polling.ts";
import type { ClaimFound } from "./claim.ts";
import type { Counted } from "./limits.ts";
import type { Encoding, Manuscript } from "./manuscript.ts";
import type { RecordsStatus } from "./marker.ts";
import type { Notice } from "./notices.ts";
import type { Download, Glossary, Partner } from "./partner.ts";
import type { Person, Roles } from "./people.ts";
import type { Decided, Quote, Reaction, QuoteIndex } from "./quote.ts";
import type { Rules } from "./rules.ts";
import type { Measured, Slice } from "./slice.ts";
import type { TextNames } from "./text-names.ts";

/** Everything that actions need from the rest of Galley. Each action names the parts that it calls. */
export type Ports = {
  readonly rules: Rules;
  /** The one that the token is for. Payloads name others too: a person's own, or an organization. */
  readonly workspace: string;
  /** Wall clock, ms since 1970: for what is recorded and shown. */
  readonly now: () => number;
  /** Monotonic clock, ms: for deadlines. */
  readonly tick: () => number;
  readonly ledger: QuoteLedger;
  readonly partner: Partner;
  /** A fresh link to the result of a task, within the share of requests of the person who clicked. */
  readonly openLink: (taskId: string, person: string) => Promise<Download>;
  /** Asks the partner once whether it accepts our key again, if it refuses it now. */
  readonly tryKey: () => Promise<void>;
  /** How far our clock is ahead of the partner's, by its last answer; undefined: it told no time. */
  readonly aheadMs: () => number | undefined;
  readonly results: Results;
  readonly manuscripts: Manuscripts;
  readonly thread: Thread;
  readonly people: People;
  /** Something is due for this quote. */
  readonly wake: (quoteId: string) => void;
  readonly audit: Audit;
  readonly inquiries: InquiryVerdicts;
  /** What the admins of each workspace decided, by its Slack id. */
  readonly settings: SmallRecords<Settings>;
  /** What counts for each person: see `personLimits`. */
  readonly limits: SmallRecords<Counted | undefined>;
  /** When the record of a quote was erased on request, ms, by its id: its card is not taken up again. */
  readonly erased: SmallRecords<number | undefined>;
  readonly records: Records;
  /** The terms of a workspace, a series or a book. */
  readonly terms: SmallRecords<TermBase>;
  readonly glossaries: FrozenGlossaries;
  /** The partner account that Galley's key leads to. */
  readonly account: SmallRecord<Account>;
  readonly claims: ClaimLookup;
  /** The names of texts, by the hash of their bytes. */
  readonly texts: Pick<SmallRecords<TextNames | undefined>, "read" | "change">;
  readonly speeds: LearnedSpeeds;
  readonly spend: SpendRecords;
  /** Tells the admins that the balance is low. */
  readonly warn: (low: LowBalance) => void;
  /** Resolves after so many ms, or when the signal is aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** Finished texts, by the partner's download links. */
export type Results = {
  /** Throws a PartnerFault while streaming; NotFound when the link is over. */
  readonly open: (url: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;
};

/** Whether the store still holds what was approved. Both throw when the store cannot answer. */
export type Records = {
  readonly status: () => Promise<RecordsStatus>;
  /** Somebody who may decides that Galley sells again. */
  readonly goOn: (by: string) => Promise<GoOnOutcome>;
};

export type GoOnOutcome =
  | { readonly status: "gone-on" | "nothing-lost" }
  | { readonly status: "decided-before"; readonly by: string };

/** What stands afterwards, and what there is to tell beside it. */
export type DecidedOn<T, Outcome> = { readonly record: T; readonly outcome: Outcome };

/** Records of one kind beside the quotes, by name. All throw when the store cannot answer. */
export type SmallRecords<T> = {
  readonly read: (name: string) => Promise<T>;
  /** Applies a pure function and stores the outcome if nobody was first; else reads and applies anew. */
  readonly change: (name: string, next: (record: T) => T) => Promise<T>;
  /** The same for a function that has something to tell beside the record. */
  readonly decide: <Outcome>(
    name: string,
    next: (record: T) => DecidedOn<T, Outcome>,
  ) => Promise<DecidedOn<T, Outcome>>;
};

/** The one of them that has a certain name. */
export type SmallRecord<T> = {
  readonly read: () => Promise<T>;
  readonly change: (next: (record: T) => T) => Promise<T>;
  readonly decide: <Outcome>(
    next: (record: T) => DecidedOn<T, Outcome>,
  ) => Promise<DecidedOn<T, Outcome>>;
};

/** Glossaries as they are sent, each under its hash. All throw when the store cannot answer. */
export type FrozenGlossaries = {
  readonly keep: (glossary: Glossary) => Promise<string>;
  readonly find: (hash: string) => Promise<Glossary | undefined>;
  readonly erase: (hash: string) => Promise<void>;
};

/** One row for each run that cost something. All throw when the store cannot answer. */
export type SpendRecords = {
  /** The row of a task takes the place of an earlier one of the same task. */
  readonly put: (row: SpendRow) => Promise<void>;
  /** Newest approval first; `month` as `monthOf` says it. */
  readonly month: (workspace: string, month: string) => Promise<readonly SpendRow[]>;
};

/** What was approved, by the names of its text. Both throw when the store cannot answer. */
export type ClaimLookup = {
  /** How often a claim for the language was made or withdrawn in the workspace. */
  readonly version: (workspace: string, target: string) => Promise<number>;
  readonly sharing: (wanted: {
    readonly workspace: string;
    readonly target: string;
    readonly names: readonly string[];
    readonly prints: readonly string[];
    readonly book: string | undefined;
  }) => Promise<readonly ClaimFound[]>;
};

/** The quotes, see `store/quotes.ts`. Every method throws when the store cannot answer. */
export type QuoteLedger = {
  /** May miss. @throws UnreadableRecord */
  readonly find: (id: string) => Promise<Quote | undefined>;
  /** Writes the quote unless its id is taken; answers the one that stands. */
  readonly add: (quote: Quote) => Promise<{ quote: Quote; isNew: boolean }>;
  /**
   * Applies a pure function to the record and stores the outcome if nobody was first; else reads and applies
   * it again. A function that answers the same object changes nothing. Claims and account change in the same
   * write.
   *
   * @throws QuoteMissing
   */
  readonly change: (id: string, next: (quote: Quote) => Quote) => Promise<Quote>;
  /** The same for a function that has something to tell beside the quote. */
  readonly decide: <Outcome>(
    id: string,
    next: (quote: Quote) => Decided<Outcome>,
  ) => Promise<Decided<Outcome>>;
  /**
   * The one write that spends. Quote, account and claims change together, and only if everything that the
   * function was shown still stands.
   *
   * @throws QuoteMissing, Unsteady: nothing was written then.
   */
  readonly spend: <Outcome>(
    id: string,
    decide: (state: PurchaseState) => Spending<Outcome>,
  ) => Promise<Outcome>;
  /** Takes a record out of the store, with all that it is found by; claims stay. Answers whether it is gone. */
  readonly erase: (id: string, may: (quote: Quote) => boolean) => Promise<boolean>;
  /** Ids of open quotes whose text has one of these names among the few that it is listed by. */
  readonly sketched: (workspace: string, names: readonly string[]) => Promise<readonly string[]>;
  /** Newest first. */
  readonly list: (
    index: QuoteIndex,
    value: string,
    page: { offset: number; limit: number },
  ) => Promise<readonly Quote[]>;
};

/**
 * The text of a posted file, streamed from Slack anew each time. All throw ManuscriptFault; `read` also
 * EncodingDoubt, when it is not told the encoding.
 */
export type Manuscripts = {
  readonly read: (fileId: string, wanted: TextWanted) => Promise<TextRead>;
  /** UTF-8 of the whole text, or of a slice of it. */
  readonly open: (source: TextSource, signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Length and hash of what `open` gives, and the hash of the whole text as it is now. */
  readonly measure: (source: TextSource) => Promise<Measured & { readonly textSha256: string }>;
  /** The document with the text of its translation, both as they are now; `limit` in bytes. */
  readonly putBack: (
    source: Omit<TextSource, "slice"> & { readonly manuscript: { readonly format: Rebuildable } },
    wanted: { readonly translation: Uint8Array; readonly target: string; readonly limit: number },
  ) => Promise<Rebuilt>;
};

export type TextRead = { readonly manuscript: Manuscript; readonly names: TextNames };

export type TextWanted = {
  /** Code points of the openings that are measured. */
  readonly openings: readonly number[];
  /** Code points that a preview has at most: it ends where something ends in the text. */
  readonly preview?: number | undefined;
  readonly encoding?: Encoding | undefined;
  /** Whether a Word file or an EPUB is read with signs around what is emphasised. */
  readonly isMarked?: boolean | undefined;
};

export type TextSource = {
  readonly fileId: string;
  readonly manuscript: Manuscript;
  /** Ranges in order that do not overlap, joined into one text; undefined: the whole. */
  readonly slice: Slice | undefined;
};

/** Called when it is a post's turn to leave; what it throws keeps it from leaving. */
export type BeforeItLeaves = () => Promise<void>;

/** Slack's side of a quote. Methods throw SlackRefused, SlackBusy, or anything else when it is unclear. */
export type Thread = {
  readonly postCard: (quote: Quote, beforeItLeaves?: BeforeItLeaves) => Promise<Posted>;
  readonly updateCard: (quote: Quote, card: Posted) => Promise<void>;
  /** Puts it on the manuscript's message in place of what was there. Nothing depends on it: a no is no fault. */
  readonly react: (quote: Quote, now: Reaction | undefined, was?: Reaction) => Promise<void>;
  /** With what the card's metadata tells of its runs. */
  readonly findCard: (quote: Quote) => Promise<FoundCard | undefined>;
  /** `excerpt` is the text of the preview that it tells of, as far as it could be had. */
  readonly post: (
    quote: Quote,
    notice: Notice,
    beforeItLeaves?: BeforeItLeaves,
    excerpt?: Excerpt,
  ) => Promise<Posted>;
  readonly findPost: (quote: Quote, notice: Notice) => Promise<Posted | undefined>;
  /** Draws it anew; the text of a preview stays as it stands there. */
  readonly updatePost: (quote: Quote, notice: Notice, posted: Posted) => Promise<void>;
  /**
   * Uploads the notice's file without sharing it; answers Slack's id of it. `result` is a run's: any other
   * file is made of the record.
   */
  readonly upload: (quote: Quote, notice: Notice, result?: ResultFile) => Promise<string>;
  readonly share: (quote: Quote, notice: Notice, fileId: string) => Promise<void>;
  readonly isShared: (fileId: string) => Promise<boolean>;
  /** An address at which people can look at the quote's card, or at what brought the manuscript. */
  readonly linkTo: (quote: Quote) => Promise<string | undefined>;
};

export type FoundCard = Posted & TextOnCard & { readonly facts: readonly CardFacts[] };

/** What a run has brought, and what became of it where the manuscript was a document. */
export type ResultFile = { readonly content: Uint8Array; readonly putBack?: PutBack };

export type Posted = { readonly channel: string; readonly ts: string };

/** As Slack says it now, or said it within the last minute. */
export type AsOf = "now" | "lately";

/** All throw when Slack cannot be asked: then the answer is no. `find` and `roles` look lately by default. */
export type People = {
  readonly find: (id: string, asOf?: AsOf) => Promise<Person>;
  readonly roles: (asOf?: AsOf) => Promise<Roles>;
  /** A member of the conversation now. */
  readonly isIn: (channel: string, person: string) => Promise<boolean>;
};

/**
 * One line for a click that was refused, or for what an admin settled. What a record itself tells of is
 * told where it is written: see `features/settings/rules/audit.ts`.
 */
export type Audit = (event: AuditEvent) => void;

/** What is known of the cost of inquiries at the account that Galley's key leads to. */
export type InquiryVerdicts = Pick<SmallRecord<Verdicts>, "read" | "change"> & {
  /** Tells the admins why the partner is not asked any more. */
  readonly tell: (off: InquiryOff) => void;
};
