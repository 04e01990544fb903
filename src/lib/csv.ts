/** Writes RFC 4180 with a BOM, which Excel needs to read UTF-8. */
export function csvOf(
  heads: readonly string[],
  rows: readonly (readonly (string | number | undefined)[])[],
): string {
  const lines = [heads, ...rows.map((row) => row.map(cell))].map((row) => `${row.join(",")}\r\n`);
  return `\uFEFF${lines.join("")}`;
}

function cell(value: string | number | undefined): string {
  return typeof value === "string" ? quoted(value) : String(value ?? "");
}

/** Starts that make a spreadsheet run a cell as a formula, in their full-width forms too. */
const formulaStart = /^[\s\p{Cc}]*[=+\-@＝＋－＠\t\r]/u;

function quoted(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
