import type { Attributes, Span } from "./markup.ts";
import type { Piece } from "./paragraph.ts";

export type Run = {
  readonly enter: (name: string, attributes: Attributes, isProperty: boolean) => void;
  /** A piece that is the element which opens here; its text may follow. */
  readonly begin: (name: string, piece: Pick<Piece, "kind" | "text">, at: Span) => void;
  readonly add: (text: string) => void;
  /** What ends with this element, at the place of all of it. */
  readonly end: (name: string, at: Span, look: "own" | "none") => Piece | undefined;
};

type Begun = Pick<Piece, "kind" | "text"> & { readonly name: string; readonly start: number };

/** Word cuts a paragraph into runs; runs with the same properties look the same. */
export function createRun(): Run {
  let look = "";
  let begun: Begun | undefined;
  return {
    enter: (name, attributes, isProperty) => {
      if (name === "r") look = "";
      if (isProperty) look += name + JSON.stringify(attributes);
    },
    begin: (name, piece, { start }) => {
      begun = { ...piece, name, start };
    },
    add: (text) => {
      if (begun !== undefined) begun = { ...begun, text: begun.text + text };
    },
    end: (name, { end }, whose) => {
      if (begun?.name !== name) return undefined;
      const { kind, text, start } = begun;
      begun = undefined;
      const isLost = text === "" && kind === "text";
      const shown = whose === "own" ? look : undefined;
      return isLost ? undefined : { kind, text, at: { start, end }, look: shown };
    },
  };
}
