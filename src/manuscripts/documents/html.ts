import { type Attributes, type MarkupReader, attributeOf } from "./markup.ts";
import { type Block, type Paragraph, createParagraph } from "./paragraph.ts";
import type { Tally } from "./tally.ts";

/**
 * Paragraphs of an HTML page, or of a page of an EPUB: what a browser shows, without navigation, scripts,
 * drawings, the readings of ruby, the numbers of printed pages and the descriptions of pictures. Notes
 * stay where the page has them; a rule is a scene break.
 */
export function createHtmlReader(part: string, tally: Tally): MarkupReader<Block> {
  const found: Block[] = [];
  let paragraph = createParagraph("collapsed");
  /** Elements open inside one that is left out, itself included. */
  let leftOut = 0;
  let preformatted = 0;
  const headings = createLevels();
  const flush = (): void => {
    const text = paragraph.text();
    if (text !== "") found.push({ part, text, ...headings.now() });
    paragraph = createParagraph(preformatted > 0 ? "kept" : "collapsed");
  };
  return {
    open: (name, attributes) => {
      if (leftOut > 0 || isLeftOut(name, attributes, tally)) {
        leftOut += 1;
        return;
      }
      if (name === "pre") preformatted += 1;
      if (blocks.has(name)) flush();
      headings.enter(name);
      add(paragraph, name, attributes, tally);
    },
    close: (name) => {
      if (leftOut > 0) {
        leftOut -= 1;
        return;
      }
      if (name === "pre") preformatted -= 1;
      if (blocks.has(name)) flush();
      headings.leave(name);
    },
    text: (text) => {
      if (leftOut === 0) paragraph.add(text);
    },
    take: () => found.splice(0),
  };
}

/** Which heading is open. */
function createLevels() {
  let level: number | undefined;
  const isHeading = (name: string): boolean => /^h[1-6]$/u.test(name);
  return {
    now: (): Pick<Block, "heading"> => (level === undefined ? {} : { heading: level }),
    enter: (name: string): void => {
      if (isHeading(name)) level ??= Number(name.slice(1));
    },
    leave: (name: string): void => {
      if (isHeading(name)) level = undefined;
    },
  };
}

function add(paragraph: Paragraph, name: string, attributes: Attributes, tally: Tally): void {
  if (name === "br") paragraph.breakLine();
  if (name === "hr") paragraph.add(sceneBreak);
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

/** By `epub:type`, or the role that says the same. */
function hasType(attributes: Attributes, types: ReadonlySet<string>): boolean {
  const named = `${attributes["epub:type"] ?? ""} ${attributeOf(attributes, "role") ?? ""}`;
  return named.split(/\s+/u).some((type) => types.has(type.replace(/^doc-/u, "")));
}

const listTypes = new Set(["toc", "landmarks", "page-list", "pagelist", "loi", "lot"]);
const pageTypes = new Set(["pagebreak"]);

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
