import { zip } from "../corpus/zip.ts";

/** An Excel workbook whose first sheet has these rows, each with its number. */
export function workbook(sheet: string, strings: readonly string[] = []): Buffer {
  const shared = strings.map((text) => `<si>${text}</si>`).join("");
  const parts = {
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="rId7"/><sheet name="B" r:id="rId8"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId8" Target="worksheets/sheet1.xml"/><Relationship Id="rId7" Target="worksheets/sheet2.xml"/></Relationships>`,
    "xl/sharedStrings.xml": `<sst>${shared}</sst>`,
    "xl/worksheets/sheet1.xml": "<worksheet><sheetData/></worksheet>",
    "xl/worksheets/sheet2.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  };
  return zip(Object.entries(parts).map(([name, content]) => ({ name, content })));
}
