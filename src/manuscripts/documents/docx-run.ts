import { posix } from "node:path";

import type { Archive } from "./archive.ts";
import { type Attributes, type Span, attributeOf, collectElements } from "./markup.ts";
import type { Emphasis, Piece } from "./paragraph.ts";

export type Run = {
  readonly enter: (element: Element, isProperty: boolean) => void;
  /** Starts a piece at the element that opens here; its text may follow. */
  readonly begin: (name: string, piece: Pick<Piece, "kind" | "text">, at: Span) => void;
  readonly add: (text: string) => void;
  /**
   * Returns the piece that ends with this element, with the whole element as its place. An aside
   * has no look.
   */
  readonly end: (name: string, at: Span, isAside: boolean) => Piece | undefined;
};

function newPlace(start: number): Emphasis["at"] {
  return { start, end: undefined };
}

type Element = { readonly name: string; readonly attributes: Attributes; readonly at: Span };

type Begun = Pick<Piece, "kind" | "text"> & { readonly name: string; readonly start: number };

/** Word cuts a paragraph into runs; runs with the same properties look the same. */
export function createRun({ emphasis: styled }: Pick<Styles, "emphasis">): Run {
  let look = "";
  let [key, place] = ["", newPlace(0)];
  const links: Emphasis[] = [];
  let begun: Begun | undefined;
  return {
    enter: ({ name, attributes, at }, isProperty) => {
      if (name === "hyperlink") {
        links.push({ key: `link ${JSON.stringify(attributes)}`, at: newPlace(at.start) });
      }
      if (name === "r") [look, key, place] = ["", "", newPlace(at.start)];
      if (!isProperty) return;
      look += name + JSON.stringify(attributes);
      if (name === "rStyle") key += styled.get(attributeOf(attributes, "val") ?? "") ?? "";
      else if (isEmphasis(name, attributes)) key += ` ${name}`;
    },
    begin: (name, piece, { start }) => {
      begun = { ...piece, name, start };
    },
    add: (text) => {
      if (begun !== undefined) begun = { ...begun, text: begun.text + text };
    },
    end: (name, { end }, isAside) => {
      if (name === "r") place.end = end;
      const link = name === "hyperlink" ? links.pop() : undefined;
      if (link !== undefined) link.at.end = end;
      if (begun?.name !== name) return undefined;
      const { kind, text, start } = begun;
      begun = undefined;
      const isLost = text === "" && kind === "text";
      if (isLost) return undefined;
      const shown = isAside || links.length > 0 ? undefined : look;
      const emphasis = isAside ? [] : [...links, { key, at: place }];
      return { kind, text, at: { start, end }, look: shown, emphasis };
    },
  };
}

type Field = { instruction: string; phase: "instruction" | "result" };

/**
 * Tracks Word's fields. Their instructions are never text. Their results are text, except those
 * that Word generates from the document (tables of contents, page numbers).
 */
export function createFields() {
  const fields: Field[] = [];
  const isMade = ({ instruction }: Field): boolean => made.test(instruction);
  const showResult = (): boolean => {
    const field = fields.at(-1);
    if (field === undefined) return false;
    field.phase = "result";
    return list.test(field.instruction);
  };
  return {
    /** Returns true when a table of contents begins. */
    open: (name: string, attributes: Attributes): boolean => {
      if (name === "fldSimple") {
        fields.push({ instruction: attributeOf(attributes, "instr") ?? "", phase: "instruction" });
        return showResult();
      }
      if (name !== "fldChar") return false;
      const type = attributeOf(attributes, "fldCharType");
      if (type === "begin") fields.push({ instruction: "", phase: "instruction" });
      if (type === "end") fields.pop();
      return type === "separate" && showResult();
    },
    close: (name: string): void => {
      if (name === "fldSimple") fields.pop();
    },
    instruct: (text: string): void => {
      const field = fields.at(-1);
      if (field !== undefined) field.instruction += text;
    },
    isLeftOut: (): boolean =>
      fields.some((field) => field.phase === "instruction" || isMade(field)),
    /** True inside a field: Word may update its result, or it is a link. */
    isInside: (): boolean => fields.length > 0,
    /** False when a field has not ended: it has swallowed the rest of the document. */
    isWhole: (): boolean => fields.length === 0,
  };
}

const list = /^\s*(?:TOC|TOA|INDEX)\b/iu;
const made = /^\s*(?:TOC|TOA|INDEX|PAGE|NUMPAGES|SECTIONPAGES)\b/iu;

/** Properties of styles by their ids. */
export type Styles = {
  /** The level of a heading, 1 being the highest. */
  readonly levels: ReadonlyMap<string, number>;
  /** The properties with which a style emphasises a word. */
  readonly emphasis: ReadonlyMap<string, string>;
};

const noStyles: Styles = { levels: new Map(), emphasis: new Map() };

type Said = { readonly name: string; readonly id: string; readonly value: string };

/**
 * Reads the styles. Word names headings “heading 1” to “heading 9” in every language; other styles
 * follow one of these, or set a level.
 */
export async function readStyles(archive: Archive, mainPart: string): Promise<Styles> {
  const part = posix.join(posix.dirname(mainPart), "styles.xml");
  if (!archive.has(part)) return noStyles;
  const said = await collectElements(archive.read(part), (name, attributes): Said | undefined =>
    read.has(name) || isEmphasis(name, attributes)
      ? {
          name,
          id: attributeOf(attributes, "styleId") ?? "",
          value: attributeOf(attributes, "val") ?? "",
        }
      : undefined,
  );
  const levels = new Map<string, number>();
  const emphasis = new Map<string, string>();
  const bases: [style: string, base: string][] = [];
  let style = "";
  for (const { name, id, value } of said) {
    if (name === "style") style = id;
    if (name === "basedOn") bases.push([style, value]);
    if (!read.has(name)) emphasis.set(style, `${emphasis.get(style) ?? ""} ${name}`);
    const level = name === "name" ? byName(value) : byOutline(name, value);
    if (level !== undefined) levels.set(style, level);
  }
  // A style may come before the one on which it is based.
  for (let round = 0; round < longestChain; round += 1) {
    for (const [follower, base] of bases) {
      const level = levels.get(base);
      if (level !== undefined && !levels.has(follower)) levels.set(follower, level);
    }
  }
  return { levels, emphasis };
}

/** True for a property of a run that emphasises it. */
export function isEmphasis(name: string, attributes: Attributes): boolean {
  const value = attributeOf(attributes, "val") ?? "1";
  return slanted.has(name) && !/^(?:0|false|off|none)$/u.test(value);
}

const slanted = new Set(["i", "b", "smallCaps", "caps", "u"]);

const read = new Set(["style", "name", "basedOn", "outlineLvl"]);
const longestChain = 4;

function byName(name: string): number | undefined {
  const level = /^heading ([1-9])$/iu.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Returns the level of a heading. The tenth level is body text. */
export function byOutline(name: string, value: string): number | undefined {
  return name === "outlineLvl" && /^[0-8]$/u.test(value) ? Number(value) + 1 : undefined;
}
