import { type Styles, isEmphasis } from "./docx-styles.ts";
import { type Attributes, type Span, attributeOf } from "./markup.ts";
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
