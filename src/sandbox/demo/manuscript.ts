import { readFile } from "node:fs/promises";
import { basename } from "node:path";

export type DemoManuscript = { readonly name: string; readonly content: Uint8Array };

export type Found =
  | { readonly status: "found"; readonly manuscript: DemoManuscript }
  | { readonly status: "missing"; readonly sentence: string };

const samples = new URL("../../../samples/", import.meta.url);
const english = new URL("the-salt-clock.txt", samples);
const japanese = new URL("shiodokei-no-shima.txt", samples);

/** The person's own file, else a sample that is not in the wanted language yet. */
export async function findManuscript(file: string | undefined, lang: string): Promise<Found> {
  const sample = /^en\b/iu.test(lang) ? japanese : english;
  const name = basename(file ?? sample.pathname);
  try {
    return { status: "found", manuscript: { name, content: await readFile(file ?? sample) } };
  } catch (error) {
    return { status: "missing", sentence: `I cannot read ${file ?? name}: ${reasonOf(error)}.` };
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "ENOENT":
      return "there is no such file";
    case "EISDIR":
      return "it is a folder, and a manuscript is one file";
    case "EACCES":
      return "you may not read it";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
