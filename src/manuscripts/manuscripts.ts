import { ManuscriptFault } from "../core/faults.ts";
import type { Encoding, Manuscript, SampleLines, SlackFile } from "../core/manuscript.ts";
import type { Slice } from "../core/slice.ts";
import type { Rebuildable, Rebuilt } from "../features/delivery/rules/put-back.ts";
import { type Documents, type Opened, createDocuments } from "./documents/documents.ts";
import type { PuttingBack } from "./documents/put-back/put-back.ts";
import type { Download } from "./download.ts";
import { formatOf } from "./kinds.ts";
import { measureText, openText, sampleLines } from "./text/open-text.ts";
import { type Limits, type ReadText, readManuscript } from "./text/read-manuscript.ts";

type Source = {
  readonly fileId: string;
  readonly manuscript: Manuscript;
  /** Ranges in order, not overlapping; undefined is the whole text. */
  readonly slice: Slice | undefined;
};

type Whole = Omit<Source, "slice"> & { readonly manuscript: { readonly format: Rebuildable } };
type New = Omit<PuttingBack, "document">;

type Wanted = Limits & {
  /** The encoding that somebody chose; without it, the encoding is detected. */
  readonly encoding?: Encoding | undefined;
  /** True when emphasis is marked in the text of documents that can be put back. */
  readonly isMarked?: boolean | undefined;
};

type Deps = {
  readonly find: (fileId: string) => Promise<SlackFile>;
  readonly download: Download;
  /** Monotonic clock, ms. */
  readonly tick: () => number;
};

/**
 * Reads posted files as text. Each call requests the file from Slack again and streams it: nothing
 * confidential is kept. All throw ManuscriptFault; `read` also throws EncodingDoubt when no
 * encoding is given.
 */
export function createManuscripts(deps: Deps) {
  const { find, download, tick } = deps;
  const documents = createDocuments({ tick });
  const open = async function* open(
    { fileId, manuscript, slice }: Source,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const file = await find(fileId);
    const { encoding, format } = manuscript;
    const isMarked = manuscript.marks !== undefined;
    const chunks = download(file, signal);
    const text =
      format === undefined
        ? { chunks, encoding }
        : textOf(documents.open({ chunks, size: file.size, format, encoding, isMarked, signal }));
    yield* openText({ ...text, slice });
  };
  return {
    open,
    putBack: async ({ fileId, manuscript }: Whole, wanted: New): Promise<Rebuilt> => {
      const { format, fileSha256, marks } = manuscript;
      const file = await find(fileId);
      const posted = {
        chunks: download(file),
        size: file.size,
        format,
        isMarked: marks !== undefined,
      };
      return await documents.putBack(posted, { ...wanted, fileSha256 });
    },
    measure: ({ slice, ...source }: Source) =>
      measureText(open({ ...source, slice: undefined }), slice),
    read: (fileId: string, wanted: Wanted) => read(deps, documents, fileId, wanted),
    sample: (fileId: string, encodings: readonly Encoding[]) => sample(deps, fileId, encodings),
  };
}

async function read(
  { find, download }: Deps,
  documents: Documents,
  fileId: string,
  wanted: Wanted,
): Promise<ReadText> {
  const { encoding, isMarked: isWished = false, ...limits } = wanted;
  const file = await find(fileId);
  const format = formatOf(file.name);
  const chunks = download(file);
  if (format === "text") return await readManuscript({ chunks, ...wanted });
  const isMarked = isWished && (format === "docx" || format === "epub");
  const document = documents.open({ chunks, size: file.size, format, encoding, isMarked });
  const { manuscript, names } = await readManuscript({
    ...limits,
    chunks: document.text,
    encoding: "utf-8",
    marked: document.marked,
  });
  return { manuscript: { ...manuscript, ...document.facts(), format }, names };
}

function textOf({ text }: Opened) {
  return { chunks: text, encoding: "utf-8" as const };
}

/** Returns no lines for a file that is no longer available: its card is shown all the same. */
async function sample(
  { find, download }: Pick<Deps, "find" | "download">,
  fileId: string,
  encodings: readonly Encoding[],
): Promise<readonly SampleLines[]> {
  try {
    return await sampleLines(download(await find(fileId)), encodings);
  } catch (error) {
    if (error instanceof ManuscriptFault && error.reason !== "interrupted") return [];
    throw error;
  }
}
