import { readFile } from "node:fs/promises";

import { writeNovel } from "./novel.ts";

/** A file that people can post without having one. */
export type Sample = {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly content: () => Promise<string | Uint8Array>;
};

/** The samples that the page offers beside a person's own files. */
export const samples: readonly Sample[] = [
  inFolder("A short story", "the-salt-clock.txt"),
  written("A novel of a million characters", "the-lamps-of-saltmere.txt", writeNovel),
  inFolder("A Japanese story", "shiodokei-no-shima.txt"),
  written("An empty file", "empty.txt", () => ""),
  inFolder("A picture, which gets no answer", "lighthouse.png"),
];

function inFolder(title: string, name: string): Sample {
  const path = new URL(`../../../samples/${name}`, import.meta.url);
  return { id: name, title, name, content: () => readFile(path) };
}

function written(title: string, name: string, write: () => string): Sample {
  return { id: name, title, name, content: async () => write() };
}
