import { z } from "zod";

import { type ReadonlyOf, at, count, id, maybe, optional } from "./fields.ts";
import { chapterSchema, measuredSchema, sliceSchema } from "./slice.ts";

/** The encodings that a manuscript may come in, by their names on the web, the likelier ones first. */
export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "shift_jis",
  "gb18030",
  "euc-kr",
  "big5",
  "euc-jp",
  "iso-2022-jp",
  "windows-1252",
  "windows-1251",
  "windows-1250",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "koi8-r",
  "koi8-u",
  "iso-8859-2",
  "iso-8859-3",
  "iso-8859-4",
  "iso-8859-5",
  "iso-8859-6",
  "iso-8859-7",
  "iso-8859-8",
  "iso-8859-10",
  "iso-8859-13",
  "iso-8859-14",
  "iso-8859-15",
  "iso-8859-16",
] as const;

const encodingSchema = z.enum(encodings);
export type Encoding = (typeof encodings)[number];

/** Some lines of a file as an encoding reads them: the first ones that are not plain ASCII. */
export type SampleLines = { readonly encoding: Encoding; readonly lines: readonly string[] };

/** Files that are not text themselves but hold one. */
const documentFormats = ["docx", "epub", "html", "odt"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** What of a document is not in its text, and how often. */
const leftOutSchema = z.object({
  what: z.enum(["contents", "deletions", "pictures", "readings"]),
  count,
});
export type LeftOut = ReadonlyOf<typeof leftOutSchema>;

/** The first characters of the text, sent instead of the whole when only they are to be read. */
const openingSchema = z.object({
  /** Code points that it may have; it has fewer when the text is shorter, or it ends before. */
  limit: count,
  slice: sliceSchema,
  measured: measuredSchema,
  /** What ends with it in a longer text; undefined: it is cut at its limit, wherever that is. */
  end: optional(z.enum(["chapter", "paragraph", "sentence"])),
});
export type Opening = ReadonlyOf<typeof openingSchema>;

/** The last of so many holds all that follows it. */
export const chapterLimit = 5000;

/**
 * What is known of an uploaded file's text. The text is the decoded content as UTF-8 without BOM, line
 * ends untouched, or what was extracted from a document; a character is a code point. Contract, Billing
 * unit.
 */
const manuscriptSchema = z.object({
  /** Undefined: the file is text itself. */
  format: optional(z.enum(documentFormats)),
  leftOut: optional(z.array(leftOutSchema)),
  /** Code points of the signs around what is emphasised; undefined: it was read without any. */
  marks: optional(count),
  encoding: encodingSchema,
  /** What the bytes might be besides; not there when they prove their encoding. */
  otherEncodings: optional(z.array(encodingSchema)),
  fileBytes: count,
  fileSha256: id,
  textBytes: count,
  textSha256: id,
  characters: count,
  /** None when it has no more than one. */
  chapters: z.array(chapterSchema),
  /** A few of the names by which the text is known again: the whole's, and the smallest of all others. */
  sketch: z.array(id),
  openings: z.array(openingSchema),
});
export type Manuscript = ReadonlyOf<typeof manuscriptSchema>;

/** Why a manuscript cannot be taken. The views say it to people. */
export const manuscriptFaultReasons = [
  "empty",
  "binary",
  "undecodable",
  "unsupported-type",
  // Formats that people hand in and that can be saved as one of ours.
  "old-word",
  "rich-text",
  "pages",
  "pdf",
  "picture",
  "kindle",
  "packed",
  // Documents that cannot be opened, are locked, or would do harm.
  "broken-document",
  "protected-document",
  "unsafe-document",
  "too-large",
  "not-at-slack",
  "gone",
  "no-access",
  // The person is a guest, a bot, or belongs to another workspace.
  "not-allowed",
  // Slack gave no clear or no whole answer: a later try may succeed.
  "interrupted",
] as const;
export type ManuscriptFaultReason = (typeof manuscriptFaultReasons)[number];

/** Who said what a file is to be read as; nobody, when its card told it. */
const chosenEncodingSchema = z.object({
  encoding: encodingSchema,
  by: maybe(id),
  at,
  /** What it was chosen among, so that a slip can be put right. */
  among: optional(z.array(encodingSchema)),
});
export type ChosenEncoding = ReadonlyOf<typeof chosenEncodingSchema>;

/** What is known of the posted file's text. */
export const readingSchema = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("due"),
    chosen: optional(chosenEncodingSchema),
    /** Whether emphasis is marked in its text, as it was before; undefined: as the admins have it. */
    isMarked: optional(z.boolean()),
  }),
  /** It may be in one encoding or another, the likeliest first: somebody has to look at the first lines. */
  z.object({ status: z.literal("doubtful"), candidates: z.array(encodingSchema) }),
  z.object({ status: z.literal("refused"), reason: z.enum(manuscriptFaultReasons) }),
  z.object({
    status: z.literal("read"),
    manuscript: manuscriptSchema,
    chosen: optional(chosenEncodingSchema),
    /** The partner was given its time to name the language; the card stops waiting for it. */
    patienceOver: optional(z.boolean()),
  }),
]);
export type Reading = ReadonlyOf<typeof readingSchema>;

/** A file that people posted, as Slack describes it. Everything here is hostile until read. */
export type SlackFile = {
  readonly id: string;
  readonly name: string;
  /** Bytes, as Slack states them. */
  readonly size: number;
  readonly url: string;
};
