import { z } from "zod";

import { type ReadonlyOf, at, count, id, maybe, optional, stored } from "./fields.ts";
import { chapterSchema, measuredSchema, sliceSchema } from "./slice.ts";

/** The supported encodings of a manuscript, by their names on the web, the likelier ones first. */
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

/** The first lines of a file that are not plain ASCII, decoded with an encoding. */
export type SampleLines = { readonly encoding: Encoding; readonly lines: readonly string[] };

type FormatRow = {
  /** Of file names, without the dot. */
  readonly endings: readonly string[];
  readonly container: "zip" | "file";
};

/** Formats that are not text themselves but contain one. What a row forgets does not compile. */
export const documentFormats = {
  docx: { endings: ["docx", "docm"], container: "zip" },
  epub: { endings: ["epub"], container: "zip" },
  html: { endings: ["html", "htm"], container: "file" },
  odt: { endings: ["odt"], container: "zip" },
} as const satisfies Readonly<Record<string, FormatRow>>;
export type DocumentFormat = keyof typeof documentFormats;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant
export const formatKeys = Object.keys(documentFormats) as readonly DocumentFormat[];

/** Parts of a document that its text leaves out, and their number. */
const leftOutSchema = stored({
  what: z.enum(["contents", "deletions", "hidden", "pictures", "readings", "drawings"]),
  count,
  /** The code points of their words, and the first of these. */
  characters: optional(count),
  begins: optional(z.string()),
});
export type LeftOut = ReadonlyOf<typeof leftOutSchema>;

/**
 * Returns what is left out of a text by a judgement that may be wrong, when it is more than a line. Above
 * a share of the text, people are asked before anything is spent.
 */
export function wordsLeftOut({ leftOut = [], characters }: Manuscript) {
  const parts = leftOut.filter((one) => one.characters !== undefined);
  const all = parts.reduce((sum, one) => sum + (one.characters ?? 0), 0);
  if (all <= longestLine) return undefined;
  const [most] = parts.toSorted((one, other) => (other.characters ?? 0) - (one.characters ?? 0));
  const begins = most?.begins ?? "";
  return { parts, begins, isDoubtful: all > mostLeftOut * (all + characters) };
}

const longestLine = 80;
const mostLeftOut = 0.02;

/** The first characters of the text, sent instead of the whole for a preview or an inquiry. */
const openingSchema = stored({
  /** The most code points of it; it has fewer if the text is shorter, or `end` comes before. */
  limit: count,
  slice: sliceSchema,
  measured: measuredSchema,
  /** The unit of a longer text that ends with it; undefined if it is cut exactly at its limit. */
  end: optional(z.enum(["chapter", "paragraph", "sentence"])).catch(undefined),
});
export type Opening = ReadonlyOf<typeof openingSchema>;

/** The most chapters; the last one holds the rest of the text. */
export const chapterLimit = 5000;

/**
 * The facts about an uploaded file's text. The text is the decoded content as UTF-8 without BOM,
 * line ends untouched, or the text extracted from a document. A character is a code point.
 * Contract, Billing unit.
 */
const manuscriptSchema = stored({
  /** Undefined for a file that is text itself. */
  format: optional(z.enum(formatKeys)),
  leftOut: optional(z.array(leftOutSchema)).catch(undefined),
  /** The document's own title, for display: see `documentTitle`. */
  title: optional(z.string()),
  /** The code points of the signs around emphasis; undefined if it was read without them. */
  marks: optional(count),
  encoding: encodingSchema,
  /** Other possible encodings of the bytes; absent if the bytes prove their encoding. */
  otherEncodings: optional(z.array(encodingSchema)),
  /** Length and hash of a document's file: a translation is put back into no other. */
  fileBytes: optional(count),
  fileSha256: optional(id),
  textBytes: count,
  textSha256: id,
  characters: count,
  /** Empty for a text with at most one chapter. */
  chapters: z.array(chapterSchema),
  /** A few names by which the text is found again: the whole's, and the smallest of all others. */
  indexedNames: z.array(id),
  openings: z.array(openingSchema),
  /** Passages from evenly spaced places, for a glossary; undefined for a text that is no longer. */
  sample: optional(sliceSchema),
});
export type Manuscript = ReadonlyOf<typeof manuscriptSchema>;

/** The reasons for refusing a manuscript. The views word them for people. */
export const manuscriptFaultReasons = [
  "empty",
  "binary",
  "undecodable",
  "unsupported-type",
  // Formats that people post and that can be saved as one of ours.
  "old-word",
  "rich-text",
  "pages",
  "pdf",
  "picture",
  "kindle",
  "packed",
  // Documents that cannot be opened, are locked, or are dangerous.
  "broken-document",
  "protected-document",
  "unsafe-document",
  "too-large",
  "not-at-slack",
  // A canvas or a post, which can be edited after its estimate.
  "canvas",
  // Slack has only a link to it.
  "elsewhere",
  // Slack has not handed it over yet, such as one of another workspace.
  "late",
  "gone",
  "no-access",
  // The person is a guest, a bot, or belongs to another workspace.
  "not-allowed",
  // Slack gave no clear or complete answer: a later try may succeed.
  "interrupted",
] as const;
export type ManuscriptFaultReason = (typeof manuscriptFaultReasons)[number];

/** The encoding that a person chose; without `by`, the one that the card recorded. */
const chosenEncodingSchema = stored({
  encoding: encodingSchema,
  by: maybe(id),
  at,
  /** The encodings on offer at the choice, so that a mistake can be corrected. */
  among: optional(z.array(encodingSchema)),
});
export type ChosenEncoding = ReadonlyOf<typeof chosenEncodingSchema>;

export const readingSchema = z.discriminatedUnion("status", [
  stored({
    status: z.literal("due"),
    chosen: optional(chosenEncodingSchema),
    /** Whether an earlier reading marked emphasis; undefined: the admins' setting decides. */
    isMarked: optional(z.boolean()),
  }),
  /** Several encodings are possible, the likeliest first: a person chooses. */
  stored({ status: z.literal("doubtful"), candidates: z.array(encodingSchema) }),
  stored({
    status: z.literal("refused"),
    reason: z.enum(manuscriptFaultReasons).catch("unsupported-type"),
    /** The page of a book that is the reason. */
    part: optional(z.string()),
  }),
  stored({
    status: z.literal("read"),
    manuscript: manuscriptSchema,
    chosen: optional(chosenEncodingSchema),
    /** Of records from before cards stopped waiting for the language. */
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

/** Runs and marks of one kind, and how many of them came back in their places. */
const inlineSchema = stored({
  kind: z.enum(["emphasis", "link", "field", "formula", "picture", "page", "note"]),
  kept: count,
  of: count,
});
export type Inline = ReadonlyOf<typeof inlineSchema>;

/**
 * The outcome of putting a translation back into its document: the document, or the reason why it comes
 * as text. The numbers are paragraphs.
 */
export const putBackSchema = z.discriminatedUnion("status", [
  stored({
    status: z.literal("document"),
    /** The number of words and phrases that kept their emphasis. */
    emphasis: optional(stored({ kept: count, of: count })),
    inline: optional(z.array(inlineSchema)).catch(undefined),
  }),
  stored({ status: z.literal("unmatched"), book: count, translation: count }),
  stored({ status: z.literal("too-large") }),
  /** The document is gone from Slack, is another one now, or can no longer be parsed. */
  stored({ status: z.literal("unreadable") }),
]);
export type PutBack = ReadonlyOf<typeof putBackSchema>;

/** A rebuilt document, or the reason why there is none; `bytes` are as the worker hands them over. */
export type Rebuilt =
  | (Extract<PutBack, { status: "document" }> & { readonly bytes: Uint8Array<ArrayBuffer> })
  | Extract<PutBack, { status: "unmatched" | "too-large" }>;

export function canBePutBack(
  manuscript: Manuscript,
): manuscript is Manuscript & { readonly format: DocumentFormat } {
  return manuscript.format !== undefined;
}
