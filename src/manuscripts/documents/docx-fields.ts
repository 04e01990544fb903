import type { InlineKind } from "./inline.ts";
import { type Attributes, type Span, attributeOf } from "./markup.ts";
import { type Emphasis, newPlace } from "./paragraph.ts";

export type DocxElement = {
  readonly name: string;
  readonly attributes: Attributes;
  readonly at: Span;
};

type DocxField = {
  instruction: string;
  showsResult: boolean;
  /** The markup from its first run to its last; without an end if it spans paragraphs. */
  readonly emphasis: { key: string; kind: InlineKind; readonly at: Emphasis["at"] };
  readonly paragraph: number;
};

export type FieldReader = ReturnType<typeof createFields>;

/**
 * Tracks Word's fields. Their instructions are never text. Their results are text, except those
 * that Word generates from the document (tables of contents, page numbers).
 */
export function createFields() {
  const fields: DocxField[] = [];
  let [count, paragraph] = [0, 0];
  /** The field whose last run is open. */
  let ending: DocxField | undefined;
  const begin = (instruction: string, start: number, showsResult: boolean): void => {
    count += 1;
    const emphasis = { key: `field ${count};`, kind: kindOf(instruction), at: newPlace(start) };
    fields.push({ instruction, showsResult, emphasis, paragraph });
  };
  const finish = (field: DocxField | undefined, end: number): void => {
    if (field?.paragraph === paragraph) field.emphasis.at.end = end;
  };
  return {
    /** Returns true when a table of contents begins. */
    open: ({ name, attributes, at }: DocxElement, run: Emphasis["at"]): boolean => {
      if (name === "fldSimple") {
        const instruction = attributeOf(attributes, "instr") ?? "";
        begin(instruction, at.start, true);
        return lists.test(instruction);
      }
      const type = name === "fldChar" ? attributeOf(attributes, "fldCharType") : undefined;
      if (type === "begin") begin("", run.start, false);
      if (type === "end") ending = fields.pop();
      const field = type === "separate" ? fields.at(-1) : undefined;
      if (field === undefined) return false;
      field.showsResult = true;
      field.emphasis.kind = kindOf(field.instruction);
      return lists.test(field.instruction);
    },
    close: (name: string, { end }: Span): void => {
      if (name === "fldSimple") finish(fields.pop(), end);
      if (name !== "r") return;
      finish(ending, end);
      ending = undefined;
    },
    endParagraph: (): void => {
      paragraph += 1;
    },
    instruct: (text: string): void => {
      const field = fields.at(-1);
      if (field !== undefined) field.instruction += text;
    },
    isLeftOut: (): boolean =>
      fields.some(({ showsResult, instruction }) => !showsResult || made.test(instruction)),
    /** True inside a list of contents or an index. */
    isList: (): boolean => fields.some(({ instruction }) => lists.test(instruction)),
    /** True inside a field. One that has not ended has swallowed the rest of the document. */
    isInside: (): boolean => fields.length > 0,
    /** Returns the outermost field of which the open run shows the result. */
    around: (): Emphasis | undefined => fields[0]?.emphasis,
  };
}

function kindOf(instruction: string): InlineKind {
  return /^\s*HYPERLINK\b/iu.test(instruction) ? "link" : "field";
}

const lists = /^\s*(?:TOC|TOA|INDEX)\b/iu;
const made = /^\s*(?:TOC|TOA|INDEX|PAGE|NUMPAGES|SECTIONPAGES)\b/iu;
