import { createReadStream, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * The folder of source and output texts: beside the store, or a temporary one that goes with close().
 * Uploads are spooled here as they arrive, so no manuscript is ever held in memory whole.
 */
export function openTexts(store: string | undefined) {
  const folder = store === undefined ? mkdtempSync(join(tmpdir(), "sandbox-")) : `${store}.texts`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    if (name.endsWith(".part")) rmSync(join(folder, name), { force: true });
  }
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
    /** Removes sources that no task waits for: what a kill left between two steps. */
    sweep: (isAwaited: (taskId: string) => boolean) => {
      for (const name of readdirSync(folder)) {
        const taskId = /^(.*)\.source\.txt$/.exec(name)?.[1];
        if (taskId !== undefined && !isAwaited(taskId)) rmSync(join(folder, name), { force: true });
      }
    },
    close: () => {
      if (store === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Texts = ReturnType<typeof openTexts>;

/**
 * The decoded text of a file in pieces, without a byte order mark.
 *
 * @param limit code points after which it stops
 */
export async function* readOpening(path: string, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let left = limit;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    if (!(chunk instanceof Uint8Array)) continue;
    const piece = openingOf(decoder.decode(chunk, { stream: true }), left);
    left -= piece.characters;
    if (piece.text !== "") yield piece.text;
    if (left <= 0) return;
  }
}

/** The first `limit` code points of a text and how many they are. */
export function openingOf(text: string, limit: number): { text: string; characters: number } {
  let characters = 0;
  let index = 0;
  while (index < text.length && characters < limit) {
    const code = text.charCodeAt(index);
    index += code >= 0xd800 && code <= 0xdbff && index + 1 < text.length ? 2 : 1;
    characters += 1;
  }
  return { text: text.slice(0, index), characters };
}
