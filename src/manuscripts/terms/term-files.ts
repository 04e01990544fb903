import { extname } from "node:path";

import { ManuscriptFault } from "../../core/faults.ts";
import type { SlackFile } from "../../core/manuscript.ts";
import { type TermFile, refused, termsOfRows } from "../../features/glossary/rules/term-rows.ts";
import type { Download } from "../download.ts";
import { csvRows } from "./csv-rows.ts";
import { jsonRows } from "./json-rows.ts";
import { tbxRows } from "./tbx-rows.ts";

type Deps = {
  readonly find: (fileId: string) => Promise<SlackFile>;
  readonly download: Download;
};

/** Tables of terms that people post. */
export function createTermFiles(deps: Deps) {
  return {
    /** Endings of files that can hold terms, without the dot. */
    filetypes: termFiletypes,
    isOne: (name: string) => termFiletypes.includes(endingOf(name)),
    read: (fileId: string, target: string) => readTermFile(deps, fileId, target),
  };
}

const termFiletypes: readonly string[] = ["csv", "tsv", "json", "tbx"];

/**
 * Reads the terms of a posted file: CSV, JSON or TBX. What cannot be read, in whole, is refused with what is
 * wrong where.
 */
async function readTermFile(deps: Deps, fileId: string, target: string): Promise<TermFile> {
  const held = await hold(deps, fileId);
  if ("status" in held) return held;
  const { name, bytes } = held;
  const rows = await orUndefined(() => rowsOf(endingOf(name), bytes, target));
  return rows === undefined ? refused([{ why: "unreadable" }]) : termsOfRows(rows);
}

async function hold(
  { find, download }: Deps,
  fileId: string,
): Promise<TermFile | { readonly name: string; readonly bytes: Uint8Array }> {
  const file = await orUndefined(() => find(fileId));
  if (file === undefined) return refused([{ why: "unavailable" }]);
  if (file.size > mostBytes) return refused([{ why: "too-large" }]);
  const chunks = await orUndefined(() => Array.fromAsync(download(file)));
  return chunks === undefined
    ? refused([{ why: "unavailable" }])
    : { name: file.name, bytes: new Uint8Array(Buffer.concat(chunks)) };
}

async function orUndefined<T>(step: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ManuscriptFault) return undefined;
    throw error;
  }
}

function rowsOf(ending: string, bytes: Uint8Array, target: string) {
  switch (ending) {
    case "json":
      return jsonRows(bytes);
    case "tbx":
      return tbxRows(bytes, target);
    default:
      return csvRows(bytes);
  }
}

function endingOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

/** Ten thousand terms are a tenth of it. */
const mostBytes = 5 * 1024 * 1024;
