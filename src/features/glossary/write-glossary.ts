import type { GlossaryFormat } from "#domain/glossary/glossary-file.ts";
import { surestFirst, toGlossary } from "#domain/glossary/glossary.ts";
import type { Term } from "#domain/partner.ts";
import { csvOf } from "#lib/csv.ts";
import { type Xml, xml, xmlFile } from "#lib/xml.ts";

export function glossaryCsv(terms: readonly Term[]): string {
  const rows = terms.map(({ source, target, confidence }) => [source, target, confidence]);
  return csvOf(["source", "target", "confidence"], rows);
}

/** Contract, Partner glossary: source terms to translations. Of several the surest is kept. */
export function glossaryJson(terms: readonly Term[]): string {
  const bySource = new Map(terms.map((term) => [term.source, term]));
  for (const term of surestFirst(terms).toReversed()) bySource.set(term.source, term);
  return `${JSON.stringify(toGlossary([...bySource.values()]), undefined, 2)}\n`;
}

/** The languages of a glossary; `und` if unknown. */
type Languages = { readonly source: string; readonly target: string };

/** TBX-Basic of 2008 (TBX 2), which most tools read. */
function glossaryTbx(terms: readonly Term[], languages: Languages): string {
  const { source } = languages;
  const entries = concepts(terms, languages, {
    word: (language, term) =>
      xml`<langSet xml:lang="${language}"><tig><term>${term}</term></tig></langSet>`,
    entry: (id, words) => xml`<termEntry id="${id}">${words}</termEntry>\n`,
  });
  return xmlFile(xml`<martif type="TBX-Basic" xml:lang="${source}">
<martifHeader><fileDesc><sourceDesc><p>Galley</p></sourceDesc></fileDesc><encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc></martifHeader>
<text><body>\n${entries}</body></text>
</martif>
`);
}

/** TBX-Basic of 2019 (TBX 3, ISO 30042:2019). */
function glossaryTbx3(terms: readonly Term[], languages: Languages): string {
  const { source } = languages;
  const entries = concepts(terms, languages, {
    word: (language, term) =>
      xml`<langSec xml:lang="${language}"><termSec><term>${term}</term></termSec></langSec>`,
    entry: (id, words) => xml`<conceptEntry id="${id}">${words}</conceptEntry>\n`,
  });
  return xmlFile(xml`<tbx xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Basic" style="dca" xml:lang="${source}">
<tbxHeader><fileDesc><sourceDesc><p>Galley</p></sourceDesc></fileDesc></tbxHeader>
<text><body>\n${entries}</body></text>
</tbx>
`);
}

type Tbx = {
  readonly word: (language: string, term: string) => Xml;
  readonly entry: (id: string, words: readonly Xml[]) => Xml;
};

function concepts(
  terms: readonly Term[],
  { source, target }: Languages,
  { word, entry }: Tbx,
): readonly Xml[] {
  return terms.map((term, n) =>
    entry(`c${n + 1}`, [word(source, term.source), word(target, term.target)]),
  );
}

type Write = (terms: readonly Term[], languages: Languages) => string;

export const writeGlossary: { readonly [Format in GlossaryFormat]: Write } = {
  csv: glossaryCsv,
  json: glossaryJson,
  tbx: glossaryTbx,
  tbx3: glossaryTbx3,
};
