import { type Locale, createLocale, inEnglish } from "./locale.ts";
import type { Catalogue } from "./say.ts";

/** Languages of Galley beside English; a catalogue is read when it is first needed. */
export const catalogues = {
  de: () => import("./catalogues/de.json", { with: { type: "json" } }),
  es: () => import("./catalogues/es.json", { with: { type: "json" } }),
  fr: () => import("./catalogues/fr.json", { with: { type: "json" } }),
  ja: () => import("./catalogues/ja.json", { with: { type: "json" } }),
  ko: () => import("./catalogues/ko.json", { with: { type: "json" } }),
  pt: () => import("./catalogues/pt.json", { with: { type: "json" } }),
  zh: () => import("./catalogues/zh.json", { with: { type: "json" } }),
  "zh-TW": () => import("./catalogues/zh_TW.json", { with: { type: "json" } }),
} as const satisfies Readonly<Record<string, () => Promise<{ readonly default: Catalogue }>>>;

/** Every language that Galley speaks, BCP 47. */
export const spokenLanguages: readonly string[] = ["en", ...Object.keys(catalogues)];

/** Creates a lookup of locales by Slack's locale (`pt-BR`); any other language is English. */
export function createLocales(): (named: string | undefined) => Promise<Locale> {
  const known = new Map<string, Promise<Locale>>();
  return (named) => {
    const language = languageOf(named ?? "");
    if (!isSpoken(language)) return Promise.resolve(inEnglish);
    const locale = known.get(language) ?? read(language);
    known.set(language, locale);
    return locale;
  };
}

/** Chinese is written in two ways; elsewhere the country makes no difference to us. */
function languageOf(named: string): string {
  if (/^zh[-_](?:hant|tw|hk|mo)(?:[-_]|$)/iu.test(named)) return "zh-TW";
  return named.split(/[-_]/u)[0]?.toLowerCase() ?? "";
}

async function read(language: keyof typeof catalogues): Promise<Locale> {
  const { default: catalogue } = await catalogues[language]();
  return createLocale(language, catalogue);
}

function isSpoken(language: string): language is keyof typeof catalogues {
  return Object.hasOwn(catalogues, language);
}
