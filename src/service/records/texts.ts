import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Seal } from "./seal.ts";

type Options = {
  readonly store: string | undefined;
  readonly seal: Seal;
  readonly isKept: (taskId: string) => Promise<boolean>;
};
type Kind = "source" | "output";
export type Bytes = AsyncIterable<Uint8Array>;

type Spooling = {
  readonly stream: Readable;
  /** Passes all bytes on, and measures them. */
  readonly measure: (source: Bytes) => Bytes;
  readonly signal: AbortSignal;
};

/**
 * Source and output texts, sealed. Uploads are stored as they arrive: no manuscript is in memory as
 * a whole.
 */
export type Texts = {
  /** Stores an upload, which `keep` makes the source of a task. */
  readonly spool: (taskId: string, spooling: Spooling) => Promise<void>;
  readonly keep: (taskId: string) => Promise<void>;
  readonly abandon: (taskId: string) => Promise<void>;
  /** The output appears only when it is complete. */
  readonly write: (taskId: string, source: Bytes) => Promise<void>;
  readonly read: (taskId: string, kind: Kind) => AsyncGenerator<Uint8Array>;
  readonly discard: (taskId: string, kind: Kind) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the folder of source and output texts, sealed: beside the store, or a temporary one that
 * close() removes. Files of no task are removed: uploads that a kill cut, sources of tasks that
 * were never made.
 */
export async function openTexts({ store, seal, isKept }: Options): Promise<Texts> {
  const folder = store === undefined ? mkdtempSync(join(tmpdir(), "service-")) : `${store}.texts`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = (taskId: string, kind: Kind) => join(folder, `${taskId}.${kind}`);
  const upload = (taskId: string) => join(folder, `${taskId}.upload`);
  const part = (taskId: string) => join(folder, `${taskId}.part`);
  const sealing = (name: string) => (source: Bytes) => seal.stream(name, source);
  const discard = (file: string) => rmSync(file, { force: true });
  for (const file of readdirSync(folder)) {
    const [taskId = "", kind] = file.split(".");
    const isCut = kind === "part" || kind === "upload";
    if (isCut || !(await isKept(taskId))) discard(join(folder, file));
  }
  const write = async (to: string, flow: (file: Writable) => Promise<void>) => {
    const file = createWriteStream(to, { mode: 0o600 });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    file.once("close", resolve);
    try {
      await flow(file);
    } catch (error) {
      // The pipeline may fail before its file is open: the file would then outlive its removal.
      await closed;
      discard(to);
      throw error;
    }
  };
  return {
    spool: (taskId, { stream, measure, signal }) =>
      write(upload(taskId), (file) =>
        pipeline(stream, measure, sealing(`${taskId} source`), file, { signal }),
      ),
    keep: async (taskId) => {
      renameSync(upload(taskId), path(taskId, "source"));
    },
    abandon: async (taskId) => {
      discard(upload(taskId));
    },
    write: async (taskId, source) => {
      await write(part(taskId), (file) => pipeline(source, sealing(`${taskId} output`), file));
      renameSync(part(taskId), path(taskId, "output"));
    },
    read: (taskId, kind) =>
      seal.openStream(`${taskId} ${kind}`, createReadStream(path(taskId, kind))),
    discard: async (taskId, kind) => {
      discard(path(taskId, kind));
    },
    close: async () => {
      if (store === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
