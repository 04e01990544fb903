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

export type Encoding = (typeof encodings)[number];

/** Some lines of a file as an encoding reads them: the first ones that are not plain ASCII. */
export type SampleLines = { readonly encoding: Encoding; readonly lines: readonly string[] };

/** Files that are not text themselves but hold one. */
export type DocumentFormat = "docx" | "epub" | "html" | "odt";

/** What of a document is not in its text, and how often. */
export type LeftOut = {
  readonly what: "contents" | "deletions" | "pictures" | "readings";
  readonly count: number;
};

/** The first characters of the text, sent instead of the whole when only they are to be read. */
export type Opening = {
  /** Code points; fewer than `limit` when the text is shorter, or the opening ends before. */
  readonly characters: number;
  readonly limit: number;
  /** What ends with it in a longer text; undefined: it is cut at its limit, wherever that is. */
  readonly end?: "chapter" | "paragraph" | "sentence" | undefined;
  /** Length in UTF-8. */
  readonly bytes: number;
  readonly sha256: string;
};

/** A division of the text as its author made it. The chapters of a manuscript follow each other without a gap. */
export type Chapter = {
  /** Its heading, at most 80 code points: a name, and all that is kept of the text. */
  readonly title: string;
  /** Code points before it; the first begins at 0, with what stands before the first heading. */
  readonly start: number;
  readonly characters: number;
};

/** The last of so many holds all that follows it. */
export const chapterLimit = 5000;

/**
 * What is known of an uploaded file's text. The text is the decoded content as UTF-8 without BOM, line
 * ends untouched, or what was extracted from a document; a character is a code point. Contract, Billing
 * unit.
 */
export type Manuscript = {
  /** Undefined: the file is text itself. */
  readonly format?: DocumentFormat | undefined;
  readonly leftOut?: readonly LeftOut[] | undefined;
  readonly encoding: Encoding;
  /** What the bytes might be besides; not there when they prove their encoding. */
  readonly otherEncodings?: readonly Encoding[] | undefined;
  readonly fileBytes: number;
  readonly fileSha256: string;
  readonly textBytes: number;
  readonly textSha256: string;
  readonly characters: number;
  /** None when it has no more than one. */
  readonly chapters: readonly Chapter[];
  /** A few of the names by which the text is known again: the whole's, and the smallest of all others. */
  readonly sketch: readonly string[];
  readonly openings: readonly Opening[];
};

/** A file that people posted, as Slack describes it. Everything here is hostile until read. */
export type SlackFile = {
  readonly id: string;
  readonly name: string;
  /** Bytes, as Slack states them. */
  readonly size: number;
  readonly url: string;
};
