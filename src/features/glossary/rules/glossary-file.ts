import { csvOf } from "../../../core/csv.ts";
import type { Term } from "../../../core/partner.ts";
import { type Xml, declaration, xml } from "../../../core/xml.ts";

/** Returns one row for each term, in the partner's order. */
export function glossaryCsv(terms: readonly Term[]): string {
  const rows = terms.map(({ source, target, confidence }) => [source, target, confidence]);
  return csvOf(["source", "target", "confidence"], rows);
}

/**
 * Contract, Partner glossary: an object that maps source terms to preferred translations. If a term
 * has several translations, the one with the highest confidence is kept.
 */
export function glossaryJson(terms: readonly Term[]): string {
  const rising = terms.toSorted((one, other) => (one.confidence ?? -1) - (other.confidence ?? -1));
  const surest = new Map(rising.map(({ source, target }) => [source, target]));
  const inOrder = new Map(terms.map(({ source }) => [source, surest.get(source) ?? ""]));
  // Object.fromEntries defines own properties, so that a term named __proto__ is only a term.
  return `${JSON.stringify(Object.fromEntries(inOrder), undefined, 2)}\n`;
}

/** The languages of a glossary; `und` if unknown. */
type Languages = { readonly source: string; readonly target: string };

type Terms = readonly Pick<Term, "source" | "target">[];

/** TBX-Basic of 2008 (TBX 2), which most tools read. */
function glossaryTbx(terms: Terms, languages: Languages): string {
  const entries = concepts(
    terms,
    languages,
    (language, term) => xml`<langSet xml:lang="${language}"><tig>${term}</tig></langSet>`,
  ).map((words, n) => xml`<termEntry id="c${n + 1}">${words}</termEntry>\n`);
  const file = xml`<martif type="TBX-Basic" xml:lang="${languages.source}">
<martifHeader><fileDesc><sourceDesc><p>Galley</p></sourceDesc></fileDesc><encodingDesc><p type="XCSURI">TBXBasicXCSV02.xcs</p></encodingDesc></martifHeader>
<text><body>
${entries}</body></text>
</martif>
`;
  return `${declaration}${file.xml}`;
}

/** TBX-Basic of ISO 30042:2019 (TBX 3). */
function glossaryTbx3(terms: Terms, languages: Languages): string {
  const entries = concepts(
    terms,
    languages,
    (language, term) => xml`<langSec xml:lang="${language}"><termSec>${term}</termSec></langSec>`,
  ).map((words, n) => xml`<conceptEntry id="c${n + 1}">${words}</conceptEntry>\n`);
  const file = xml`<tbx type="TBX-Basic" style="dca" xml:lang="${languages.source}" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>Galley</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
${entries}</body></text>
</tbx>
`;
  return `${declaration}${file.xml}`;
}

function concepts(
  terms: Terms,
  languages: Languages,
  word: (language: string, term: Xml) => Xml,
): readonly (readonly Xml[])[] {
  return terms.map(({ source, target }) => [
    word(languages.source, xml`<term>${source}</term>`),
    word(languages.target, xml`<term>${target}</term>`),
  ]);
}

export const glossaryFormats = {
  csv: { name: "CSV", ending: "csv", write: glossaryCsv },
  json: { name: "JSON", ending: "json", write: glossaryJson },
  tbx: { name: "TBX 2", ending: "tbx", write: glossaryTbx },
  tbx3: { name: "TBX 3", ending: "v3.tbx", write: glossaryTbx3 },
} as const;
export type GlossaryFormat = keyof typeof glossaryFormats;
export const glossaryFormatNames = [
  "csv",
  "json",
  "tbx",
  "tbx3",
] as const satisfies readonly GlossaryFormat[];
