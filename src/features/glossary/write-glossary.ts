import type { GlossaryFormat } from "#domain/glossary/glossary-file.ts";
import { surestFirst, toGlossary } from "#domain/glossary/glossary.ts";
import type { Term } from "#domain/partner.ts";
import { csvOf } from "#lib/csv.ts";
import { xml, xmlFile } from "#lib/xml.ts";

export function glossaryCsv(terms: readonly Term[]): string {
  const rows = terms.map(({ source, target, confidence }) => [source, target, confidence]);
  return csvOf(["source", "target", "confidence"], rows);
}

/** Contract, Partner glossary: source terms to translations. Of several the surest is kept. */
export function glossaryJson(terms: readonly Term[]): string {
  const kept = new Map(terms.map((term) => [term.source, term]));
  for (const term of surestFirst(terms).toReversed()) kept.set(term.source, term);
  return `${JSON.stringify(toGlossary([...kept.values()]), undefined, 2)}\n`;
}

/** The languages of a glossary; `und` if unknown. */
type Languages = { readonly source: string; readonly target: string };

/** TBX-Basic of 2008 (TBX 2), which most tools read. */
function glossaryTbx(terms: readonly Term[], { source, target }: Languages): string {
  const word = (language: string, text: string) =>
    xml`<langSet xml:lang="${language}"><tig><term>${text}</term></tig></langSet>`;
  const entries = terms.map((term, n) => {
    const words = [word(source, term.source), word(target, term.target)];
    return xml`<termEntry id="c${n + 1}">${words}</termEntry>\n`;
  });
  return xmlFile(xml`<martif type="TBX-Basic" xml:lang="${source}">
<martifHeader><fileDesc><sourceDesc><p>Galley</p></sourceDesc></fileDesc><encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc></martifHeader>
<text><body>\n${entries}</body></text>
</martif>
`);
}

type Write = (terms: readonly Term[], languages: Languages) => string;

export const writeGlossary: { readonly [Format in GlossaryFormat]: Write } = {
  csv: glossaryCsv,
  json: glossaryJson,
  tbx: glossaryTbx,
};
