import { sameLanguage } from "../../core/languages.ts";
import { type Row, rowsRead } from "../../features/glossary/rules/term-rows.ts";
import { attributeOf, readMarkup } from "../documents/markup.ts";

/**
 * Reads the terms of a TBX file (ISO 30042), one row for each concept: its first term in the target
 * language, beside its first term in any other. The line of a row is the concept's place in the
 * file.
 *
 * Throws ManuscriptFault.
 */
export async function tbxRows(bytes: Uint8Array, target: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let terms: (readonly [language: string, term: string])[] = [];
  let [language, term, line, inTerm] = ["", "", 0, false];
  const termIn = (wanted: (language: string) => boolean) =>
    terms.find(([spoken]) => wanted(spoken))?.[1];
  const found = readMarkup<Row>(pieces(bytes), "xml", {
    open: (name, attributes) => {
      if (concepts.has(name)) terms = [];
      if (languages.has(name)) language = attributeOf(attributes, "lang") ?? "";
      if (name === "term") [term, inTerm] = ["", true];
    },
    close: (name) => {
      if (name === "term") {
        terms.push([language, term]);
        inTerm = false;
      }
      if (!concepts.has(name)) return;
      const source = termIn((one) => !sameLanguage(one, target));
      const exact = termIn((one) => one.toLowerCase() === target.toLowerCase());
      const translation = exact ?? termIn((one) => sameLanguage(one, target));
      rows.push({ line: (line += 1), cells: [source ?? "", translation ?? ""] });
    },
    text: (piece) => {
      if (inTerm) term += piece;
    },
    take: () => rows.splice(0),
  });
  const read: Row[] = [];
  for await (const row of found) {
    read.push(row);
    if (read.length === rowsRead) break;
  }
  return read;
}

/** Yields small pieces, so that little is parsed after the last row that is read. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

// Element names of TBX 2 and TBX 3.
const concepts: ReadonlySet<string> = new Set(["termEntry", "conceptEntry"]);
const languages: ReadonlySet<string> = new Set(["langSet", "langSec"]);
