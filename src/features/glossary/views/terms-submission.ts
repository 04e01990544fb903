import { z } from "zod";

import { parseMetadata } from "../../ids.ts";
import type { TypedIn } from "../actions/terms.ts";
import { type TypedRow, typedTerms, untypedLine } from "../rules/term-edits.ts";

export const termBlocks = {
  search: "terms.search",
  row: "terms.row",
  add: "terms.add",
  series: "terms.series",
  file: "terms.file",
} as const;

/** The form's private metadata: the glossary, and the current view of it. */
export type TermsMemory = z.infer<typeof memory>;

export function parseTermsMemory(metadata: string): TermsMemory | undefined {
  return parseMetadata(memory, metadata);
}

export type TypedForm =
  | {
      readonly status: "read";
      readonly typed: Omit<TypedIn, "untouched">;
      readonly search: string;
      readonly file: { readonly id: string; readonly name: string } | undefined;
    }
  /** The block id of the faulty field, and its first faulty line. */
  | { readonly status: "faulty"; readonly blockId: string; readonly line: string };

export function parseTermsForm(values: unknown): TypedForm {
  const blocks = Object.entries(fields.safeParse(values).data ?? {});
  const rows: TypedRow[] = [];
  let search = "";
  let file: Extract<TypedForm, { status: "read" }>["file"];
  let [added, series]: [TypedIn["added"], TypedIn["series"]] = [[], undefined];
  for (const [blockId, block] of blocks) {
    const [kind = "", first = "", second = ""] = partsOf(blockId);
    const [field] = Object.values(block);
    const value = (field?.value ?? "").trim();
    const [chosen] = field?.files ?? [];
    if (kind === termBlocks.file && chosen !== undefined) {
      file = { id: chosen.id, name: chosen.name ?? "file" };
    }
    if (kind === termBlocks.row) rows.push({ term: first, shown: second, target: value });
    if (kind === termBlocks.search) search = value;
    if (kind === termBlocks.series) series = { shown: first, name: value };
    if (kind !== termBlocks.add || value === "") continue;
    const lines = typedTerms(value);
    if (lines === undefined) return { status: "faulty", blockId, line: untypedLine(value) };
    added = lines;
  }
  return { status: "read", typed: { rows, added, series }, search, file };
}

function partsOf(blockId: string): readonly string[] {
  const [room, kind, ...marks] = blockId.split(".");
  return [`${room}.${kind}`, ...marks];
}

const memory = z.object({
  quoteId: z.string().min(1),
  /** The file previewed last. */
  fileId: z.string().optional(),
  /**
   * Rises with each save, so that the field for new terms gets another block id and is empty again.
   */
  saves: z.number(),
  target: z.string().min(1),
  layer: z.enum(["workspace", "series", "book"]),
  look: z.object({ search: z.string(), page: z.number().int() }),
});

const file = z.object({ id: z.string().min(1), name: z.string().nullish() });

const field = z.looseObject({ value: z.string().nullish(), files: z.array(file).nullish() });

const fields = z.record(z.string(), z.record(z.string(), field));
