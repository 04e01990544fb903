import { ManuscriptError } from "#domain/errors.ts";
import type { LeftOut } from "#domain/manuscript.ts";

import { type Archive, broken } from "./archive.ts";
import type { Properties } from "./docx-styles.ts";
import { countDrawingIn } from "./drawings.ts";
import { odtInline } from "./inline.ts";
import {
  type Attributes,
  type MarkupReader,
  type Path,
  attributeOf,
  collectElements,
  readMarkup,
} from "./markup.ts";
import { type OdtStyles, differing, readOdtStyles } from "./odt-styles.ts";
import {
  type Block,
  type Emphasis,
  type Piece,
  pieceOf,
  createParagraphs,
  newPlace,
  objectOf,
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
  const part = archive.named("content.xml");
  if (!archive.has(part)) throw broken("no content");
  const styles = await readOdtStyles(archive);
  const formulas = await collectElements(archive, "META-INF/manifest.xml", (_, attributes) =>
    attributeOf(attributes, "media-type") === formulaType
      ? attributeOf(attributes, "full-path")?.replace(/\/$/u, "")
      : undefined,
  );
  /** Places of objects such as charts. */
  const objects = new Set<string>();
  const shownBy = (name: string, attributes: Attributes) => {
    const place = attributeOf(attributes, "href")?.replace(/^\.\//u, "") ?? "";
    if (name === "math" || formulas.includes(place)) return "formula" as const;
    if (name === "object") objects.add(place);
    return undefined;
  };
  yield* readMarkup(archive.read(part), "xml", (output, path) =>
    createOdtReader(output, path, { part, tally, styles, shownBy }),
  );
  for (const object of objects) {
    const isShown = (path: Path) => path.isIn("p");
    await countDrawingIn(archive, `${object}/content.xml`, { tally, isShown });
  }
}

const formulaType = "application/vnd.oasis.opendocument.formula";

/** An open element inside a paragraph, or the paragraph itself. */
type OpenElement = {
  readonly name: string;
  readonly seen: Properties;
  readonly look: string;
  readonly emphasis: Emphasis | undefined;
  readonly at: Emphasis["at"];
};

type OpenPart = {
  readonly part: string;
  readonly tally: OmissionCounter;
  readonly styles: OdtStyles;
  /** Tells a drawing that is a formula, in its place or in a part of its own. */
  readonly shownBy: (name: string, attributes: Attributes) => "formula" | undefined;
};

function createOdtReader(
  output: Block[],
  path: Path,
  { part, tally, styles, shownBy }: OpenPart,
): MarkupReader {
  const paragraphs = createParagraphs(output, part, "collapsed");
  const open: OpenElement[] = [];
  let noteCount = 0;
  /** What the open drawing shows. */
  let drawn: "picture" | "formula" = "picture";
  /** The mark with which the text of a note begins, and the words of a generated list. */
  let [mark, listed] = ["", ""];
  const add = (piece: Piece): void => paragraphs.current()?.add(piece);
  const say = (text: string, at: Piece["at"]): void =>
    add(pieceIn(insideParagraph(open), text, at));
  return {
    open: (name, attributes, at) => {
      if (!path.isRead()) return;
      styles.add(name, attributes);
      drawn = shownBy(name, attributes) ?? drawn;
      // A blank may have an end of its own, which is set when it comes.
      const blank = { ...at };
      const place = bare.has(name) ? blank : newPlace(at.start);
      if (isParagraph(name)) {
        paragraphs.begin(mark);
        if (name === "h") paragraphs.current()?.mark(levelOf(attributes));
        mark = "";
      } else if (name === "note") {
        mark = `[${++noteCount}] `;
        add({ ...pieceOf("mark", mark.trimEnd()), inline: "note", element: place });
      } else if (name === "line-break") add(pieceOf("break", "\n", blank));
      // The width of a blank matters only on pages.
      else if (name === "tab" || name === "s") say(" ", blank);
      else if (unread.has(name) || counted.has(name)) {
        countOmission(tally, name, attributes);
        return path.leaveOut(name);
      }
      open.push(opened({ name, attributes, at: place }, { styles, around: open.at(-1) }));
    },
    close: (name, { end }) => {
      if (!path.isRead()) {
        if (counted.get(name) === "contents" && path.leftOutBy() === name) {
          tally.leave("contents", listed.trim());
          listed = "";
        }
        return;
      }
      if (isParagraph(name)) paragraphs.end();
      const element = open.pop();
      if (element === undefined) return;
      element.at.end = end;
      if (!isDrawing(element) || open.some(isDrawing)) return;
      add(objectOf(drawn, element.at));
      drawn = "picture";
    },
    text: (text, at) => {
      const by = path.leftOutBy();
      if (by === "ruby-text") add(pieceOf("silent", text, at));
      else if (counted.get(by ?? "") === "contents") listed += ` ${text}`;
      else if (by === undefined && !bare.has(path.up(0) ?? "")) say(text, at);
    },
  };
}

/** Returns the elements around the words, up to their paragraph. */
function insideParagraph(open: readonly OpenElement[]): readonly OpenElement[] {
  return open.slice(open.findLastIndex(({ name }) => isParagraph(name)));
}

function isDrawing({ name }: OpenElement): boolean {
  return odtInline.get(name) === "picture";
}

function opened(
  { name, attributes, at }: Pick<OpenElement, "name" | "at"> & { readonly attributes: Attributes },
  { styles, around }: { readonly styles: OdtStyles; readonly around: OpenElement | undefined },
): OpenElement {
  const style = attributeOf(attributes, "style-name") ?? "";
  if (isParagraph(name)) {
    return { name, seen: styles.lookOf("paragraph", style), look: "", emphasis: undefined, at };
  }
  const { seen: before = {}, look: outer = "" } = around ?? {};
  const isSpan = name === "span" || name === "a";
  const ownLook = isSpan ? { ...before, ...styles.lookOf("text", style) } : before;
  const look = isSpan ? `${outer} ${style}` : outer;
  const inline = odtInline.get(name);
  const key =
    name === "span" ? differing(ownLook, before) : `${name} ${JSON.stringify(attributes)};`;
  const kind = inline === "link" || inline === "field" ? inline : "emphasis";
  const isRun = kind !== "emphasis" || (name === "span" && key !== "");
  return { name, seen: ownLook, look, emphasis: isRun ? { key, kind, at } : undefined, at };
}

function pieceIn(around: readonly OpenElement[], text: string, at: Piece["at"]): Piece {
  const emphasis = around.flatMap((one) => one.emphasis ?? []);
  const field = emphasis.find(({ kind }) => kind === "field");
  const isPlain = emphasis.every(({ kind }) => kind === "emphasis");
  const look = isPlain ? around.at(-1)?.look : undefined;
  const piece = { kind: "text", text, at, look, emphasis } as const;
  // The number of a figure has no words to translate.
  const isNumber = field !== undefined && !/\p{L}/u.test(text) && /\p{N}/u.test(text);
  return isNumber ? { ...piece, kind: "mark", inline: "field", element: field.at } : piece;
}

function countOmission(tally: OmissionCounter, name: string, attributes: Attributes): void {
  const what = counted.get(name);
  if (what !== undefined) tally.add(what);
  // Its words are no text of the element.
  if (what === "hidden") tally.leave(what, attributeOf(attributes, "string-value") ?? "");
}

const bare = new Set(["line-break", "tab", "s"]);

function isParagraph(name: string): boolean {
  return name === "p" || name === "h";
}

function levelOf(attributes: Attributes): number {
  const level = attributeOf(attributes, "outline-level") ?? "1";
  return /^[1-9]$/u.test(level) ? Number(level) : 9;
}

const unread = new Set(
  "annotation forms hidden-text math note-citation page-count page-number script".split(" "),
);

const lists =
  "alphabetical-index bibliography illustration-index object-index table-index table-of-content user-index";
/** Elements that are left out, and as what they are counted. */
const counted = new Map<string, LeftOut["what"]>([
  ...lists.split(" ").map((name) => [name, "contents"] as const),
  ["desc", "pictures"],
  ["title", "pictures"],
  ["deletion", "deletions"],
  ["hidden-text", "hidden"],
  ["ruby-text", "readings"],
]);
