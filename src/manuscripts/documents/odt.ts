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
  unplaced,
  type Paragraphs,
  createParagraphs,
  type Path,
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

type Reading = {
  readonly path: Path;
  readonly paragraphs: Paragraphs;
  readonly tally: Tally;
  readonly refer: () => void;
};

function createOdtReader(tally: Tally): MarkupReader<Block> {
  const path = createPath();
  const paragraphs = createParagraphs(content, "collapsed");
  let noteCount = 0;
  let mark = "";
  const refer = (): void => {
    noteCount += 1;
    paragraphs.current()?.add(unplaced(`[${noteCount}]`, "mark"));
    mark = `[${noteCount}] `;
  };
  const reading: Reading = { path, paragraphs, tally, refer };
  return {
    open: (name, attributes) => {
      path.enter(name);
      if (!path.isRead()) return;
      if (name === "p" || name === "h") {
        paragraphs.begin(mark);
        if (name === "h") paragraphs.current()?.mark(levelOf(attributes));
        mark = "";
      } else elements.get(name)?.(reading, name);
    },
    close: (name) => {
      if (path.isRead() && (name === "p" || name === "h")) paragraphs.end();
      path.leave();
    },
    text: (text) => {
      if (path.isRead()) paragraphs.current()?.add(unplaced(text));
    },
    take: paragraphs.take,
  };
}

function levelOf(attributes: Attributes): number {
  const level = attributeOf(attributes, "outline-level") ?? "1";
  return /^[1-9]$/u.test(level) ? Number(level) : 9;
}

type Act = (reading: Reading, name: string) => void;

const unread =
  "annotation forms hidden-text note-citation page-count page-number script title".split(" ");
const lists =
  "alphabetical-index bibliography illustration-index object-index table-index table-of-content user-index".split(
    " ",
  );

const elements: ReadonlyMap<string, Act> = new Map<string, Act>([
  ...unread.map((name) => [name, leaveOut()] as const),
  ...lists.map((name) => [name, leaveOut("contents")] as const),
  ["desc", leaveOut("pictures")],
  ["deletion", leaveOut("deletions")],
  ["ruby-text", leaveOut("readings")],
  ["note", ({ refer }) => refer()],
  ["line-break", ({ paragraphs }) => paragraphs.current()?.add(unplaced("\n", "break"))],
  ["tab", addBlank],
  ["s", addBlank],
]);

function leaveOut(what?: LeftOut["what"]): Act {
  return ({ path, tally }, name) => {
    if (what !== undefined) tally.add(what);
    path.leaveOut(name);
  };
}

/** Adds one space: the width matters only on pages. */
function addBlank({ paragraphs }: Reading): void {
  paragraphs.current()?.add(unplaced(" "));
}
