import { createHash } from "node:crypto";

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
export type Strategy = (typeof strategies)[number];

/** A create request that obeys the rules of POST /tasks. */
export type Order = {
  readonly action: Action;
  readonly targetLang: string;
  readonly upload: Upload;
  readonly sourceCharacters: number;
  readonly charLimit: number | undefined;
  readonly estimatedChars: number | undefined;
  readonly glossary: [string, string][];
  readonly strategy: Strategy;
  /** The same logical request has the same fingerprint, however its multipart body was framed. */
  readonly fingerprint: string;
};

export type OrderResult =
  | { readonly status: "ordered"; readonly order: Order }
  | { readonly status: "malformed"; readonly complaint: string };

/** Contract, Errors row 400: invalid parameters, missing input, or malformed glossary JSON. */
export function readOrder(form: Form): OrderResult {
  if (form.complaint !== undefined) return malformed(form.complaint);
  const action = actions.find((known) => known === form.fields.get("action"));
  if (action === undefined) return malformed(`action must be one of ${actions.join(", ")}`);
  const targetLang = form.fields.get("target_lang") ?? "";
  // Not in the contract: the format of language codes. We take what looks like a BCP 47 tag.
  if (!/^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/.test(targetLang)) {
    return malformed("target_lang must be a language code");
  }
  const strategy = strategies.find(
    (known) => known === (form.fields.get("glossary_strategy") ?? "merge"),
  );
  if (strategy === undefined) {
    return malformed(`glossary_strategy must be one of ${strategies.join(", ")}`);
  }
  const glossary = readGlossary(form.fields.get("glossary"));
  if (glossary === undefined) return malformed("glossary must be a JSON object of strings");
  const source = readSource(form);
  if (source.status === "malformed") return source;
  const fingerprint = fingerprintOf(form, source.upload);
  return {
    status: "ordered",
    order: { action, targetLang, strategy, glossary, fingerprint, ...source },
  };
}

type Source = Pick<Order, "upload" | "sourceCharacters" | "charLimit" | "estimatedChars">;

function readSource(form: Form) {
  const { upload } = form;
  if (upload === undefined || upload.bytes === 0) return malformed("the source text is missing");
  // Not in the contract: the supported file types. We take UTF-8 text alone.
  if (upload.characters === undefined) return malformed("the file is not UTF-8 text");
  const charLimit = readCount(form.fields.get("char_limit"));
  const estimatedChars = readCount(form.fields.get("estimated_chars"));
  if (charLimit === "invalid") return malformed("char_limit must be a positive integer");
  if (estimatedChars === "invalid") return malformed("estimated_chars must be a positive integer");
  // Contract, POST /tasks rule 4. Not in the contract: how plain text is sent instead of a file.
  if (charLimit === undefined && estimatedChars === undefined) {
    return malformed("estimated_chars is required for a file without char_limit");
  }
  const sourceCharacters = upload.characters;
  const source: Source = { upload, sourceCharacters, charLimit, estimatedChars };
  return { status: "found" as const, ...source };
}

function readCount(value: string | undefined): number | undefined | "invalid" {
  if (value === undefined) return undefined;
  const count = /^\d{1,15}$/.test(value) ? Number(value) : 0;
  return count > 0 ? count : "invalid";
}

function readGlossary(json: string | undefined): [string, string][] | undefined {
  if (json === undefined) return [];
  const value = parsed(json);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const pairs = Object.entries(value).filter((pair): pair is [string, string] => {
    return typeof pair[1] === "string" && pair[0] !== "";
  });
  return pairs.length === Object.keys(value).length ? pairs : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function fingerprintOf({ fields }: Form, upload: Upload): string {
  const sorted = [...fields].sort(([one], [other]) => (one < other ? -1 : 1));
  // Not in the contract: what makes two requests the same. We compare the fields and the file's
  // bytes; the file's name and the multipart framing are left out.
  const logical = JSON.stringify([sorted, upload.sha256]);
  return createHash("sha256").update(logical).digest("hex");
}

function malformed(complaint: string) {
  return { status: "malformed" as const, complaint };
}
