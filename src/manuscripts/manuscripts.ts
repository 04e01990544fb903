import { ManuscriptFault } from "../domain/faults.ts";
import type { Encoding, Manuscript, SampleLines, SlackFile } from "../domain/manuscript.ts";
import type { Download } from "./download.ts";
import { refuseUnsupportedName } from "./kinds.ts";
import { openText } from "./open-text.ts";
import { readManuscript } from "./read-manuscript.ts";
import { sampleLines } from "./sample-lines.ts";

type Deps = {
  readonly find: (fileId: string) => Promise<SlackFile>;
  readonly download: Download;
};

type Source = {
  readonly fileId: string;
  readonly manuscript: Manuscript;
  readonly limit: number | undefined;
};

/**
 * Posted files as text. Each call asks Slack for the file anew and streams it: nothing confidential is
 * kept. Both throw ManuscriptFault; `read` also EncodingDoubt, when it is not told the encoding.
 */
export function createManuscripts(deps: Deps) {
  return {
    read: async (
      fileId: string,
      openings: readonly number[],
      encoding?: Encoding,
    ): Promise<Manuscript> => {
      const file = await deps.find(fileId);
      refuseUnsupportedName(file.name);
      return await readManuscript({
        chunks: deps.download(file),
        openings: [...openings],
        encoding,
      });
    },
    sample: (fileId: string, encodings: readonly Encoding[]) => sample(deps, fileId, encodings),
    open: async function* open(
      { fileId, manuscript, limit }: Source,
      signal: AbortSignal,
    ): AsyncGenerator<Uint8Array> {
      const file = await deps.find(fileId);
      const { encoding } = manuscript;
      const chunks = deps.download(file, signal);
      yield* openText({ chunks, encoding, ...(limit !== undefined && { limit }) });
    },
  };
}

/** Nothing of a file that cannot be had any more: a card is shown all the same. */
async function sample(
  { find, download }: Deps,
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
