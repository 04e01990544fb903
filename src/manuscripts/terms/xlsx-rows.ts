import { posix } from "node:path";

import type { Row } from "../../features/glossary/rules/term-rows.ts";
import { type Archive, openArchive, unsafe } from "../documents/archive.ts";
import { type Attributes, attributeOf, collectElements, readMarkup } from "../documents/markup.ts";

/**
 * The rows of the first sheet of an Excel workbook, as text; what a formula came to is in the file.
 *
 * Throws ManuscriptFault: the limits are those of a manuscript, and its sheet is smaller.
 */
export async function xlsxRows(bytes: Uint8Array): Promise<readonly Row[]> {
  const archive = await openArchive(bytes);
  const strings = archive.has(stringsPart) ? await sharedStrings(archive) : [];
  const rows = readMarkup<Row>(
    parts(archive, await firstSheet(archive)),
    "xml",
    sheetReader(strings),
  );
  return await Array.fromAsync(rows);
}

async function firstSheet(archive: Archive): Promise<string> {
  const [id] = await collectElements(parts(archive, "xl/workbook.xml"), (name, attributes) =>
    name === "sheet" ? attributes["r:id"] : undefined,
  );
  const [target] = await collectElements(parts(archive, relations), (name, attributes) =>
    name === "Relationship" && attributeOf(attributes, "Id") === id
      ? attributeOf(attributes, "Target")
      : undefined,
  );
  const sheet = target ?? "worksheets/sheet1.xml";
  return sheet.startsWith("/") ? sheet.slice(1) : posix.join("xl", sheet);
}

async function sharedStrings(archive: Archive): Promise<readonly string[]> {
  const found: string[] = [];
  let text = "";
  let [inText, inPhonetic] = [0, 0];
  const items = readMarkup<string>(parts(archive, stringsPart), "xml", {
    open: (name) => {
      if (name === "si") text = "";
      if (name === "t") inText += 1;
      // How a word is read aloud is no part of it.
      if (name === "rPh") inPhonetic += 1;
    },
    close: (name) => {
      if (name === "t") inText -= 1;
      if (name === "rPh") inPhonetic -= 1;
      if (name === "si") found.push(text);
    },
    text: (piece) => {
      if (inText > 0 && inPhonetic === 0) text += piece;
    },
    take: () => found.splice(0),
  });
  return await Array.fromAsync(items);
}

function sheetReader(strings: readonly string[]) {
  const rows: Row[] = [];
  let [line, column] = [0, 0];
  let cells: string[] = [];
  let [kind, text] = ["", ""];
  let [inValue, count] = [0, 0];
  return {
    open: (name: string, attributes: Attributes) => {
      if (name === "row") [line, column, cells] = [Number(attributes["r"] ?? line + 1), 0, []];
      if (name === "c") {
        column = columnOf(attributes["r"]) ?? column;
        [kind, text] = [attributes["t"] ?? "", ""];
      }
      if (name === "v" || name === "t") inValue += 1;
    },
    close: (name: string) => {
      if (name === "v" || name === "t") inValue -= 1;
      if (name === "c") {
        if (column < columnsRead)
          cells[column] = kind === "s" ? (strings[Number(text)] ?? "") : text;
        column += 1;
      }
      if (name === "row" && (count += 1) > rowsRead) throw unsafe("a sheet of more than terms");
      if (name === "row") rows.push({ line, cells: Array.from(cells, (cell) => cell ?? "") });
    },
    text: (piece: string) => {
      if (inValue > 0) text += piece;
    },
    take: () => rows.splice(0),
  };
}

/** `B7` is in the second column, which is 1. */
function columnOf(place = ""): number | undefined {
  const letters = /^[A-Z]{1,3}/u.exec(place)?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A part, as long as it is no bomb. */
async function* parts(archive: Archive, name: string): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of archive.read(name)) {
    size += chunk.length;
    if (size > mostInflated) throw unsafe("a sheet of more than terms");
    yield chunk;
  }
}

const relations = "xl/_rels/workbook.xml.rels";
const stringsPart = "xl/sharedStrings.xml";
const columnsRead = 50;
const rowsRead = 100_000;
const mostInflated = 30 * 1024 * 1024;
