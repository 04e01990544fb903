import { createWriteStream, renameSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { Engine, Translation } from "./engines/engine.ts";

type Writing = {
  readonly source: AsyncIterable<string>;
  readonly output: string;
  readonly engine: Engine;
  readonly task: Translation;
};

/** Streams a text through the engine into a file that appears only when it is complete. */
export async function writeTranslation({ source, output, engine, task }: Writing): Promise<void> {
  const partial = `${output}.part`;
  const translated = Readable.from(engine.translate(source, task));
  await pipeline(translated, createWriteStream(partial, { mode: 0o600 }));
  renameSync(partial, output);
}
