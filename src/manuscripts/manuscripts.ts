import type { Encoding, Manuscript, SlackFile } from "../domain/manuscript.ts";
import type { Download } from "./download.ts";
import { refuseUnsupportedName } from "./kinds.ts";
import { openText } from "./open-text.ts";
import { readManuscript } from "./read-manuscript.ts";

type Source = {
  readonly fileId: string;
  readonly manuscript: Manuscript;
  readonly limit: number | undefined;
};

/**
 * Posted files as text. Each call asks Slack for the file anew and streams it: nothing confidential is
 * kept. Both throw ManuscriptFault; `read` also EncodingDoubt, when it is not told the encoding.
 */
export function createManuscripts(deps: {
  readonly find: (fileId: string) => Promise<SlackFile>;
  readonly download: Download;
}) {
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
