import { type Attributes, attributeOf } from "./markup.ts";

type Field = { instruction: string; phase: "instruction" | "result" };

/**
 * Word's fields: their instructions are never text, their results are, unless Word makes them itself from
 * the rest of the document (lists of contents, page numbers).
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
    /** Answers whether a list of contents begins. */
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
    /** Word may write the result anew, or it is a link. */
    isInside: (): boolean => fields.length > 0,
    /** A field that has not ended has swallowed the rest of the document. */
    isWhole: (): boolean => fields.length === 0,
  };
}

const list = /^\s*(?:TOC|TOA|INDEX)\b/iu;
const made = /^\s*(?:TOC|TOA|INDEX|PAGE|NUMPAGES|SECTIONPAGES)\b/iu;
