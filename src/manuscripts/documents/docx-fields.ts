import { type Attributes, attributeOf } from "./markup.ts";

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
