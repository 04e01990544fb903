import type { Encoding } from "../../../core/manuscript.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";

/** What people call an encoding; the script tells more than the name. */
export function encodingLabel(encoding: Encoding, tongue: Tongue): string {
  const { name, script } = encodings[encoding];
  return script === undefined ? name : `${name} (${script(tongue)})`;
}

type Known = { readonly name: string; readonly script?: (tongue: Tongue) => string };

const encodings: Readonly<Record<Encoding, Known>> = {
  "utf-8": { name: "UTF-8" },
  "utf-16le": { name: "UTF-16" },
  "utf-16be": { name: "UTF-16" },
  shift_jis: { name: "Shift_JIS", script: ({ t }) => t`Japanese` },
  "euc-jp": { name: "EUC-JP", script: ({ t }) => t`Japanese` },
  "iso-2022-jp": { name: "ISO-2022-JP", script: ({ t }) => t`Japanese` },
  gb18030: { name: "GB18030", script: ({ t }) => t`Chinese` },
  big5: { name: "Big5", script: ({ t }) => t`Chinese` },
  "euc-kr": { name: "EUC-KR", script: ({ t }) => t`Korean` },
  "windows-1250": { name: "Windows-1250", script: ({ t }) => t`Central European` },
  "windows-1251": { name: "Windows-1251", script: ({ t }) => t`Cyrillic` },
  "windows-1252": { name: "Windows-1252", script: ({ t }) => t`Western European` },
  "windows-1253": { name: "Windows-1253", script: ({ t }) => t`Greek` },
  "windows-1254": { name: "Windows-1254", script: ({ t }) => t`Turkish` },
  "windows-1255": { name: "Windows-1255", script: ({ t }) => t`Hebrew` },
  "windows-1256": { name: "Windows-1256", script: ({ t }) => t`Arabic` },
  "windows-1257": { name: "Windows-1257", script: ({ t }) => t`Baltic` },
  "windows-1258": { name: "Windows-1258", script: ({ t }) => t`Vietnamese` },
  "windows-874": { name: "Windows-874", script: ({ t }) => t`Thai` },
  "koi8-r": { name: "KOI8-R", script: ({ t }) => t`Russian` },
  "koi8-u": { name: "KOI8-U", script: ({ t }) => t`Ukrainian` },
  "iso-8859-2": { name: "ISO 8859-2", script: ({ t }) => t`Central European` },
  "iso-8859-3": { name: "ISO 8859-3", script: ({ t }) => t`Esperanto, Maltese` },
  "iso-8859-4": { name: "ISO 8859-4", script: ({ t }) => t`Baltic` },
  "iso-8859-5": { name: "ISO 8859-5", script: ({ t }) => t`Cyrillic` },
  "iso-8859-6": { name: "ISO 8859-6", script: ({ t }) => t`Arabic` },
  "iso-8859-7": { name: "ISO 8859-7", script: ({ t }) => t`Greek` },
  "iso-8859-8": { name: "ISO 8859-8", script: ({ t }) => t`Hebrew` },
  "iso-8859-10": { name: "ISO 8859-10", script: ({ t }) => t`Nordic` },
  "iso-8859-13": { name: "ISO 8859-13", script: ({ t }) => t`Baltic` },
  "iso-8859-14": { name: "ISO 8859-14", script: ({ t }) => t`Celtic` },
  "iso-8859-15": { name: "ISO 8859-15", script: ({ t }) => t`Western European` },
  "iso-8859-16": { name: "ISO 8859-16", script: ({ t }) => t`Romanian` },
};
