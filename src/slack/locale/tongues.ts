import { type Tongue, inEnglish } from "./tongue.ts";

const spoken: readonly Tongue[] = [inEnglish];

/** The tongue for a locale as Slack names it (`pt-BR`); English for one that the desk does not speak. */
export function tongueFor(locale: string | undefined): Tongue {
  const language = locale?.split(/[-_]/u)[0]?.toLowerCase();
  return spoken.find((tongue) => tongue.language === language) ?? inEnglish;
}
