import * as fc from "fast-check";

import {
  type LeftOut,
  type Manuscript,
  type Opening,
  encodings,
  type ChosenEncoding,
  type Reading,
} from "../../src/core/manuscript.ts";
import { type FieldsOf, at, count, id, maybe, text } from "./values.ts";

const encoding = fc.constantFrom(...encodings);
const some = fc.subarray([...encodings], { maxLength: 3 });

const opening: FieldsOf<Opening> = {
  characters: count,
  limit: count,
  end: maybe(fc.constantFrom("chapter", "paragraph", "sentence")),
  bytes: count,
  sha256: id,
};

const leftOut: FieldsOf<LeftOut> = {
  what: fc.constantFrom("contents", "deletions", "pictures", "readings"),
  count,
};

const manuscript: FieldsOf<Manuscript> = {
  format: maybe(fc.constantFrom("docx", "epub", "html", "odt")),
  leftOut: maybe(fc.array(fc.record(leftOut), { maxLength: 2 })),
  encoding,
  otherEncodings: maybe(some),
  fileBytes: count,
  fileSha256: id,
  textBytes: count,
  textSha256: id,
  characters: count,
  chapters: fc.array(fc.record({ title: text, start: count, characters: count }), { maxLength: 2 }),
  sketch: fc.array(id, { maxLength: 2 }),
  openings: fc.array(fc.record(opening), { maxLength: 2 }),
};

const fields: FieldsOf<ChosenEncoding> = { encoding, by: maybe(id), at, among: maybe(some) };
const chosen = maybe(fc.record(fields));

const refusals = fc.constantFrom(
  "empty",
  "binary",
  "undecodable",
  "unsupported-type",
  "old-word",
  "rich-text",
  "pages",
  "pdf",
  "picture",
  "kindle",
  "packed",
  "broken-document",
  "protected-document",
  "unsafe-document",
  "too-large",
  "not-at-slack",
  "gone",
  "no-access",
  "not-allowed",
  "interrupted",
);

export const arbitraryReading: fc.Arbitrary<Reading> = fc.oneof(
  fc.record({ status: fc.constant("due" as const), chosen }),
  fc.record({ status: fc.constant("refused" as const), reason: refusals }),
  fc.record({
    status: fc.constant("read" as const),
    manuscript: fc.record(manuscript),
    chosen,
  }),
  fc.record({ status: fc.constant("doubtful" as const), candidates: some }),
);
