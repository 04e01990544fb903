import { type Xml, declaration, xml } from "../../../core/xml.ts";
import type { Bilingual } from "./bilingual.ts";

/**
 * Writes a translation memory: TMX 1.4b, one pair of languages. Paragraphs without a translation
 * are left out.
 */
export function tmx({ source, target, pairs }: Bilingual): string {
  const units = pairs
    .filter((pair) => pair.source !== "" && pair.target !== "")
    .map((pair) => xml`<tu>${variant(source, pair.source)}${variant(target, pair.target)}</tu>\n`);
  const memory = xml`<tmx version="1.4">
<header creationtool="Galley" creationtoolversion="1" segtype="paragraph" o-tmf="plain" adminlang="en" srclang="${source}" datatype="plaintext"/>
<body>
${units}</body>
</tmx>
`;
  return `${declaration}${memory.xml}`;
}

function variant(language: string, text: string): Xml {
  return xml`<tuv xml:lang="${language}"><seg>${text}</seg></tuv>`;
}
