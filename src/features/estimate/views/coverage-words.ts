import {
  type CoveringRun,
  coverageFor,
  coveringRuns,
  freeTranslation,
} from "../../../core/coverage.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { isWhole } from "../../../core/slice.ts";
import { linkTo, when } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { capital, languageShown } from "../../../slack/words.ts";
import { suppliedOf } from "../../glossary/rules/quote-terms.ts";
import { partName } from "./part-words.ts";

/** What was translated of the text before, in mrkdwn, one sentence each; nothing where all of it is new. */
export function coverageWords(quote: Quote, desk: Desk): readonly string[] {
  const free = freeTranslation(quote);
  if (free !== undefined) return freeWords(quote, free, desk);
  const others = coveringRuns(quote, "translation").filter((run) => run.quoteId !== quote.id);
  return [
    ...others.slice(0, runsShown).map((run) => runWords(quote, run, desk)),
    ...knownWords(quote, desk),
    ...variantWords(quote, desk),
  ];
}

/** The same for a dialog that asks whether something is to be made again, in plain text. */
export function existsWords(
  exists: readonly CoveringRun[],
  { tongue: { t } }: Desk,
): readonly string[] {
  const said = exists.map(({ status, kind }) => {
    switch (status) {
      case "running":
        return kind === "translation"
          ? t`The same is being translated already.`
          : t`The same was approved before.`;
      case "done":
        return kind === "translation"
          ? t`The same was translated already.`
          : t`The same was approved before.`;
      case "gone":
        return t`The same was translated before, but the result is gone.`;
      case "failed":
        return t`An earlier run failed, and may still be charged.`;
      case "unknown":
        return t`It is not known yet whether an earlier run was charged.`;
      case "erased":
        return t`The same was translated before; the records were erased.`;
    }
  });
  const isPaidTwice = exists.length > 0 ? [t`Both are charged.`] : [];
  return [...new Set(said), ...isPaidTwice];
}

function freeWords(quote: Quote, run: CoveringRun, { tongue, rules }: Desk): readonly string[] {
  const { t } = tongue;
  const language = languageShown(quote.target, rules.languages, tongue);
  const { glossary } = run;
  const wanted = suppliedOf(quote)?.hash;
  return [
    t`This text was translated into ${language}, ${when(run.at)}. You can use that translation for free.`,
    ...(glossary?.hash === wanted ? [] : [t`It was made with another glossary.`]),
  ];
}

function runWords(quote: Quote, run: CoveringRun, { tongue }: Desk): string {
  const { t } = tongue;
  const manuscript = manuscriptOf(quote);
  const isAll = manuscript !== undefined && isWhole(manuscript, run.slice);
  const what = isAll ? t`This text` : capital(partName(quote, run.slice, tongue));
  const where =
    run.link === undefined
      ? t`in another conversation; ask an admin`
      : t`see ${linkTo(run.link, t`that card`)}`;
  switch (run.status) {
    case "running":
      return t`${what}: already being translated (${where}).`;
    case "done":
      return t`${what}: translated before (${where}).`;
    case "gone":
      return t`${what}: translated before, but the result is gone (${where}).`;
    case "failed":
      return t`${what}: an earlier translation failed, and may still be charged (${where}).`;
    case "unknown":
      return t`${what}: it is not known whether an earlier translation was charged (${where}). That has to be settled first.`;
    case "erased":
      return t`${what}: translated before; the records were erased.`;
  }
}

/** What was edited since, where the rest is known; in plain text. */
export function knownWords(quote: Quote, { tongue: { t, percentOf } }: Desk): readonly string[] {
  const known = coverageFor(quote)?.known ?? [];
  const chapters = manuscriptOf(quote)?.chapters.length ?? 0;
  const [first] = known;
  if (first === undefined) return [];
  return chapters === 0
    ? [t`${percentOf(first.share)} of this was translated before.`]
    : [t`Chapters that changed since they were translated: ${known.length} of ${chapters}.`];
}

function variantWords(quote: Quote, { tongue, rules }: Desk): readonly string[] {
  const { variants = [] } = coverageFor(quote) ?? {};
  return variants.map((code) => {
    const language = languageShown(code, rules.languages, tongue);
    return tongue.t`Translated before into another variant of the language: ${language}.`;
  });
}

/** A card has room for so many. */
const runsShown = 3;
