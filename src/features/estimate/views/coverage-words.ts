import type { Button } from "@slack/types";

import type { CoveringRun } from "../../../core/claim.ts";
import { coverageFor, coveringRuns, freeTranslation } from "../../../core/coverage.ts";
import { needsLanguage } from "../../../core/offer.ts";
import { type Quote, hasTranslation, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, chaptersIn, isWhole } from "../../../core/slice.ts";
import { type Message, button, say } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { escapeMrkdwn, linkTo, plain, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown } from "../../../slack/words.ts";
import type { ExistingOutcome } from "../../delivery/actions/open-delivery.ts";
import { deliveryReply } from "../../delivery/views/delivery-reply.ts";
import { suppliedOf } from "../../glossary/rules/quote-terms.ts";
import { actionIds } from "../../ids.ts";
import { isTextLost } from "../../intake/views/encodings.ts";

/** What was translated of the text before, in mrkdwn, one sentence each; nothing where all of it is new. */
export function coverageWords(quote: Quote, context: ViewContext): readonly string[] {
  const free = freeTranslation(quote);
  if (free !== undefined) return freeWords(quote, free, context);
  const others = coveringRuns(quote, "translation").filter((run) => run.quoteId !== quote.id);
  return [
    ...others.slice(0, runsShown).map((run) => runWords(quote, run, context)),
    ...knownWords(quote, context),
    ...variantWords(quote, context),
  ];
}

/** The same for a dialog that asks whether something is to be made again, in plain text. */
export function existsWords(
  exists: readonly CoveringRun[],
  { tongue: { t } }: ViewContext,
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

function freeWords(
  quote: Quote,
  run: CoveringRun,
  { tongue, rules }: ViewContext,
): readonly string[] {
  const { t } = tongue;
  const language = languageShown(quote.target, rules.languages, tongue);
  const { glossary } = run;
  const wanted = suppliedOf(quote)?.hash;
  return [
    t`This text was translated into ${language}, ${when(run.at)}. You can use that translation for free.`,
    ...(glossary?.hash === wanted ? [] : [t`It was made with another glossary.`]),
  ];
}

function runWords(quote: Quote, run: CoveringRun, { tongue }: ViewContext): string {
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
export function knownWords(
  quote: Quote,
  { tongue: { t, percentOf } }: ViewContext,
): readonly string[] {
  const known = coverageFor(quote)?.known ?? [];
  const chapters = manuscriptOf(quote)?.chapters.length ?? 0;
  const [first] = known;
  if (first === undefined) return [];
  return chapters === 0
    ? [t`${percentOf(first.share)} of this was translated before.`]
    : [t`Chapters that changed since they were translated: ${known.length} of ${chapters}.`];
}

function variantWords(quote: Quote, { tongue, rules }: ViewContext): readonly string[] {
  const { variants = [] } = coverageFor(quote) ?? {};
  return variants.map((code) => {
    const language = languageShown(code, rules.languages, tongue);
    return tongue.t`Translated before into another variant of the language: ${language}.`;
  });
}

/** A card has room for so many. */
const runsShown = 3;

/** The same was paid for and came back before: to use that is the sensible act. */
export function existingButton(quote: Quote, { tongue: { t } }: ViewContext): Button[] {
  const isOpen = quote.decision.status === "open" && !hasTranslation(quote);
  const isHad = isOpen && !needsLanguage(quote) && !isTextLost(quote);
  if (!isHad || freeTranslation(quote) === undefined) return [];
  const label = t`Use existing translation · free`;
  return [
    button({ label, actionId: actionIds.existing, value: quote.id, style: "primary" as const }),
  ];
}

/** What came of asking for it. */
export function existingReply(
  outcome: Exclude<ExistingOutcome, { status: "unknown-card" }>,
  context: ViewContext,
): Message {
  const { t } = context.tongue;
  switch (outcome.status) {
    case "none":
      return say(t`The card does not offer that translation any more. Please look at it again.`);
    case "not-theirs":
      return say(
        t`That translation was made in a conversation that you are not in, so I cannot give it to you. Please ask the person who posted the manuscript.`,
      );
    case "gone":
      return say(
        t`The partner does not have that translation any more. The card offers a new one; nothing was bought.`,
      );
    case "open":
    case "not-allowed":
    case "partner-trouble":
      return deliveryReply(outcome, context);
  }
}

/** “chapters 3 to 17”, “chapter 3”, or “chapters 2, 5 to 6”, as they are counted in the manuscript. */
export function partName(quote: Quote, slice: Slice, tongue: Tongue): string {
  const { t, amount } = tongue;
  const manuscript = manuscriptOf(quote);
  const { rows } = manuscript === undefined ? { rows: [] } : chaptersIn(manuscript, slice);
  const [first, ...others] = rows;
  if (first === undefined) return t`a part`;
  if (others.length === 0) {
    return first.first === first.last
      ? t`chapter ${first.first}`
      : t`chapters ${first.first} to ${first.last}`;
  }
  const words = rows
    .slice(0, rowsShown)
    .map((row) => (row.first === row.last ? amount(row.first) : t`${row.first} to ${row.last}`));
  const more = rows.length - rowsShown;
  const list = tongue.enumerated(words);
  return more > 0 ? t`chapters ${list} and ${more} more` : t`chapters ${list}`;
}

/** The same with the first and the last title where the chapters follow each other, in plain text. */
export function partInFull(quote: Quote, slice: Slice, tongue: Tongue): string {
  const manuscript = manuscriptOf(quote);
  const titles = manuscript === undefined ? [] : chaptersIn(manuscript, slice).titles;
  const [first = "", last = ""] = [titles.at(0), titles.at(-1)].map((title) =>
    title === undefined ? "" : `“${plain(title, titleShown)}”`,
  );
  const name = partName(quote, slice, tongue);
  if (first === "" || slice.length > 1) return name;
  return titles.length === 1 ? `${name} (${first})` : tongue.t`${name} (${first} to ${last})`;
}

/** The same for mrkdwn. */
export function partShown(quote: Quote, slice: Slice, tongue: Tongue): string {
  return escapeMrkdwn(partInFull(quote, slice, tongue));
}

const titleShown = 30;
/** A button has room for so many. */
const rowsShown = 4;
