import { posix } from "node:path";

import type { Archive } from "./archive.ts";
import { type Attributes, type Span, attributeOf, collectElements } from "./markup.ts";
import type { Emphasis, Piece } from "./paragraph.ts";

export type Element = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly at: Span;
};

export type Run = ReturnType<typeof createRun>;

/** Word cuts a paragraph into runs; runs with the same properties look the same. */
export function createRun({ emphasis: styled }: Pick<Styles, "emphasis">) {
  let look = "";
  let [key, place] = ["", newPlace(0)];
  const links: Emphasis[] = [];
  let begun: (Pick<Piece, "kind" | "text"> & Omit<Element, "attributes">) | undefined;
  return {
    enter: ({ name, attributes, at }: Element, isProperty: boolean): void => {
      if (name === "hyperlink") {
        links.push({ key: `link ${JSON.stringify(attributes)}`, at: newPlace(at.start) });
      }
      if (name === "r") [look, key, place] = ["", "", newPlace(at.start)];
      if (!isProperty) return;
      look += name + JSON.stringify(attributes);
      if (name === "rStyle") key += styled.get(attributeOf(attributes, "val") ?? "") ?? "";
      else if (isEmphasis(name, attributes)) key += ` ${name}`;
    },
    /** Starts a piece at the element that opens here; its text may follow. */
    begin: (kind: Piece["kind"], text: string, { name, at }: Element): void => {
      begun = { kind, text, name, at };
    },
    add: (text: string): void => {
      if (begun !== undefined) begun = { ...begun, text: begun.text + text };
    },
    /** Returns the piece that this element is. An aside has no look. */
    end: (name: string, { end }: Span, isAside: boolean): Piece | undefined => {
      if (name === "r") place.end = end;
      const link = name === "hyperlink" ? links.pop() : undefined;
      if (link !== undefined) link.at.end = end;
      if (begun?.name !== name) return undefined;
      const { kind, text, at } = begun;
      begun = undefined;
      if (text === "" && kind === "text") return undefined;
      const shown = isAside || links.length > 0 ? undefined : look;
      const emphasis = isAside ? [] : [...links, { key, at: place }];
      return { kind, text, at: { start: at.start, end }, look: shown, emphasis };
    },
  };
}

function newPlace(start: number): Emphasis["at"] {
  return { start, end: undefined };
}

type Field = { instruction: string; showsResult: boolean };

/**
 * Tracks Word's fields. Their instructions are never text. Their results are text, except those
 * that Word generates from the document (tables of contents, page numbers).
 */
export function createFields() {
  const fields: Field[] = [];
  return {
    /** Returns true when a table of contents begins. */
    open: (name: string, attributes: Attributes): boolean => {
      if (name === "fldSimple") {
        const instruction = attributeOf(attributes, "instr") ?? "";
        fields.push({ instruction, showsResult: true });
        return list.test(instruction);
      }
      const type = name === "fldChar" ? attributeOf(attributes, "fldCharType") : undefined;
      if (type === "begin") fields.push({ instruction: "", showsResult: false });
      if (type === "end") fields.pop();
      const field = type === "separate" ? fields.at(-1) : undefined;
      if (field === undefined) return false;
      field.showsResult = true;
      return list.test(field.instruction);
    },
    close: (name: string): void => {
      if (name === "fldSimple") fields.pop();
    },
    instruct: (text: string): void => {
      const field = fields.at(-1);
      if (field !== undefined) field.instruction += text;
    },
    isLeftOut: (): boolean =>
      fields.some(({ showsResult, instruction }) => !showsResult || made.test(instruction)),
    /**
     * True inside a field: Word may update its result, or it is a link. One that has not ended has
     * swallowed the rest of the document.
     */
    isInside: (): boolean => fields.length > 0,
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

/**
 * Reads the styles. Word names headings “heading 1” to “heading 9” in every language; other styles
 * follow one of these, or set a level.
 */
export async function readStyles(archive: Archive, mainPart: string): Promise<Styles> {
  const levels = new Map<string, number>();
  const emphasis = new Map<string, string>();
  const part = posix.join(posix.dirname(mainPart), "styles.xml");
  if (!archive.has(part)) return { levels, emphasis };
  const said = await collectElements(archive.read(part), (name, attributes) =>
    read.has(name) || isEmphasis(name, attributes) ? { name, attributes } : undefined,
  );
  const bases: [style: string, base: string][] = [];
  let style = "";
  for (const { name, attributes } of said) {
    const value = attributeOf(attributes, "val") ?? "";
    if (name === "style") style = attributeOf(attributes, "styleId") ?? "";
    else if (name === "basedOn") bases.push([style, value]);
    else if (!read.has(name)) emphasis.set(style, `${emphasis.get(style) ?? ""} ${name}`);
    else {
      const level = name === "name" ? byName(value) : byOutline(value);
      if (level !== undefined) levels.set(style, level);
    }
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
function isEmphasis(name: string, attributes: Attributes): boolean {
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
export function byOutline(value: string): number | undefined {
  return /^[0-8]$/u.test(value) ? Number(value) + 1 : undefined;
}
