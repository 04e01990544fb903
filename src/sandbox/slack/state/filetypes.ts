/** Slack's guess from the name alone, as `filetype` and `mimetype` of a file object. */
export function filetypeOf(name: string): { filetype: string; mimetype: string } {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  const [filetype, mimetype] = known[ending] ?? ["binary", "application/octet-stream"];
  return { filetype, mimetype };
}

const known: Readonly<Record<string, readonly [filetype: string, mimetype: string]>> = {
  txt: ["text", "text/plain"],
  md: ["markdown", "text/markdown"],
  csv: ["csv", "text/csv"],
  json: ["json", "application/json"],
  html: ["html", "text/html"],
  rtf: ["rtf", "application/rtf"],
  pdf: ["pdf", "application/pdf"],
  zip: ["zip", "application/zip"],
  png: ["png", "image/png"],
  jpg: ["jpg", "image/jpeg"],
  epub: ["epub", "application/epub+zip"],
  odt: ["odt", "application/vnd.oasis.opendocument.text"],
  doc: ["doc", "application/msword"],
  docx: ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
};
