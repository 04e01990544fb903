import type { SampleLines } from "../../../core/manuscript.ts";
import { mainProduct } from "../../../core/offer.ts";
import { type Quote, manuscriptOf, translationOf } from "../../../core/quote.ts";
import { isLive } from "../../../core/task.ts";
import { type Message, context, fields, header, limits, section } from "../../../slack/blocks.ts";
import { escapeMrkdwn } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { languageLabel, plainName } from "../../../slack/words.ts";
import { endorsementOf } from "../../approval/rules/endorsements.ts";
import { boughtName } from "../../approval/views/policy-replies.ts";
import { spokenWish, wishWords } from "../../intake/views/request-words.ts";
import { doubtStanding, readingChoices } from "../../intake/views/rescue-card.ts";
import { cardControls } from "./card-controls.ts";
import { offerFields, runFields } from "./card-fields.ts";
import { type Standing, offerStanding, readingStanding, refusedStanding } from "./card-standing.ts";
import { otherRuns } from "./other-runs.ts";
import { endorsedBy } from "./policy-words.ts";
import { runStanding } from "./run-standing.ts";
import { termsBlocks } from "./terms-line.ts";

/** The one message that shows where a manuscript stands, from the first look to the last credit. */
export function estimateCard(
  quote: Quote,
  desk: Desk,
  samples: readonly SampleLines[] = [],
): Message {
  const title = titleOf(quote, desk);
  if (manuscriptOf(quote) === undefined) return unreadCard(quote, desk, { title, samples });
  const translation = translationOf(quote);
  const run = translation !== undefined && isLive(translation) ? translation : undefined;
  const standing =
    run === undefined ? offerStanding(quote, translation, desk) : runStanding(quote, run, desk);
  const facts = run === undefined ? offerFields(quote, desk) : runFields(quote, run, desk);
  const others = [...otherRuns(quote, desk), ...endorsements(quote, desk)];
  const isOpen = run === undefined && quote.decision.status === "open";
  return {
    text: `${spoken(title, standing)} ${isOpen ? spokenWish(quote, desk.tongue) : ""}`.trim(),
    blocks: [
      header(title),
      section(shown(standing)),
      fields(facts),
      ...wishWords(quote, desk.tongue).map(section),
      ...(others.length === 0 ? [] : [section(others.join("\n"))]),
      ...termsBlocks(quote, desk),
      ...cardControls(quote, desk),
      ...(standing.note === undefined ? [] : [context(standing.note)]),
    ],
  };
}

type Unread = { readonly title: string; readonly samples: readonly SampleLines[] };

function unreadCard(quote: Quote, desk: Desk, { title, samples }: Unread): Message {
  const standing = unreadStanding(quote, desk);
  const { status } = quote.decision;
  const { note } = standing;
  return {
    text: spoken(title, standing),
    blocks: [
      header(title),
      section(shown(standing)),
      ...(status === "open" ? readingChoices(quote, samples, desk.tongue) : []),
      ...(status === "expired" ? cardControls(quote, desk) : []),
      ...(note === undefined ? [] : [context(note)]),
    ],
  };
}

/** What waits for a second approver beside the translation: of that the lead tells. */
function endorsements(quote: Quote, desk: Desk): readonly string[] {
  if (quote.decision.status !== "open") return [];
  return (["part", "preview", "glossary"] as const).flatMap((product) => {
    const first = endorsementOf(quote, product, desk.rules);
    return first === undefined || product === mainProduct(quote)
      ? []
      : [`*${boughtName(product, desk.tongue)}*: ${endorsedBy(first, quote.policy, desk.tongue)}`];
  });
}

function unreadStanding(quote: Quote, desk: Desk): Standing {
  if (quote.decision.status !== "open") return offerStanding(quote, undefined, desk);
  switch (quote.reading.status) {
    case "doubtful":
      return doubtStanding(desk.tongue);
    case "refused":
      return refusedStanding(desk.tongue);
    case "due":
    case "read":
      return readingStanding(desk.tongue);
  }
}

function titleOf(quote: Quote, desk: Desk): string {
  const { tongue, rules } = desk;
  const name = plainName(quote, limits.nameShown, tongue);
  return tongue.t`“${name}” into ${languageLabel(quote.target, rules.languages, tongue)}`;
}

function shown({ lead, rest, bar }: Standing): string {
  const said = `*${lead}* ${rest}`.trim();
  return bar === undefined ? said : `${said}\n${bar}`;
}

function spoken(title: string, { lead, rest }: Standing): string {
  return `${escapeMrkdwn(title)}: ${lead} ${rest}`.trim();
}
