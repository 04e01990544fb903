import type { DocumentFormat } from "../../../src/core/manuscript.ts";
import { createDocuments } from "../../../src/manuscripts/manuscripts.ts";
import { collect, pieces } from "../pieces.ts";

export async function textOf(format: DocumentFormat, bytes: Buffer): Promise<string> {
  const documents = createDocuments({ tick: () => 0 });
  const { text } = documents.open({ chunks: pieces(bytes), size: bytes.length, format });
  return (await collect(text)).toString("utf8");
}
