import { ManuscriptError } from "#domain/errors.ts";
import type { LeftOut } from "#domain/manuscript.ts";

import { type Archive, broken } from "./archive.ts";
import {
  type Attributes,
  type MarkupReader,
  type Path,
  attributeOf,
  collectElements,
  readMarkup,
} from "./markup.ts";
import {
  type Block,
  type Piece,
  pieceOf,
  createParagraphs,
  type OmissionCounter,
} from "./paragraph.ts";

/**
 * Reads the text of an OpenDocument text in its own order, each note after the paragraph that
 * refers to it. Deletions, comments and generated lists are left out.
 */
export async function* readOdt(archive: Archive, tally: OmissionCounter): AsyncGenerator<Block> {
  const locks = await collectElements(
    archive,
    "META-INF/manifest.xml",
    (name) => name === "encryption-data" || undefined,
  );
  if (locks.length > 0) throw new ManuscriptError("protected-document");
  if (!archive.has(content)) throw broken("no content");
  yield* readMarkup(archive.read(content), "xml", (found, path) =>
    createOdtReader(found, path, tally),
  );
}

const content = "content.xml";

function createOdtReader(found: Block[], path: Path, tally: OmissionCounter): MarkupReader {
  const paragraphs = createParagraphs(found, content, "collapsed");
  let noteCount = 0;
  /** The mark with which the text of a note begins. */
  let mark = "";
  const add = (kind: Piece["kind"], text: string): void =>
    paragraphs.current()?.add(pieceOf(kind, text));
  return {
    open: (name, attributes) => {
      if (!path.isRead()) return;
      if (name === "p" || name === "h") {
        paragraphs.begin(mark);
        if (name === "h") paragraphs.current()?.mark(levelOf(attributes));
        mark = "";
      } else if (name === "note") {
        noteCount += 1;
        add("mark", `[${noteCount}]`);
        mark = `[${noteCount}] `;
      } else if (name === "line-break") add("break", "\n");
      // The width of a blank matters only on pages.
      else if (name === "tab" || name === "s") add("text", " ");
      else if (unread.has(name) || counted.has(name)) {
        const what = counted.get(name);
        if (what !== undefined) tally.add(what);
        path.leaveOut(name);
      }
    },
    close: (name) => {
      if (path.isRead() && (name === "p" || name === "h")) paragraphs.end();
    },
    text: (text) => {
      if (path.isRead()) add("text", text);
    },
  };
}

function levelOf(attributes: Attributes): number {
  const level = attributeOf(attributes, "outline-level") ?? "1";
  return /^[1-9]$/u.test(level) ? Number(level) : 9;
}

const unread = new Set(
  "annotation forms hidden-text note-citation page-count page-number script title".split(" "),
);

const lists =
  "alphabetical-index bibliography illustration-index object-index table-index table-of-content user-index";
/** Elements that are left out, and as what they are counted. */
const counted = new Map<string, LeftOut["what"]>([
  ...lists.split(" ").map((name) => [name, "contents"] as const),
  ["desc", "pictures"],
  ["deletion", "deletions"],
  ["ruby-text", "readings"],
]);
