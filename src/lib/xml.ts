/** Finished markup that needs no more escaping. */
export type Xml = { readonly xml: string };

type Value = string | number | Xml | readonly Xml[];

/** Builds markup; strings and numbers are escaped for elements and attributes. */
export function xml(parts: TemplateStringsArray, ...values: readonly Value[]): Xml {
  const pieces = values.map((value, n) => `${written(value)}${parts[n + 1] ?? ""}`);
  return { xml: `${parts[0] ?? ""}${pieces.join("")}` };
}

function written(value: Value): string {
  if (typeof value === "object")
    return [value]
      .flat()
      .map((one) => one.xml)
      .join("");
  return escapedXml(String(value)).replaceAll('"', "&quot;");
}

/** Returns the text of a whole file. */
export function xmlFile(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}`;
}

export function escapedXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(notInXml, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

// eslint-disable-next-line no-control-regex -- these have no place in XML, not even by their number
const notInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu;
