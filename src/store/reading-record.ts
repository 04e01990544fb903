import { z } from "zod";

import { encodings } from "../core/manuscript.ts";
import { maybe } from "../core/stored.ts";

const at = z.number();
const id = z.string().min(1);

const opening = z.object({
  characters: at,
  limit: at,
  end: maybe(z.enum(["chapter", "paragraph", "sentence"])),
  bytes: at,
  sha256: id,
});

const chapter = z.object({ title: z.string(), start: at, characters: at });
const leftOut = z.object({
  what: z.enum(["contents", "deletions", "pictures", "readings"]),
  count: at,
});

const manuscript = z.object({
  format: maybe(z.enum(["docx", "epub", "html", "odt"])),
  leftOut: maybe(z.array(leftOut)),
  encoding: z.enum(encodings),
  otherEncodings: maybe(z.array(z.enum(encodings))),
  fileBytes: at,
  fileSha256: id,
  textBytes: at,
  textSha256: id,
  characters: at,
  chapters: z.array(chapter),
  sketch: z.array(id),
  openings: z.array(opening),
});

const chosen = z.object({
  encoding: z.enum(encodings),
  by: maybe(id),
  at,
  among: maybe(z.array(z.enum(encodings))),
});

/** What is known of the manuscript itself, as the record of its quote holds it. */
export const reading = z.discriminatedUnion("status", [
  z.object({ status: z.literal("due"), chosen: maybe(chosen) }),
  z.object({ status: z.literal("doubtful"), candidates: z.array(z.enum(encodings)) }),
  z.object({
    status: z.literal("refused"),
    reason: z.enum([
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
    ]),
  }),
  z.object({ status: z.literal("read"), manuscript, chosen: maybe(chosen) }),
]);
