import { extname } from "node:path";

import { ManuscriptFault } from "../../core/faults.ts";
import type { SlackFile } from "../../core/manuscript.ts";
import { type TermFile, refused } from "../../features/glossary/rules/glossary-file.ts";
import { type WorkClock, askForWhole, createRoom } from "../documents/ask-worker.ts";
import type { Download } from "../download.ts";

type Deps = WorkClock & {
  readonly find: (fileId: string) => Promise<SlackFile>;
  readonly download: Download;
};

/**
 * Reads tables of terms that people post: CSV, JSON or TBX. One that cannot be read as a whole is
 * refused, with the errors and their lines. A few are read at one time, the others wait.
 */
export function createTermFiles(deps: Deps) {
  const room = createRoom(mostAtOnce);
  return {
    /** Endings of files that can hold terms, without the dot. */
    filetypes: termFiletypes,
    isOne: (name: string) => termFiletypes.includes(endingOf(name)),
    read: async (fileId: string, target: string): Promise<TermFile> => {
      const leave = await room.enter(1);
      try {
        return await readTermFile(deps, fileId, target);
      } finally {
        leave();
      }
    },
  };
}

const mostAtOnce = 4;

const termFiletypes: readonly string[] = ["csv", "tsv", "json", "tbx"];

async function readTermFile(deps: Deps, fileId: string, target: string): Promise<TermFile> {
  const file = await orUndefined(() => deps.find(fileId));
  if (file === undefined) return refused("unavailable");
  if (file.size > mostBytes) return refused("too-large");
  const chunks = await orUndefined(() => Array.fromAsync(deps.download(file)));
  if (chunks === undefined) return refused("unavailable");
  const bytes = new Uint8Array(Buffer.concat(chunks));
  const table = { bytes, ending: endingOf(file.name), target };
  const terms = await orUndefined(() => askForWhole({ ask: "terms", table }, deps));
  return terms ?? refused("no-table");
}

async function orUndefined<T>(step: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ManuscriptFault) return undefined;
    throw error;
  }
}

function endingOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

/** A full glossary takes a fifth of it. */
const mostBytes = 5 * 1024 * 1024;
