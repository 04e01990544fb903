import type { CoveringRun } from "../../../core/claim.ts";
import { coverageFor } from "../../../core/coverage.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Slice, chaptersIn, isWhole } from "../../../core/slice.ts";
import { type Message, say } from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { escapeMrkdwn, linkTo, plain, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { capital, languageShown } from "../../../slack/words.ts";
import type { ExistingOutcome } from "../../delivery/actions/open-delivery.ts";
import { deliveryReply } from "../../delivery/views/delivery-reply.ts";
import { suppliedOf } from "../../glossary/rules/quote-terms.ts";

/** Describes earlier runs of an offer, in plain text, for the dialog that asks whether to make it again. */
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

/** Offers the finished translation of the same text for free. */
export function freeLine(quote: Quote, run: CoveringRun, { tongue, rules }: ViewContext): string {
  const { t } = tongue;
  const language = languageShown(quote.target, rules.languages, tongue);
  const had = t`Translated into ${language} ${when(run.at)}. You can use that translation for free.`;
  const isOther = run.glossary?.hash !== suppliedOf(quote)?.hash;
  return isOther ? `${had} ${t`It was made with another glossary.`}` : had;
}

/** Describes the newest few runs of the text elsewhere, in one line. */
export function existingLine(
  quote: Quote,
  runs: readonly CoveringRun[],
  context: ViewContext,
): string {
  return runs
    .slice(0, runsShown)
    .map((run) => runWords(quote, run, context))
    .join(" ");
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
      return t`${what}: it isn’t known whether an earlier translation was charged (${where}).`;
    case "erased":
      return t`${what}: translated before; the records were erased.`;
  }
}

/** Says how much was edited since an earlier translation, in plain text; empty when nothing is known. */
export function knownWords(quote: Quote, context: ViewContext): readonly string[] {
  const known = coverageFor(quote)?.known ?? [];
  const [first] = known;
  return first === undefined
    ? []
    : [knownLine(quote, { count: known.length, share: first.share }, context)];
}

export function knownLine(
  quote: Quote,
  { count, share }: { readonly count: number; readonly share: number },
  { tongue: { t, percentOf } }: ViewContext,
): string {
  const chapters = manuscriptOf(quote)?.chapters.length ?? 0;
  return chapters === 0
    ? t`${percentOf(share)} of this was translated before.`
    : t`${count} of ${chapters} chapters changed since they were translated.`;
}

export function variantsLine(languages: readonly string[], { t, enumerated }: Tongue): string {
  return t`Translated before into another variant of the language: ${enumerated(languages)}.`;
}

/** The most that a card has room for. */
const runsShown = 3;

/** Answers a click on *Use existing translation*. */
export function existingReply(
  outcome: Exclude<ExistingOutcome, { status: "unknown-card" | "not-allowed" }>,
  context: ViewContext,
): Message {
  const { t } = context.tongue;
  switch (outcome.status) {
    case "none":
      return say(t`The card no longer offers that translation. Please look at it again.`);
    case "not-theirs":
      return say(
        t`That translation was made in a conversation that you’re not in. Please ask the person who posted the manuscript.`,
      );
    case "gone":
      return say(
        t`The partner no longer has that translation. Nothing was charged; the card offers a new one.`,
      );
    case "open":
    case "partner-trouble":
    case "host-not-allowed":
    case "too-many":
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

/** Adds the first and the last title when the chapters follow each other; in plain text. */
export function partInFull(quote: Quote, slice: Slice, tongue: Tongue): string {
  const manuscript = manuscriptOf(quote);
  const titles = manuscript === undefined ? [] : chaptersIn(manuscript, slice).titles;
  const [first = "", last = ""] = [titles.at(0), titles.at(-1)].map((title) =>
    title === undefined ? "" : tongue.t`“${plain(title, titleShown)}”`,
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
/** The most that a button has room for. */
const rowsShown = 4;
