import { type SampleLines, chapterLimit } from "../../../core/manuscript.ts";
import {
  estimatedCredits,
  freeCredits,
  mainProduct,
  needsLanguage,
  offerOf,
} from "../../../core/offer.ts";
import {
  type Quote,
  estimateOf,
  hasSpent,
  isOnOffer,
  languageTaskOf,
  manuscriptOf,
  translationOf,
} from "../../../core/quote.ts";
import { type Task, hasEnded, isLive } from "../../../core/task.ts";
import {
  type Field,
  type Message,
  contextBlock,
  fields,
  header,
  limits,
  section,
} from "../../../slack/blocks.ts";
import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { escapeMrkdwn, mention, mentions, when } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageLabel, languageShown, plainName } from "../../../slack/words.ts";
import { endorsementOf } from "../../approval/rules/endorsements.ts";
import { productName } from "../../approval/views/decision-replies.ts";
import {
  doubtStanding,
  encodingLabel,
  formatNames,
  isTextLost,
  readingChoices,
} from "../../intake/views/encodings.ts";
import { spokenRequest, requestWords } from "../../intake/views/request-words.ts";
import { cardControls } from "./card-controls.ts";
import {
  type Standing,
  offerStanding,
  readingStanding,
  refusedStanding,
  runStanding,
} from "./card-standing.ts";
import { otherRuns } from "./other-runs.ts";
import { approversInFull, endorsedBy } from "./policy-words.ts";
import { frozenWords, termsBlocks } from "./terms-line.ts";

/** The one message that shows where a manuscript stands, from the first look to the last credit. */
export function estimateCard(
  quote: Quote,
  context: ViewContext,
  samples: readonly SampleLines[] = [],
): Message {
  const title = titleOf(quote, context);
  if (manuscriptOf(quote) === undefined) return unreadCard(quote, context, { title, samples });
  const translation = translationOf(quote);
  const run = translation !== undefined && isLive(translation) ? translation : undefined;
  const standing =
    run === undefined
      ? offerStanding(quote, translation, context)
      : runStanding(quote, run, context);
  const facts = run === undefined ? offerFields(quote, context) : runFields(quote, run, context);
  const others = [...otherRuns(quote, context), ...endorsements(quote, context)];
  const isOpen = run === undefined && quote.decision.status === "open";
  return {
    text: `${spoken(title, standing)} ${isOpen ? spokenRequest(quote, context.tongue) : ""}`.trim(),
    blocks: [
      header(title),
      section(shown(standing)),
      fields(facts),
      ...requestWords(quote, context.tongue).map(section),
      ...(others.length === 0 ? [] : [section(others.join("\n"))]),
      ...termsBlocks(quote, context),
      ...cardControls(quote, context),
      ...(standing.note === undefined ? [] : [contextBlock(standing.note)]),
    ],
  };
}

type Unread = { readonly title: string; readonly samples: readonly SampleLines[] };

function unreadCard(quote: Quote, context: ViewContext, { title, samples }: Unread): Message {
  const standing = unreadStanding(quote, context);
  const { status } = quote.decision;
  const { note } = standing;
  return {
    text: spoken(title, standing),
    blocks: [
      header(title),
      section(shown(standing)),
      ...(status === "open" ? readingChoices(quote, samples, context.tongue) : []),
      ...(status === "expired" ? cardControls(quote, context) : []),
      ...(note === undefined ? [] : [contextBlock(note)]),
    ],
  };
}

/** What waits for a second approver beside the translation: of that the lead tells. */
function endorsements(quote: Quote, context: ViewContext): readonly string[] {
  if (quote.decision.status !== "open") return [];
  return (["part", "preview", "glossary"] as const).flatMap((product) => {
    const first = endorsementOf(quote, product, context.rules);
    return first === undefined || product === mainProduct(quote)
      ? []
      : [
          `*${productName(product, context.tongue)}*: ${endorsedBy(first, quote.policy, context.tongue)}`,
        ];
  });
}

function unreadStanding(quote: Quote, context: ViewContext): Standing {
  if (quote.decision.status !== "open") return offerStanding(quote, undefined, context);
  switch (quote.reading.status) {
    case "doubtful":
      return doubtStanding(context.tongue);
    case "refused":
      return refusedStanding(context.tongue);
    case "due":
    case "read":
      return readingStanding(context.tongue);
  }
}

function titleOf(quote: Quote, context: ViewContext): string {
  const { tongue, rules } = context;
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

/** While people decide: what it is, what it costs, who may say yes and until when. */
export function offerFields(quote: Quote, context: ViewContext): readonly Field[] {
  const { t } = context.tongue;
  const open = quote.decision.status === "open" && !isTextLost(quote);
  return [
    ...manuscriptFields(quote, context),
    ...(open && isOnOffer(quote) ? priceFields(quote, context) : []),
    [t`Asked by`, mention(quote.requester)],
    ...(open && !needsLanguage(quote) ? mayApprove(quote, context) : []),
    ...(open ? [[t`Stands until`, when(quote.expiresAt)] as const] : []),
  ];
}

/** After an approval: estimate and charge side by side. */
export function runFields(quote: Quote, task: Task, context: ViewContext): readonly Field[] {
  const { t, counted } = context.tongue;
  const { state, approval } = task;
  const frozen = frozenWords(quote, task, context.tongue);
  return [
    ...manuscriptFields(quote, context),
    [t`Partner’s estimate`, estimateWords(quote, context.tongue)],
    [t`Approved`, counted(task.price, "credit")],
    ...(frozen === undefined ? [] : [[t`Glossary`, frozen] as const]),
    ...(state.status === "completed"
      ? [[t`Charged`, chargedWords(state.result.charged, context.tongue)] as const]
      : []),
    [t`Asked by`, mention(quote.requester)],
    ...(approval === undefined
      ? []
      : [[t`Approved by`, approversInFull(approval, context.tongue)] as const]),
  ];
}

function manuscriptFields(quote: Quote, context: ViewContext): readonly Field[] {
  const { t } = context.tongue;
  return [
    [t`Language`, languageWords(quote, context)],
    ...(quote.reading.status === "read"
      ? [[t`Length`, lengthWords(quote.reading, context.tongue)] as const]
      : []),
  ];
}

/** With what the bytes were taken for, where they could have been something else. */
function lengthWords({ manuscript, chosen }: ReadText, tongue: Tongue): string {
  const { t, counted, enumerated } = tongue;
  const { characters, chapters, encoding, format } = manuscript;
  const parts = counted(chapters.length, "chapter");
  const by = chosen?.by === undefined ? [] : [t`as ${mention(chosen.by)} chose`];
  return enumerated([
    counted(characters, "character"),
    ...(chapters.length === 0
      ? []
      : [chapters.length === chapterLimit ? t`at least ${parts}` : parts]),
    ...(format === undefined ? [] : [t`read from ${formatNames[format]}`]),
    ...(encoding.startsWith("utf-") ? [] : [t`read as ${encodingLabel(encoding, tongue)}`, ...by]),
  ]);
}

type ReadText = Extract<Quote["reading"], { status: "read" }>;

function languageWords(quote: Quote, { rules, tongue }: ViewContext): string {
  const { t } = tongue;
  const target = languageShown(quote.target, rules.languages, tongue);
  if (quote.language !== undefined) {
    const source = languageShown(quote.language, rules.languages, tongue);
    return needsLanguage(quote) ? source : `${source} → ${target}`;
  }
  const waiting = quote.decision.status === "open" && !isOnOffer(quote);
  return `${waiting ? t`being detected` : t`not detected`} → ${target}`;
}

function priceFields(quote: Quote, context: ViewContext): readonly Field[] {
  const offer = offerOf(quote, mainProduct(quote), context.rules);
  if (offer === undefined) return [];
  const { t, counted } = context.tongue;
  return [
    [t`Price`, counted(offer.price, "credit")],
    [t`Partner’s estimate`, estimateWords(quote, context.tongue)],
    [t`Balance`, balanceWords(quote, offer.price, context.tongue)],
  ];
}

/** Our own count stands on the card from the first moment; the partner's comes beside it. */
function estimateWords(quote: Quote, tongue: Tongue): string {
  const { t, counted, enumerated } = tongue;
  const unavailable = t`not available; our own count stands`;
  const estimate = estimateOf(quote);
  if (estimate?.state.status === "completed") {
    const { estimatedTokens } = estimate.state.result;
    const estimated = estimatedCredits(quote);
    const figures = enumerated([
      ...(estimated === undefined ? [] : [counted(estimated, "credit")]),
      ...(estimatedTokens === undefined ? [] : [counted(estimatedTokens, "token")]),
    ]);
    return figures === "" ? unavailable : besideOwnCount({ quote, estimated, figures }, tongue);
  }
  const language = languageTaskOf(quote);
  const coming =
    quote.decision.status === "open" &&
    (estimate === undefined
      ? !hasSpent(quote) && (language === undefined || hasEnded(language))
      : !hasEnded(estimate));
  return coming ? t`still coming; our own count stands until then` : unavailable;
}

type Estimated = {
  readonly quote: Quote;
  readonly estimated: number | undefined;
  readonly figures: string;
};

function besideOwnCount({ quote, estimated, figures }: Estimated, { t }: Tongue): string {
  const own = manuscriptOf(quote)?.characters;
  if (estimated === undefined || own === undefined || own === estimated) return figures;
  return t`${figures} (our own count: ${own}; the higher one is the price)`;
}

/** What is left beside other approvals, and what this one would leave of it. */
function balanceWords(
  { balance }: Quote,
  price: number,
  { t, counted, enumerated }: Tongue,
): string {
  if (balance === undefined) return t`not read yet`;
  const { credits: now, promised = 0 } = balance;
  const after = freeCredits(balance) - price;
  return enumerated([
    t`${counted(now, "credit")} now`,
    ...(promised === 0 ? [] : [t`${promised} promised to other approvals`]),
    after < 0 ? t`${-after} missing` : t`${after} after`,
  ]);
}

function mayApprove({ policy }: Quote, context: ViewContext): readonly Field[] {
  const { t } = context.tongue;
  const all = mentions(context.approvers, context.tongue);
  const who =
    policy?.selfApproval === "refused" ? t`${all}, but not what they asked for themselves` : all;
  return context.approvers.length === 0 ? [] : [[t`May approve`, who]];
}

export function chargedWords(charged: number | undefined, { t, counted }: Tongue): string {
  return charged === undefined ? t`not said by the partner` : counted(charged, "credit");
}
