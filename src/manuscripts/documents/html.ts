import { createSurroundings, hasType } from "./html-surroundings.ts";
import type { Attributes, MarkupReader, Span } from "./markup.ts";
import {
  type ListedOfPage,
  type Block,
  type Paragraph,
  createParagraph,
  unplaced,
} from "./paragraph.ts";
import type { Tally } from "./tally.ts";

/**
 * Reads the paragraphs of an HTML page or of a page of an EPUB: everything that a browser shows,
 * without navigation, scripts, drawings, ruby readings, printed page numbers and descriptions of
 * pictures. Notes stay where the page has them; a rule is a scene break.
 */
export function createHtmlReader(
  part: string,
  tally: Tally,
  listed: ListedOfPage = new Map(),
): MarkupReader<Block> {
  const found: Block[] = [];
  let paragraph = createParagraph("collapsed");
  const leftOut = createLeftOut(tally);
  let preformatted = 0;
  const around = createSurroundings(listed);
  const flush = (): void => {
    const block = paragraph.block(part);
    if (block !== undefined) found.push({ ...block, ...around.marks() });
    paragraph = createParagraph(preformatted > 0 ? "kept" : "collapsed");
  };
  return {
    open: (name, attributes, at) => {
      if (leftOut.enters(name, attributes)) return;
      if (name === "pre") preformatted += 1;
      if (blocks.has(name)) flush();
      around.enter(name, attributes, at);
      add(paragraph, name, { attributes, at, tally });
    },
    close: (name, at) => {
      if (leftOut.leaves()) return;
      if (name === "pre") preformatted -= 1;
      if (blocks.has(name)) flush();
      around.leave(name, at);
    },
    text: (text, at) => {
      const within = leftOut.within();
      if (within === undefined) paragraph.add(around.piece(text, at));
      if (within === "reading") paragraph.add({ kind: "silent", text, at, look: undefined });
    },
    take: () => found.splice(0),
  };
}

/**
 * Tracks whether the reader is in a left-out element, and whether that is the reading of a word.
 */
function createLeftOut(tally: Tally) {
  /** Open elements inside the left-out one, itself included. */
  let depth = 0;
  let what: "reading" | "other" = "other";
  return {
    enters: (name: string, attributes: Attributes): boolean => {
      if (depth === 0) {
        if (!isLeftOut(name, attributes, tally)) return false;
        what = readings.has(name) ? "reading" : "other";
      }
      depth += 1;
      return true;
    },
    leaves: (): boolean => {
      if (depth === 0) return false;
      depth -= 1;
      return true;
    },
    within: () => (depth === 0 ? undefined : what),
  };
}

type Element = { readonly attributes: Attributes; readonly at: Span; readonly tally: Tally };

function add(paragraph: Paragraph, name: string, { attributes, at, tally }: Element): void {
  if (name === "br") paragraph.add({ kind: "break", text: "\n", at, look: undefined });
  if (name === "hr") paragraph.add(unplaced(sceneBreak, "mark"));
  if (name === "img" && (attributes["alt"] ?? "").trim() !== "") tally.add("pictures");
}

const sceneBreak = "* * *";

function isLeftOut(name: string, attributes: Attributes, tally: Tally): boolean {
  if (name === "rt") tally.add("readings");
  if (name === "nav" || hasType(attributes, listTypes)) {
    tally.add("contents");
    return true;
  }
  return unread.has(name) || isHidden(attributes) || hasType(attributes, pageTypes);
}

function isHidden(attributes: Attributes): boolean {
  const style = attributes["style"] ?? "";
  return attributes["hidden"] !== undefined || /(?:^|[;\s])display\s*:\s*none/iu.test(style);
}

const listTypes = new Set(["toc", "landmarks", "page-list", "pagelist", "loi", "lot"]);
const pageTypes = new Set(["pagebreak"]);
const readings = new Set(["rt", "rp", "rtc"]);

const unread = new Set(
  "title style script template noscript svg rt rp rtc audio video object iframe canvas select textarea".split(
    " ",
  ),
);

const blocks = new Set(
  [
    "html body p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr td th",
    "blockquote pre section article aside header footer main address figure figcaption hr center",
    "details summary fieldset form",
  ].flatMap((names) => names.split(" ")),
);
