import type { DocxElement, FieldReader } from "./docx-fields.ts";
import { type Properties, type Styles, off, propertyOf } from "./docx-styles.ts";
import { type Span, attributeOf } from "./markup.ts";
import { type Emphasis, type Piece, newPlace } from "./paragraph.ts";

export type RunReader = ReturnType<typeof createRun>;

type OpenRun = {
  readonly at: Emphasis["at"];
  look: string;
  /** What its properties say, and its style. */
  own: Properties;
  styled: Properties;
};

/** Word cuts a paragraph into runs; runs with the same properties look the same. */
export function createRun(styles: Styles, fields: FieldReader) {
  /** A text box and its runs are in a run. */
  const runs: OpenRun[] = [];
  const innermost = (): OpenRun => runs.at(-1) ?? newRun(0);
  /** The looks of the paragraphs that are open: a text box is in one. */
  const paragraphs: Properties[] = [];
  const links: Emphasis[] = [];
  let current: { kind: Piece["kind"]; text: string; name: string; at: Span } | undefined;
  return {
    enter: ({ name, attributes, at }: DocxElement, isProperty: boolean): void => {
      if (name === "p") paragraphs.push(styles.looks.get(styles.usual) ?? {});
      if (name === "hyperlink") {
        const key = `link ${JSON.stringify(attributes)};`;
        links.push({ key, kind: "link", at: newPlace(at.start) });
      }
      if (name === "r") runs.push(newRun(at.start));
      if (!isProperty) return;
      const run = innermost();
      run.look += name + JSON.stringify(attributes);
      if (name === "rStyle")
        run.styled = styles.looks.get(attributeOf(attributes, "val") ?? "") ?? {};
      else run.own = { ...run.own, ...propertyOf(name, attributes) };
    },
    /** Sets the style of the innermost paragraph. */
    inParagraph: (style: string): void => {
      paragraphs[paragraphs.length - 1] = styles.looks.get(style) ?? {};
    },
    /** Returns the place of the run that is open. */
    place: (): Emphasis["at"] => innermost().at,
    /** Starts a piece at the element that opens here; its text may follow. */
    begin: (kind: Piece["kind"], { name, at }: DocxElement, text = ""): void => {
      current = { kind, text, name, at };
    },
    add: (text: string): void => {
      if (current !== undefined) current.text += text;
    },
    /** Returns the piece that this element is. An aside has no look. */
    end: (name: string, { end }: Span, isAside: boolean): Piece | undefined => {
      const ended = name === "r" ? runs.pop() : undefined;
      if (ended !== undefined) ended.at.end = end;
      if (name === "p") paragraphs.pop();
      const link = name === "hyperlink" ? links.pop() : undefined;
      if (link !== undefined) link.at.end = end;
      if (current?.name !== name) return undefined;
      const { text, at } = current;
      const inField = fields.around();
      // The number of a figure or of a page has no words to translate.
      const isNumber = inField?.kind === "field" && current.kind === "text" && !/\p{L}/u.test(text);
      const kind = isNumber && /\p{N}/u.test(text) ? "mark" : current.kind;
      current = undefined;
      if (text === "" && kind === "text") return undefined;
      const isPlain = !isAside && !fields.isInside() && links.length === 0;
      const run = innermost();
      const key = differing(run, paragraphs.at(-1) ?? {});
      const around = [...links, ...(inField === undefined ? [] : [inField])];
      return {
        kind,
        text,
        at: { start: at.start, end },
        look: isPlain ? run.look : undefined,
        emphasis: isAside ? [] : [...around, { key, kind: "emphasis", at: run.at }],
        ...(kind === "mark" && { inline: "field", element: inField?.at }),
      };
    },
  };
}

function newRun(start: number): OpenRun {
  return { at: newPlace(start), look: "", own: {}, styled: {} };
}

/** Returns how a run differs from its paragraph; "" where it does not. */
function differing({ own, styled }: OpenRun, paragraph: Properties): string {
  const properties = new Map(Object.entries(own));
  for (const [name, value] of Object.entries(styled)) {
    // A style of words turns off what the style of their paragraph turned on.
    const isTwice = value === "on" && paragraph[name] === "on";
    if (!properties.has(name)) properties.set(name, isTwice ? off : value);
  }
  // Right-to-left words have their own italics and bold.
  const isComplex = properties.get("rtl") === "on" || properties.get("cs") === "on";
  const unseen = isComplex ? /^(?:i|b|rtl|cs)$/u : /^(?:iCs|bCs|rtl|cs)$/u;
  return [...properties]
    .filter(([name, value]) => !unseen.test(name) && value !== (paragraph[name] ?? off))
    .map(([name, value]) => ` ${name}:${value};`)
    .toSorted()
    .join("");
}
