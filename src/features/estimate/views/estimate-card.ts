import type { KnownBlock, SectionBlock } from "@slack/types";

import type { SampleLines } from "../../../core/manuscript.ts";
import { mainProduct, offerTag } from "../../../core/offer.ts";
import type { Quote } from "../../../core/quote.ts";
import { type Message, actions, contextBlock, limits, section } from "../../../slack/blocks.ts";
import { escapeMrkdwn, isDirectMessage, mentions, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageLabel, plainTitle } from "../../../slack/words.ts";
import { endorsementOf } from "../../approval/rules/approving.ts";
import { actionIds, offerBlockId } from "../../ids.ts";
import { readingChoices } from "../../intake/views/encodings.ts";
import { requestLine } from "../../intake/views/request-words.ts";
import { type CardModel, cardModel } from "../rules/card-model.ts";
import { cardButtons, cardMenu } from "./card-buttons.ts";
import { headlineOf, noteLine, endorsedBy } from "./card-lines.ts";
import { languageSelect } from "./language-select.ts";
import { approvers, type Headline, inOneLine, otherRuns, runName } from "./run-words.ts";

/** Draws the one message that shows the state of a manuscript, from the first look to the final charge. */
export function estimateCard(
  quote: Quote,
  context: ViewContext,
  samples: readonly SampleLines[] = [],
): Message {
  const model = cardModel(quote, context.rules);
  const title = cardTitle(quote, context);
  const headline = headlineOf(quote, model.state, context);
  const note = model.note && noteLine(quote, model.note, context);
  const lines = [
    ...(note === undefined ? [] : [note]),
    ...(quote.decision.status === "open" ? requestLine(quote, context.locale) : []),
    ...otherRuns(quote, context),
    ...endorsements(quote, context),
  ];
  return {
    text: spoken(quote, { title, headline, model, note }, context),
    blocks: [
      headed(quote, { title, headline, model }, context),
      ...(lines.length === 0 ? [] : [section(lines.join("\n"))]),
      ...(model.state.status === "doubtful" ? readingChoices(quote, samples) : []),
      ...(model.state.status === "language-needed" ? languageChoice(quote, context) : []),
      ...cardButtons(quote, model, context),
      ...footer(quote, model, context),
    ],
  };
}

/** Returns the people whose names a card shows. */
export function peopleOnCard({
  request,
  decision,
  approval: { endorsements = [] } = {},
  tasks,
}: Quote) {
  const approvals = tasks.flatMap(({ approval }) => [
    approval?.by ?? [],
    approval?.first?.by ?? [],
  ]);
  const decided = decision.status === "declined" ? [decision.by] : [];
  return [
    ...new Set([request.by, ...decided, ...endorsements.map(({ by }) => by), ...approvals.flat()]),
  ];
}

/** `The Salt Clock → French`: an arrow needs no grammar in any language. In mrkdwn. */
export function cardTitle(quote: Quote, { locale, rules }: ViewContext): string {
  const name = plainTitle(quote, limits.nameShown, locale);
  const title = `${name} → ${languageLabel(quote.target, rules.languages, locale)}`;
  // The title is set in bold: a star or a backtick of its own would end that.
  return escapeMrkdwn(title.replaceAll("*", "∗").replaceAll("`", "ˋ"));
}

type Drawn = {
  readonly title: string;
  readonly headline: Headline;
  readonly model: CardModel;
  readonly note?: string | undefined;
};

function headed(
  quote: Quote,
  { title, headline: { lead, rest }, model }: Drawn,
  context: ViewContext,
): SectionBlock {
  const menu = cardMenu(quote, model.menu, context);
  return {
    ...section(`*${title}*\n*${lead}* ${rest}`.trim()),
    ...(menu !== undefined && { accessory: menu }),
  };
}

/** Returns the text for notifications and screen readers: on an offer, it asks for the approval. */
function spoken(
  quote: Quote,
  { title, headline, model, note = "" }: Drawn,
  { nameOf, locale: { t } }: ViewContext,
): string {
  const asked = nameOf(quote.request.by);
  return model.state.status === "offer"
    ? `${t`Approval needed: ${title}, ${headline.lead} (${asked}).`} ${note}`.trim()
    : t`${title}: ${inOneLine(headline)}`;
}

/** Lists the other products that wait for a second approver; the note covers the main one. */
function endorsements(quote: Quote, context: ViewContext): readonly string[] {
  const { locale } = context;
  const above = quote.approval?.policy?.secondApprovalAbove;
  if (quote.decision.status !== "open" || above === undefined) return [];
  return (["part", "preview", "glossary"] as const).flatMap((product) => {
    const first = endorsementOf(quote, product, context.rules);
    return first === undefined || product === mainProduct(quote)
      ? []
      : [locale.t`${`*${runName(product, locale)}*`}: ${endorsedBy(first, above, context)}`];
  });
}

function languageChoice(quote: Quote, { rules, locale }: ViewContext): KnownBlock[] {
  if (rules.languages.length === 0) return [];
  const id = offerBlockId({ tag: offerTag(quote, rules), part: "language", quoteId: quote.id });
  const { languages } = rules;
  return [
    actions(id, [
      languageSelect({ actionId: actionIds.targetLang, languages, chosen: undefined, locale }),
    ]),
  ];
}

/** Shows who requested it, who may approve and until when; for a run, who approved it and for how much. */
function footer(quote: Quote, { state }: CardModel, context: ViewContext): KnownBlock[] {
  const { nameOf, locale } = context;
  const { t, counted } = locale;
  const { request, expiresAt } = quote;
  const asked = t`Requested by ${nameOf(request.by)}`;
  const facts = [asked];
  if (state.status === "run") {
    const { approval, price } = state.task;
    const cost = counted(price, "credit");
    facts.unshift(
      approval === undefined ? cost : `${t`Approved by ${approvers(approval, context)}`} · ${cost}`,
    );
  } else if (state.status === "offer") {
    facts.push(...mayApprove(quote, context), t`price good until ${when(expiresAt)}`);
  }
  return [contextBlock(facts.join(" · "))];
}

function mayApprove(
  { place, request }: Quote,
  { approvers: all, locale }: ViewContext,
): readonly string[] {
  // The batch's own message mentions the approvers, so its cards do not.
  if (all.length === 0 || request.batch !== undefined) return [];
  const { t } = locale;
  const isDirect = place.isClosed === true || isDirectMessage(place.channel);
  const who = mentions(all, locale);
  return [isDirect ? t`${who} can approve on Galley’s Home tab` : t`${who} can approve`];
}
