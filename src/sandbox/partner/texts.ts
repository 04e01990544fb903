import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The folder of source and output texts: beside the store, or a temporary one that goes with close().
 * Uploads are spooled here as they arrive, so no manuscript is ever held in memory whole.
 */
export function openTexts(store: string | undefined) {
  const folder = store === undefined ? mkdtempSync(join(tmpdir(), "sandbox-")) : `${store}.texts`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const source = (taskId: string) => join(folder, `${taskId}.source.txt`);
  const output = (taskId: string) => join(folder, `${taskId}.output.txt`);
  return {
    spool: (name: string) => join(folder, `${name}.part`),
    source,
    output,
    keep: (spooled: string, taskId: string) => {
      renameSync(spooled, source(taskId));
    },
    discard: (path: string) => {
      rmSync(path, { force: true });
    },
    close: () => {
      if (store === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Texts = ReturnType<typeof openTexts>;
