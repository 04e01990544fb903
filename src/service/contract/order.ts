import { createHash } from "node:crypto";

import { z } from "zod";

import type { Form, Upload } from "./form.ts";

export const actions = [
  "translation",
  "preview_translation",
  "token_estimate",
  "glossary_extraction",
  "preview_metadata",
] as const;
export type Action = (typeof actions)[number];

export const strategies = ["merge", "replace", "skip"] as const;

const count = z.string().regex(/^0*[1-9]\d{0,14}$/, "must be a positive integer");

const glossary = z
  .string()
  .transform(parsed)
  .pipe(z.custom<object>(isObject, "must be a JSON object"))
  .transform((terms) => Object.entries(terms))
  .pipe(z.array(z.tuple([z.string().min(1), z.string()])));

const fieldsSchema = z
  .object({
    action: z.enum(actions),
    // Not in the contract: the format of language codes. We take codes that look like BCP 47 tags.
    target_lang: z.string().regex(/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/, "must be a code"),
    char_limit: count.transform(Number).optional(),
    estimated_chars: count.transform(Number).optional(),
    glossary: glossary.default([]),
    glossary_strategy: z.enum(strategies).default("merge"),
  })
  // Contract, POST /tasks rule 4. Not in the contract: how plain text is sent instead of a file.
  .refine(
    (fields) => fields.char_limit !== undefined || fields.estimated_chars !== undefined,
    "estimated_chars is required for a file without char_limit",
  );

/** A create request that obeys the rules of POST /tasks. */
export type Order = z.infer<typeof fieldsSchema> & {
  readonly upload: Upload;
  readonly sourceCharacters: number;
  /** The same logical request has the same fingerprint, however its multipart body was framed. */
  readonly fingerprint: string;
};

/**
 * Contract, Errors row 400: returns the order, or a text that names its invalid, missing or
 * malformed part.
 */
export function readOrder({ upload, fields, complaint }: Form): Order | string {
  if (complaint !== undefined) return complaint;
  if (upload === undefined || upload.bytes === 0) return "the source text is missing";
  // Not in the contract: the supported file types. We take UTF-8 text alone.
  if (upload.characters === undefined) return "the file is not UTF-8 text";
  const read = fieldsSchema.safeParse(Object.fromEntries(fields));
  if (!read.success) return z.prettifyError(read.error);
  const fingerprint = fingerprintOf(fields, upload);
  return { ...read.data, upload, sourceCharacters: upload.characters, fingerprint };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fingerprintOf(fields: Form["fields"], { sha256 }: Upload): string {
  const sorted = [...fields].sort(([one], [other]) => (one < other ? -1 : 1));
  // Not in the contract: when two requests are the same. We compare the fields and the file's
  // bytes, but not the file's name or the multipart framing.
  return createHash("sha256")
    .update(JSON.stringify([sorted, sha256]))
    .digest("hex");
}
