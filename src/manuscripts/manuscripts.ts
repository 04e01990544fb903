import { ManuscriptFault } from "../core/faults.ts";
import type { Encoding, SampleLines, SlackFile } from "../core/manuscript.ts";
import type { Manuscripts, TextRead, TextSource, TextWanted } from "../core/ports.ts";
import { createDocuments } from "./documents/documents.ts";
import type { Download } from "./download.ts";
import { formatOf } from "./kinds.ts";
import { measureText, openText, sampleLines } from "./text/open-text.ts";
import { readManuscript } from "./text/read-manuscript.ts";

type Deps = {
  readonly find: (fileId: string) => Promise<SlackFile>;
  readonly download: Download;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
};

/**
 * Reads posted files as text. Each call requests the file from Slack again and streams it: nothing
 * confidential is kept.
 */
export function createManuscripts({ find, download, tick }: Deps) {
  const documents = createDocuments({ tick });
  const open = async function* open(
    { fileId, manuscript, slice }: TextSource,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const file = await find(fileId);
    const { encoding, format, marks } = manuscript;
    const posted = { chunks: download(file, signal), size: file.size, encoding, signal };
    if (format === undefined) yield* openText({ ...posted, slice });
    else {
      const { text } = documents.open({ ...posted, format, isMarked: marks !== undefined });
      yield* openText({ chunks: text, encoding: "utf-8", slice });
    }
  };
  const read = async (fileId: string, wanted: TextWanted): Promise<TextRead> => {
    const { encoding, isMarked: isWished = false, ...limits } = wanted;
    const file = await find(fileId);
    const format = formatOf(file.name);
    const chunks = download(file);
    if (format === "text") return await readManuscript({ chunks, ...wanted });
    const isMarked = isWished && (format === "docx" || format === "epub");
    const document = documents.open({ chunks, size: file.size, format, encoding, isMarked });
    const { text, marked } = document;
    const reading = { ...limits, chunks: text, encoding: "utf-8", marked } as const;
    const { manuscript, names } = await readManuscript(reading);
    return { manuscript: { ...manuscript, ...document.facts(), format }, names };
  };
  const putBack: Manuscripts["putBack"] = async ({ fileId, manuscript }, wanted) => {
    const { format, fileSha256, marks } = manuscript;
    const file = await find(fileId);
    const posted = { chunks: download(file), size: file.size, format };
    const isMarked = marks !== undefined;
    return await documents.putBack({ ...posted, isMarked }, { ...wanted, fileSha256 });
  };
  /** Returns no lines for a file that is no longer available: its card is shown all the same. */
  const sample = async (
    fileId: string,
    encodings: readonly Encoding[],
  ): Promise<readonly SampleLines[]> => {
    try {
      return await sampleLines(download(await find(fileId)), encodings);
    } catch (error) {
      if (error instanceof ManuscriptFault && error.reason !== "interrupted") return [];
      throw error;
    }
  };
  const measure: Manuscripts["measure"] = ({ slice, ...source }) =>
    measureText(open({ ...source, slice: undefined }), slice);
  return { open, read, putBack, measure, sample };
}
