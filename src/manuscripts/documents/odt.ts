import { ManuscriptFault } from "../../core/faults.ts";
import type { LeftOut } from "../../core/manuscript.ts";
import { type Archive, broken } from "./archive.ts";
import {
  type Attributes,
  type MarkupReader,
  attributeOf,
  collectElements,
  readMarkup,
} from "./markup.ts";
import {
  type Block,
  type Piece,
  unplaced,
  createParagraphs,
  createPath,
  type Tally,
} from "./paragraph.ts";

/**
 * Reads the text of an OpenDocument text in its own order, each note after the paragraph that
 * refers to it. Deletions, comments and generated lists are left out.
 *
 * Throws ManuscriptFault.
 */
export async function* readOdt(archive: Archive, tally: Tally): AsyncGenerator<Block> {
  if (await isEncrypted(archive)) throw new ManuscriptFault("protected-document");
  if (!archive.has(content)) throw broken("no content");
  yield* readMarkup(archive.read(content), "xml", createOdtReader(tally));
}

const content = "content.xml";
const manifest = "META-INF/manifest.xml";

async function isEncrypted(archive: Archive): Promise<boolean> {
  if (!archive.has(manifest)) return false;
  const marks = await collectElements(archive.read(manifest), (name) =>
    name === "encryption-data" ? name : undefined,
  );
  return marks.length > 0;
}

function createOdtReader(tally: Tally): MarkupReader<Block> {
  const path = createPath();
  const paragraphs = createParagraphs(content, "collapsed");
  let noteCount = 0;
  /** The mark with which the text of a note begins. */
  let mark = "";
  const add = (text: string, kind?: Piece["kind"]): void =>
    paragraphs.current()?.add(unplaced(text, kind));
  return {
    open: (name, attributes) => {
      path.enter(name);
      if (!path.isRead()) return;
      if (name === "p" || name === "h") {
        paragraphs.begin(mark);
        if (name === "h") paragraphs.current()?.mark(levelOf(attributes));
        mark = "";
      } else if (name === "note") {
        noteCount += 1;
        add(`[${noteCount}]`, "mark");
        mark = `[${noteCount}] `;
      } else if (name === "line-break") add("\n", "break");
      // The width of a blank matters only on pages.
      else if (name === "tab" || name === "s") add(" ");
      else if (unread.has(name) || counted.has(name)) {
        const what = counted.get(name);
        if (what !== undefined) tally.add(what);
        path.leaveOut(name);
      }
    },
    close: (name) => {
      if (path.isRead() && (name === "p" || name === "h")) paragraphs.end();
      path.leave();
    },
    text: (text) => {
      if (path.isRead()) add(text);
    },
    take: paragraphs.take,
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
