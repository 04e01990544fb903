import type { Term } from "../../../core/partner.ts";
import { type Xml, declaration, xml } from "../../../core/xml.ts";

/** The languages of a glossary; `und` if unknown. */
type Languages = { readonly source: string; readonly target: string };

type Terms = readonly Pick<Term, "source" | "target">[];

/** TBX-Basic of 2008 (TBX 2), which most tools read. */
export function glossaryTbx(terms: Terms, languages: Languages): string {
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
export function glossaryTbx3(terms: Terms, languages: Languages): string {
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

/** Returns the word of each term in both languages. */
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
