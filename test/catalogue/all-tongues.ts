import { inEnglish } from "../../src/slack/locale/tongue.ts";
import { catalogues, createTongues } from "../../src/slack/locale/tongues.ts";

/** Every language of the desk, English first. */
export const tongues = [
  inEnglish,
  ...(await Promise.all(Object.keys(catalogues).map(createTongues()))),
];
