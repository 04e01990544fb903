import { inEnglish } from "../../src/slack/i18n/tongue.ts";
import { catalogues, createTongues } from "../../src/slack/i18n/tongues.ts";

/** Every language of Galley, English first. */
export const tongues = [
  inEnglish,
  ...(await Promise.all(Object.keys(catalogues).map(createTongues()))),
];
