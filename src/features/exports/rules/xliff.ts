import { declaration, xml } from "../../../core/xml.ts";
import type { Bilingual } from "./bilingual.ts";

/** Writes XLIFF 1.2: one unit for each pair of paragraphs. */
export function xliff12({ name, source, target, pairs }: Bilingual): string {
  const units = pairs.map(
    (pair, n) => xml`<trans-unit id="${n + 1}" xml:space="preserve">
<source>${pair.source}</source>
${pair.target === "" ? [] : xml`<target>${pair.target}</target>\n`}</trans-unit>
`,
  );
  const file = xml`<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file original="${name}" source-language="${source}" target-language="${target}" datatype="plaintext">
<body>
${units}</body>
</file>
</xliff>
`;
  return `${declaration}${file.xml}`;
}

/** Writes the same as XLIFF 2.1, whose namespace still ends in 2.0. */
export function xliff21({ name, source, target, pairs }: Bilingual): string {
  const units = pairs.map(
    (pair, n) => xml`<unit id="${n + 1}"><segment>
<source xml:space="preserve">${pair.source}</source>
${pair.target === "" ? [] : xml`<target xml:space="preserve">${pair.target}</target>\n`}</segment></unit>
`,
  );
  const file = xml`<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="${source}" trgLang="${target}">
<file id="1" original="${name}">
${units}</file>
</xliff>
`;
  return `${declaration}${file.xml}`;
}
