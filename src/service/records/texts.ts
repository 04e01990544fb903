import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

import type { Seal } from "./seal.ts";

export type Kind = "source" | "output";
export type Bytes = AsyncIterable<Uint8Array>;

/**
 * Source and output texts, sealed. They are stored as they arrive: no manuscript is in memory as a
 * whole. A text that was never asked for by a task is removed by whoever wrote it.
 */
export type Texts = {
  /** Nothing is kept when the bytes end with an error. */
  readonly write: (taskId: string, kind: Kind, bytes: Bytes) => Promise<void>;
  readonly read: (taskId: string, kind: Kind) => AsyncGenerator<Uint8Array>;
  readonly discard: (taskId: string, kind: Kind) => Promise<void>;
};

type Options = {
  readonly folder: string;
  readonly seal: Seal;
  readonly isKept: (taskId: string) => Promise<boolean>;
};

/**
 * Opens a folder of source and output texts. Files of no task are removed: uploads that a kill cut,
 * sources of tasks that were never made.
 */
export async function openTexts({ folder, seal, isKept }: Options): Promise<Texts> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = (taskId: string, kind: Kind) => join(folder, `${taskId}.${kind}`);
  const discard = (file: string) => rmSync(file, { force: true });
  for (const file of readdirSync(folder)) {
    if (!(await isKept(file.split(".")[0] ?? ""))) discard(join(folder, file));
  }
  return {
    write: async (taskId, kind, bytes) => {
      const to = path(taskId, kind);
      const file = createWriteStream(to, { mode: 0o600 });
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      file.once("close", resolve);
      try {
        await pipeline(seal.stream(`${taskId} ${kind}`, bytes), file);
      } catch (error) {
        // The pipeline may fail before its file is open: the file would then outlive its removal.
        await closed;
        discard(to);
        throw error;
      }
    },
    read: (taskId, kind) =>
      seal.openStream(`${taskId} ${kind}`, createReadStream(path(taskId, kind))),
    discard: async (taskId, kind) => discard(path(taskId, kind)),
  };
}
