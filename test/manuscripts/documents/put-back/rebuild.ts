import { openArchive } from "#manuscripts/documents/archive.ts";
import { readBlocks } from "#manuscripts/documents/extract.ts";
import { decodePart } from "#manuscripts/documents/markup.ts";
import { putBack } from "#manuscripts/documents/put-back/put-back.ts";

type Format = "docx" | "epub" | "odt" | "html";

/** Rebuilds the document with these paragraphs, without its thread. */
export async function rebuild(
  format: Format,
  bytes: Buffer,
  paragraphs: readonly string[],
  target = "pt-BR",
) {
  const rebuilt = await putBack({
    document: { bytes: new Uint8Array(bytes), format, encoding: "utf-8", isMarked: true },
    translation: Buffer.from(paragraphs.join("\n\n"), "utf8"),
    target,
    limit: 1024 * 1024,
  });
  if (rebuilt.status !== "document") throw new Error(JSON.stringify(rebuilt));
  const { bytes: made } = rebuilt;
  return {
    emphasis: rebuilt.emphasis,
    inline: rebuilt.inline,
    part: async (name: string) =>
      format === "html"
        ? Buffer.from(made).toString("utf8")
        : await decodePart((await openArchive(made)).read(name)),
    read: () => paragraphsOf(format, made),
  };
}

export async function paragraphsOf(
  format: Format,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<readonly string[]> {
  const blocks = readBlocks({ bytes, format, encoding: "utf-8", isMarked: true });
  return (await Array.fromAsync(blocks)).map(({ text }) => text);
}
