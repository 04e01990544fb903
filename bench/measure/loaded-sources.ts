import { readFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";

import type { RolldownOutput } from "rolldown";
import { z } from "zod";

/** A package, or Galley itself, with the bytes of its source in the loaded files of a bundle. */
export type LoadedSource = { readonly name: string; readonly bytes: number };

/**
 * Lists what a process loaded of a bundle, the largest first. Which files it loaded stands in the
 * coverage that V8 wrote into a folder.
 */
export async function loadedSources(
  coverageFolder: string,
  output: RolldownOutput["output"],
): Promise<readonly LoadedSource[]> {
  const loaded = await loadedFiles(coverageFolder);
  const bytesOf = new Map<string, number>();
  for (const file of output) {
    if (file.type !== "chunk" || !loaded.has(file.fileName)) continue;
    for (const [id, { renderedLength }] of Object.entries(file.modules)) {
      const name = packageOf(id);
      bytesOf.set(name, (bytesOf.get(name) ?? 0) + renderedLength);
    }
  }
  return [...bytesOf]
    .map(([name, bytes]) => ({ name, bytes }))
    .toSorted((one, other) => other.bytes - one.bytes);
}

async function loadedFiles(folder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  const results = texts.flatMap((text) => coverage.parse(JSON.parse(text)).result);
  return new Set(results.map(({ url }) => basename(url)));
}

const coverage = z.object({ result: z.array(z.object({ url: z.string() })) });

function packageOf(id: string): string {
  const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(id) ?? [];
  return name ?? "Galley";
}
