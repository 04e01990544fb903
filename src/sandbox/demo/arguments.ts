import { parseArgs } from "node:util";

/** What the command line asks for. */
export type Asked = {
  readonly afterwards: "stay up" | "exit";
  /** A person's own manuscript; the project's sample when left out. */
  readonly file: string | undefined;
  /** Code of the language to translate into. */
  readonly lang: string;
};

export type Arguments =
  | { readonly status: "asked"; readonly asked: Asked }
  | { readonly status: "help" }
  | { readonly status: "wrong"; readonly sentence: string };

export const usage = "Usage: npm run demo [-- [--once] [--file PATH] [--lang CODE]]";

/** Reads the arguments after the program's name; a wrong one becomes one sentence. */
export function readArguments(args: readonly string[]): Arguments {
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    if (values.help === true) return { status: "help" };
    const lang = values.lang ?? "fr";
    if (languageName(lang) === undefined) return wrong(unknownLanguage(lang));
    const afterwards = values.once === true ? "exit" : "stay up";
    return { status: "asked", asked: { afterwards, file: values.file, lang } };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

const options = {
  once: { type: "boolean" },
  file: { type: "string" },
  lang: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** English name of a language code; nothing when it is none. */
function languageName(code: string): string | undefined {
  try {
    return names.of(code);
  } catch {
    return undefined; // Not every string is a BCP 47 tag; DisplayNames throws on those.
  }
}

function unknownLanguage(lang: string): string {
  return `“${lang}” is no language code that I know. Codes are written like fr, es, ja or zh-TW.`;
}

function wrong(sentence: string): Arguments {
  return { status: "wrong", sentence };
}
