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

type Options = { readonly store: string | undefined; readonly seal: Seal };
type Kind = "source" | "output";
type Bytes = AsyncIterable<Uint8Array>;

type Spooling = {
  readonly stream: Readable;
  /** Sees all bytes pass. */
  readonly measure: (source: Bytes) => Bytes;
  readonly signal: AbortSignal;
};

/**
 * The folder of source and output texts, sealed: beside the store, or a temporary one that goes with
 * close(). Uploads are spooled here as they arrive, so no manuscript is ever held in memory whole.
 */
export function openTexts({ store, seal }: Options) {
  const folder = store === undefined ? mkdtempSync(join(tmpdir(), "service-")) : `${store}.texts`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = (taskId: string, kind: Kind) => join(folder, `${taskId}.${kind}`);
  const upload = (taskId: string) => join(folder, `${taskId}.upload`);
  const part = (taskId: string) => join(folder, `${taskId}.part`);
  const sealing = (name: string) => (source: Bytes) => seal.stream(name, source);
  const discard = (file: string) => rmSync(file, { force: true });
  const write = async (to: string, flow: (file: Writable) => Promise<void>) => {
    const file = createWriteStream(to, { mode: 0o600 });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    file.once("close", resolve);
    try {
      await flow(file);
    } catch (error) {
      // The pipeline fails before a file that is being opened is there: it would outlive its removal.
      await closed;
      discard(to);
      throw error;
    }
  };
  return {
    /** Takes in an upload, which becomes a task's source by `keep`. */
    spool: (taskId: string, { stream, measure, signal }: Spooling) =>
      write(upload(taskId), (file) =>
        pipeline(stream, measure, sealing(`${taskId} source`), file, { signal }),
      ),
    keep: (taskId: string) => {
      renameSync(upload(taskId), path(taskId, "source"));
    },
    abandon: (taskId: string) => {
      discard(upload(taskId));
    },
    /** The file appears only when it is complete. */
    write: async (taskId: string, source: Bytes) => {
      await write(part(taskId), (file) => pipeline(source, sealing(`${taskId} output`), file));
      renameSync(part(taskId), path(taskId, "output"));
    },
    read: (taskId: string, kind: Kind): AsyncGenerator<Uint8Array> =>
      seal.openStream(`${taskId} ${kind}`, createReadStream(path(taskId, kind))),
    discard: (taskId: string, kind: Kind) => {
      discard(path(taskId, kind));
    },
    /** Drops what no task owns: uploads that a kill cut, sources of tasks that were never made. */
    sweep: (isOwned: (taskId: string) => boolean) => {
      for (const file of readdirSync(folder)) {
        const [taskId = "", kind] = file.split(".");
        if (kind === "part" || kind === "upload" || !isOwned(taskId)) discard(join(folder, file));
      }
    },
    close: () => {
      if (store === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Texts = ReturnType<typeof openTexts>;
