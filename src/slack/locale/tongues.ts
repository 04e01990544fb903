import type { Catalogue } from "./catalogue.ts";
import { type Tongue, createTongue, inEnglish } from "./tongue.ts";

/** What the desk speaks beside English, by language. */
export const catalogues: Readonly<Record<string, Catalogue>> = {};

/** All of them, English first. */
export const tongues: readonly Tongue[] = [
  inEnglish,
  ...Object.entries(catalogues).map(([language, catalogue]) => createTongue(language, catalogue)),
];

/** The tongue for a locale as Slack names it (`pt-BR`); English for one that the desk does not speak. */
export function tongueFor(locale: string | undefined): Tongue {
  const language = locale?.split(/[-_]/u)[0]?.toLowerCase();
  return tongues.find((tongue) => tongue.language === language) ?? inEnglish;
}
