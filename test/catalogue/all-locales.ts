import { inEnglish, catalogues, createLocales } from "#slack/i18n/locale.ts";

/** Every language of Galley, English first. */
export const locales = [
  inEnglish,
  ...(await Promise.all(Object.keys(catalogues).map(createLocales()))),
];
