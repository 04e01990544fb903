import type { KnownBlock } from "@slack/types";

import { endorsementOf } from "#domain/approval/approving.ts";
import { type CardModel, type CardState, cardModel } from "#domain/estimate/card-model.ts";
import { expectedMinutes } from "#domain/estimate/expected-time.ts";
import { latenessOnCard } from "#domain/lateness.ts";
import { type SampleLines, wordsLeftOut } from "#domain/manuscript.ts";
import { asksForDecision, mainProduct, offerOf, offerTag, partnerRate } from "#domain/offer.ts";
import { type Quote, hasSpent, hasTranslation, manuscriptOf } from "#domain/quote.ts";
import { type Slice, lengthOf } from "#domain/slice.ts";
import { charactersOf } from "#domain/task.ts";
import { rateWords } from "#features/shared/alerts.ts";
import { actionIds, encodingActionId, offerBlockId, taskValue } from "#features/shared/ids.ts";
import {
  askedBut,
  budgetLeft,
  expectedWords,
  lateWords,
  requestLine,
  noteWords,
} from "#features/shared/request-words-view.ts";
import { membersOnly, noManuscriptWords } from "#features/shared/short-replies-view.ts";
import { troubleWords } from "#features/shared/trouble-view.ts";
import {
  type Message,
  actions,
  button,
  contextBlock,
  limits,
  plainText,
  say,
  section,
} from "#slack/blocks.ts";
import {
  escapeMrkdwn,
  isDirectMessage,
  mention,
  mentioning,
  mentionsAnyOf,
  outside,
  plain,
  when,
} from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import { readableFormats } from "#slack/words.ts";
import {
  languageLabel,
  plainTitle,
  languageShown,
  partShown,
  languageSelect,
  named,
  namedInto,
} from "#slack/words.ts";

import { cardButtons, cardMenu, endorsedBy, noteLine } from "./card-buttons-view.ts";
import { leftOutLine, leftOutQuestion } from "./left-out-view.ts";
import {
  type Headline,
  approvers,
  existingLine,
  inOneLine,
  otherRuns,
  productName,
  runHeadline,
} from "./task-status-view.ts";

/** Draws the one message that shows the state of a manuscript, from the first look to the final charge. */
export function estimateCard(
  quote: Quote,
  context: ViewContext,
  samples: readonly SampleLines[] = [],
): Message {
  const { t } = context.locale;
  const model = cardModel(quote, context.setup);
  const title = cardTitle(quote, context);
  const headline = headlineOf(quote, model.state, context);
  const note = noteLine(quote, model.state, context);
  const { decision, trouble } = quote;
  // What somebody asks for is of interest until the text is approved or declined.
  const isUndecided = decision.status === "open" && !hasTranslation(quote);
  const lateness = latenessOnCard(quote);
  const late = lateWords(quote, lateness, context.locale);
  const lines = [
    ...(note === undefined ? [] : [note]),
    ...(isUndecided ? requestLine(quote, lateness, context.locale) : late),
    ...(model.state.status === "offer"
      ? [...rateLine(quote, context), ...leftOutNote(quote, context)]
      : []),
    ...otherRuns(quote, context),
    ...(trouble === undefined ? [] : [`⚠️ ${troubleWords(trouble, context.locale)}`]),
    ...endorsements(quote, context),
  ];
  const remarks = [...(note === undefined ? [] : [note]), ...late];
  const requester = context.nameOf(quote.request.by);
  const menu = cardMenu(quote, model.menu, context);
  return {
    // For notifications and screen readers: an offer asks for the approval.
    text:
      model.state.status === "offer" && asksForDecision(quote)
        ? [t`Approval needed: ${title}, ${headline.lead} (${requester}).`, ...remarks].join(" ")
        : t`${title}: ${note ?? inOneLine(headline)}`,
    blocks: [
      {
        ...section(`*${title}*\n*${headline.lead}* ${headline.rest}`.trim()),
        ...(menu !== undefined && { accessory: menu }),
      },
      ...(lines.length === 0 ? [] : [section(lines.join("\n"))]),
      ...(model.state.status === "doubtful" ? readingChoices(quote, samples) : []),
      ...(model.state.status === "language-needed" ? languageChoice(quote, context) : []),
      ...cardButtons(quote, model.buttons, context),
      ...footer(quote, model, context),
      ...answersNote(quote, model, context),
    ],
  };
}

function rateLine(quote: Quote, { locale }: ViewContext): readonly string[] {
  const rate = partnerRate(quote);
  return rate === undefined ? [] : [rateWords(rate, locale)];
}

/** Says what is not translated, if it is more than a line. */
function leftOutNote(quote: Quote, { locale }: ViewContext): readonly string[] {
  const manuscript = manuscriptOf(quote);
  const words = manuscript && wordsLeftOut(manuscript);
  if (words === undefined) return [];
  const question = leftOutQuestion(quote, locale);
  return [
    question === undefined ? leftOutLine(words.parts, locale) : `⚠️ ${escapeMrkdwn(question)}`,
  ];
}

export function peopleOnCard({ request, decision, approval, tasks }: Quote): readonly string[] {
  const approvals = tasks.flatMap((task) => [task.approval, task.approval?.first]);
  const decided = decision.status === "declined" ? [decision] : [];
  const all = [request, ...decided, ...(approval?.endorsements ?? []), ...approvals];
  return [...new Set(all.flatMap((one) => one?.by ?? []))];
}

/** `The Salt Clock → French`: an arrow needs no grammar in any language. In mrkdwn. */
export function cardTitle(quote: Quote, { locale, setup }: ViewContext): string {
  const name = plainTitle(quote, limits.nameShown, locale);
  const title = `${name} → ${languageLabel(quote.target, setup.languages, locale)}`;
  // The title is set in bold: a star or a backtick of its own would end that.
  return escapeMrkdwn(title.replaceAll("*", "∗").replaceAll("`", "ˋ"));
}

/** Lists the other products that wait for a second approver; the note covers the main one. */
function endorsements(quote: Quote, context: ViewContext): readonly string[] {
  const { locale } = context;
  const above = quote.approval?.policy?.secondApprovalAbove;
  if (quote.decision.status !== "open" || above === undefined) return [];
  return (["part", "preview", "glossary"] as const).flatMap((product) => {
    const first = endorsementOf(quote, product, context.setup);
    return first === undefined || product === mainProduct(quote)
      ? []
      : [locale.t`${`*${productName(product, locale)}*`}: ${endorsedBy(first, above, context)}`];
  });
}

function languageChoice(quote: Quote, { setup, locale }: ViewContext): KnownBlock[] {
  if (setup.languages.length === 0) return [];
  const id = offerBlockId({ tag: offerTag(quote, setup), part: "language", quoteId: quote.id });
  const { languages } = setup;
  return [
    actions(id, [
      languageSelect({ actionId: actionIds.targetLang, languages, chosen: undefined, locale }),
    ]),
  ];
}

function readingChoices(quote: Quote, samples: readonly SampleLines[]): KnownBlock[] {
  const candidates = quote.reading.status === "doubtful" ? quote.reading.candidates : [];
  return candidates.map((encoding) => {
    const lines = samples.find((sample) => sample.encoding === encoding)?.lines ?? [];
    const excerpt = lines.map((line) => plain(line, limits.lineShown)).join("\n");
    return {
      type: "section",
      text: plainText(excerpt || "…", limits.sectionText),
      accessory: button({
        label: encoding.toUpperCase(),
        actionId: encodingActionId(encoding),
        value: taskValue({ quoteId: quote.id, key: encoding }),
      }),
    };
  });
}

function footer(quote: Quote, { state }: CardModel, context: ViewContext): KnownBlock[] {
  const { nameOf, locale } = context;
  const { t, counted } = locale;
  const requester = t`Requested by ${nameOf(quote.request.by)}`;
  if (state.status === "run") {
    const { approval, price } = state.task;
    const by = approval === undefined ? [] : [t`Approved by ${approvers(approval, context)}`];
    return [contextBlock([...by, counted(price, "credit"), requester].join(" · "))];
  }
  const until = t`price good until ${when(quote.expiresAt)}`;
  const offered = state.status === "offer" ? [...mayApprove(quote, context), until] : [];
  return [contextBlock([requester, ...offered].join(" · "))];
}

/** Tells a new channel that Galley answers unasked, and how to change that. */
function answersNote({ request }: Quote, { state }: CardModel, context: ViewContext): KnownBlock[] {
  if (request.isUnasked !== true || state.status !== "offer") return [];
  const { t } = context.locale;
  return [
    contextBlock(
      t`I answer every manuscript here; admins change that with \`/translate settings\`.`,
    ),
  ];
}

function mayApprove(quote: Quote, context: ViewContext): readonly string[] {
  const { place, request } = quote;
  const { locale } = context;
  const asked = askedBut([], context);
  // The batch's own message mentions the approvers, so its cards do not.
  if (asked.length === 0 || request.batch !== undefined || !asksForDecision(quote)) return [];
  const { t } = locale;
  const isDirect = place.isClosed === true || isDirectMessage(place.channel);
  const who = mentionsAnyOf(asked, locale);
  return [isDirect ? t`${who} can approve on Galley’s Home tab` : t`${who} can approve`];
}

export function headlineOf(quote: Quote, state: CardState, context: ViewContext): Headline {
  const { nameOf, setup, locale } = context;
  const { t, counted } = locale;
  switch (state.status) {
    case "due":
      return { lead: t`Reading the manuscript…`, rest: "" };
    case "doubtful":
      return {
        lead:
          quote.reading.status === "doubtful" && quote.reading.candidates.length === 1
            ? t`Does this read correctly?`
            : t`Which of these reads correctly?`,
        rest: t`Otherwise, please save the file as UTF-8 and post it again.`,
      };
    case "refused":
      return { lead: t`I couldn’t read this file.`, rest: "" };
    case "language-needed": {
      const language = languageShown(quote.target, setup.languages, locale);
      return { lead: t`This manuscript is already in ${language}.`, rest: "" };
    }
    case "offer": {
      const { price, slice } = state.offer;
      const characters = charactersOf(slice, manuscriptOf(quote)?.characters ?? 0);
      const facts = [
        ...budgetLeft(quote, locale),
        factsOf(quote, slice, context),
        ...expectedWords(expectedMinutes(quote.pace, characters), locale),
      ];
      return { lead: counted(price, "credit"), rest: `· ${facts.join(" · ")}` };
    }
    case "unsettled":
      return {
        lead: t`An earlier translation has to be cleared up first.`,
        rest: existingLine(quote, state.runs, context),
      };
    case "all-approved":
      return { lead: t`All chapters were approved.`, rest: "" };
    case "lost":
    case "run":
      return runHeadline(quote, state.task, context);
    case "declined":
      return {
        lead:
          state.by === quote.request.by
            ? t`Withdrawn by ${nameOf(state.by)}, ${when(state.at)}.`
            : t`Declined by ${nameOf(state.by)}, ${when(state.at)}.`,
        // Outside the lead, which is set in bold: a star in somebody's words would end that.
        rest: state.note === undefined ? "" : noteWords(state.note, locale),
      };
    case "expired":
      return {
        lead: t`Nobody decided in time.`,
        rest: hasSpent(quote) ? "" : t`Nothing was charged.`,
      };
  }
}

/** `English, 4 chapters, 6,279 characters`. */
function factsOf(quote: Quote, part: Slice | undefined, { setup, locale }: ViewContext): string {
  const { counted, enumerated } = locale;
  const { chapters = [], characters = 0 } = manuscriptOf(quote) ?? {};
  const whole = chapters.length === 0 ? [] : [counted(chapters.length, "chapter")];
  return enumerated([
    ...(quote.language === undefined
      ? []
      : [languageShown(quote.language, setup.languages, locale)]),
    ...(part === undefined ? whole : [partShown(quote, part, locale)]),
    counted(part === undefined ? characters : lengthOf(part), "character"),
  ]);
}

export function declinedReply(quote: Quote, context: ViewContext): Message {
  const { locale } = context;
  const { decision, request } = quote;
  if (decision.status !== "declined") throw new Error(`quote ${quote.id} is not declined`);
  const { note } = decision;
  const what = locale.t`Declined: ${namedInto(quote, context)} (${mention(decision.by)}). Nothing was charged.`;
  const sentence = note === undefined ? what : `${what} ${noteWords(note, locale)}`;
  return say(mentioning([request.by], sentence, locale));
}

export function expiredReply(quote: Quote, context: ViewContext): Message {
  const { locale } = context;
  const { t } = locale;
  const others = askedBut([quote.request.by], context);
  const what = t`The request for ${namedInto(quote, context)} has expired: nobody decided in time. “Request again” on its card reopens it at today’s price.`;
  return say(mentioning([quote.request.by, ...others], what, locale));
}

export function reopenedReply(
  quote: Quote,
  { by }: { readonly by: string },
  context: ViewContext,
): Message {
  const { setup, locale } = context;
  const { t, counted } = locale;
  const people = new Set([quote.request.by, ...askedBut([by], context)].filter((id) => id !== by));
  const { price, exists = [] } = offerOf(quote, mainProduct(quote), setup) ?? {};
  // The card offers what exists, for free: only its buttons name that and the price.
  const isPriced = price !== undefined && exists.length === 0;
  const title = namedInto(quote, context);
  const what = isPriced
    ? t`Approval needed: ${title}, ${counted(price, "credit")} (requested again by ${mention(by)}).`
    : t`Requested again: ${title} (${mention(by)}).`;
  return say(mentioning([...people], what, locale));
}

export function refusedReply(quote: Quote, context: ViewContext): Message {
  return say(mentioning([quote.request.by], refusalWords(quote, context), context.locale));
}

/** Says why a file cannot be read, and what to do. */
export function refusalWords(quote: Quote, { setup, locale }: ViewContext): string {
  const { t, amount, anyOf } = locale;
  const it = named(quote, locale);
  const { reason = "unsupported-type", part } =
    quote.reading.status === "refused" ? quote.reading : {};
  switch (reason) {
    case "empty":
      return t`${it} is empty. Please post the manuscript again.`;
    case "binary":
    case "undecodable":
      return t`I can’t read the characters of ${it}. Please save it as a .txt or .md file in UTF-8 and post that.`;
    case "broken-document":
      if (part !== undefined) {
        return t`The page “${outside(part, limits.nameShown)}” of ${it} is missing or can’t be read, and I never leave a page out. Please correct it in the program that made the book, save the book again, and post that.`;
      }
      return t`${it} is damaged, so I can’t open it. Please save it again in the program that made it, and post that.`;
    case "unsafe-document":
      return t`${it} has an unusual structure, so I didn’t open it. Please save it again in the program that made it, and post that.`;
    case "protected-document":
      return t`${it} is locked by a password or copy protection. Please save it without protection and post that.`;
    case "too-large":
      return t`${it} is larger than my limit of ${amount(setup.maxManuscriptBytes / 1_048_576)} MB. Please post it in parts.`;
    case "canvas":
      return t`${it} is edited in Slack itself, so its text can change. Please download it and post the file.`;
    case "elsewhere":
      return t`Only a link to ${it} was posted; the file lies outside of Slack. Please upload the file itself.`;
    case "late":
      return t`Slack hasn’t handed ${it} over to me yet. Please post it again in a few minutes.`;
    case "not-at-slack":
    case "gone":
    case "no-access":
    case "interrupted":
      return noManuscriptWords(it, locale);
    case "not-allowed":
      return membersOnly(locale);
    case "unsupported-type":
    case "old-word":
    case "rich-text":
    case "pages":
    case "pdf":
    case "picture":
    case "kindle":
    case "packed":
      return t`I can’t read ${it}. Please post the manuscript as ${anyOf(readableFormats)}.`;
  }
}
