import { readFile } from "node:fs/promises";

import { writeNovel } from "./novel.ts";
import { drawPicture } from "./picture.ts";

/** A file that people can post without having one. */
export type Sample = {
  readonly id: string;
  readonly title: string;
  readonly name: string;
  readonly content: () => Promise<string | Uint8Array>;
};

const inFolder = (name: string) => () =>
  readFile(new URL(`../../../samples/${name}`, import.meta.url));

/** What the page offers beside a person's own files. */
export const samples: readonly Sample[] = [
  {
    id: "story",
    title: "A short story",
    name: "the-salt-clock.txt",
    content: inFolder("the-salt-clock.txt"),
  },
  {
    id: "novel",
    title: "A novel of a million characters",
    name: "the-lamps-of-saltmere.txt",
    content: async () => writeNovel(),
  },
  {
    id: "japanese",
    title: "A Japanese story",
    name: "shiodokei-no-shima.txt",
    content: inFolder("shiodokei-no-shima.txt"),
  },
  { id: "empty", title: "An empty file", name: "empty.txt", content: async () => "" },
  { id: "picture", title: "A picture", name: "lighthouse.png", content: async () => drawPicture() },
];
