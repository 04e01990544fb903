import { createHash } from "node:crypto";

import type { DocumentFormat } from "#domain/manuscript.ts";
import { createDocuments } from "#manuscripts/manuscripts.ts";

import { collect, pieces } from "../pieces.ts";

export async function textOf(format: DocumentFormat, bytes: Buffer): Promise<string> {
  const documents = createDocuments({ tick: () => 0 });
  const { text } = documents.open({ chunks: pieces(bytes), size: bytes.length, format });
  return (await collect(text)).toString("utf8");
}

export type Format = "docx" | "epub";

export function tryPutBack(
  format: Format,
  bytes: Buffer,
  text: string,
  changes: { readonly limit?: number; readonly fileSha256?: string } = {},
) {
  return createDocuments({ tick: () => 0 }).putBack(
    { chunks: pieces(bytes), size: bytes.length, format },
    {
      translation: Buffer.from(text, "utf8"),
      target: "fr",
      limit: 32 * 1024 * 1024,
      fileSha256: createHash("sha256").update(bytes).digest("hex"),
      ...changes,
    },
  );
}
