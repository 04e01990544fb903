/** The encodings that a manuscript may come in. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** The first characters of the text, sent instead of the whole when only they are to be read. */
export type Opening = {
  /** Code points; fewer than `limit` when the text is shorter. */
  readonly characters: number;
  readonly limit: number;
  /** Length in UTF-8. */
  readonly bytes: number;
  readonly sha256: string;
};

/**
 * What is known of an uploaded file's text. The text is the decoded content as UTF-8 without BOM, line
 * ends untouched; a character is a code point. Contract, Billing unit.
 */
export type Manuscript = {
  readonly encoding: Encoding;
  readonly fileBytes: number;
  readonly fileSha256: string;
  readonly textBytes: number;
  readonly textSha256: string;
  readonly characters: number;
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
