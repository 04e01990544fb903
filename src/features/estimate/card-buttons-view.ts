import type { Button, KnownBlock, Overflow } from "@slack/types";

import { endorsementOf, refusedTo } from "#domain/approval/approving.ts";
import { coverageFor, coveringRuns, freeSoon, freeTranslation } from "#domain/coverage.ts";
import { placesToCheck } from "#domain/delivery/delivery.ts";
import {
  type CardButton,
  type CardModel,
  type CardState,
  type MenuItem,
  approveButton,
  cardModel,
  limitedPrice,
  menuItems,
  resultButtons,
  termsOnCard,
} from "#domain/estimate/card-model.ts";
import type { BookTerms } from "#domain/glossary/glossary.ts";
import {
  mainProduct,
  missingCredits,
  offerOf,
  offerTag,
  overBudget,
  productOf,
} from "#domain/offer.ts";
import {
  type Endorsement,
  type Product,
  type Quote,
  manuscriptOf,
  translationOf,
} from "#domain/quote.ts";
import { type Slice, lengthOf } from "#domain/slice.ts";
import { partOf } from "#domain/task.ts";
import { lookButton } from "#features/delivery/delivery-reply-view.ts";
import { reviewButton } from "#features/glossary/terms-replies-view.ts";
import {
  actionIds,
  menuValue,
  offerBlockId,
  resultActionId,
  taskValue,
} from "#features/shared/ids.ts";
import { overBudgetWords, overCap, twoApprovers } from "#features/shared/request-words-view.ts";
import { endingWords, shortWords } from "#features/translation/task-end-view.ts";
import { actions, button, confirm, contextBlock, limits, overflow } from "#slack/blocks.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { outside } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";
import {
  capital,
  languageLabel,
  languageShown,
  partInFull,
  partInShort,
  plainTitle,
} from "#slack/words.ts";

import { itemLabel } from "./card-items-view.ts";
import { leftOutQuestion } from "./left-out-view.ts";
import {
  existingLine,
  existsWords,
  freeLine,
  knownWords,
  productName,
} from "./task-status-view.ts";

/** Draws the buttons of a card. The block's id names the offer, so that a click on an older one is refused. */
export function cardButtons(
  quote: Quote,
  buttons: CardModel["buttons"],
  context: ViewContext,
): KnownBlock[] {
  const elements = buttons.flatMap((one) => [
    cardButton(quote, one, context),
    ...(one.kind === "result" ? lookOf(quote, one, context) : []),
  ]);
  return elements.length === 0 ? [] : [offerActions(quote, elements, context)];
}

/**
 * Draws *Approve*, without the preview, and *Decline* for decisions outside the card. *Translate
 * again* stays on the card, beside the free translation that it would pay for once more.
 */
export function decidingButtons(
  quote: Quote,
  { person, ...context }: ViewContext & { readonly person: string },
): KnownBlock[] {
  const { buttons } = cardModel(quote, context.setup);
  const refused = refusedTo(quote, person, context.setup);
  const canSucceed = ({ offer, product }: Approve) =>
    missingCredits(quote, offer.price) <= 0 &&
    (refused === undefined || (refused === "short-of-credits" && product !== mainProduct(quote)));
  const deciding = buttons.filter(
    (one) =>
      one.kind === "decline" ||
      (one.kind === "approve" &&
        one.product !== "preview" &&
        one.offer.exists.length === 0 &&
        canSucceed(one)),
  );
  const why = refused === undefined ? "" : refusalLine(quote, refused, context);
  return [...(why === "" ? [] : [contextBlock(why)]), ...cardButtons(quote, deciding, context)];
}

/** Says what is awaited where this person's click could not approve. */
function refusalLine(
  quote: Quote,
  why: NonNullable<ReturnType<typeof refusedTo>>,
  context: ViewContext,
): string {
  const { t } = context.locale;
  switch (why) {
    case "second-needed":
      return t`You approved. One more approver is needed.`;
    case "own-quote":
      return t`Another approver has to approve your request.`;
    case "over-cap":
      return overCap(quote.approval?.policy?.capPerApproval ?? 0, context.locale);
    case "short-of-credits": {
      const price = offerOf(quote, mainProduct(quote), context.setup)?.price ?? 0;
      return shortWords(quote, missingCredits(quote, price), context);
    }
  }
}

export function offerActions(quote: Quote, buttons: Button[], { setup }: ViewContext) {
  const tag = offerTag(quote, setup);
  return actions(offerBlockId({ tag, part: "buttons", quoteId: quote.id }), buttons);
}

export function approvalButton(quote: Quote, product: Product, context: ViewContext): Button[] {
  return approveButton(quote, product, context.setup).map((one) => cardButton(quote, one, context));
}

function cardButton(quote: Quote, one: CardButton, context: ViewContext): Button {
  if (one.kind === "approve") return approval(quote, one, context);
  if (one.kind === "result") return resultButton(quote, one, context.locale);
  const { t } = context.locale;
  const { existing, askAgain, decline, undo } = actionIds;
  const faces = {
    existing: { label: t`Use existing · free`, actionId: existing, style: "primary" },
    "ask-again": { label: t`Request again`, actionId: askAgain },
    decline: { label: t`Decline`, actionId: decline },
    undo: { label: t`Undo approval`, actionId: undo },
  } as const;
  const { id: quoteId } = quote;
  const value = one.kind === "undo" ? taskValue({ quoteId, key: one.key }) : quoteId;
  return button({ ...faces[one.kind], value });
}

/** Draws the buttons that give the results of a card elsewhere. */
export function resultActions(quote: Quote, { locale }: ViewContext): KnownBlock[] {
  const elements = resultButtons(quote).flatMap((one) => [
    resultButton(quote, one, locale),
    ...lookOf(quote, one, { locale }),
  ]);
  return elements.length === 0 ? [] : [actions(`results.${quote.id}`, elements)];
}

/** One look is enough for a card: Slack wants different ids for the buttons of one block. */
function lookOf(
  quote: Quote,
  { task, position }: ResultButton,
  { locale }: Pick<ViewContext, "locale">,
): readonly Button[] {
  const first = resultButtons(quote).find((one) => placesToCheck(one.task) > 0);
  return first?.position === position ? lookButton(quote, task, locale) : [];
}

type ResultButton = Extract<CardButton, { kind: "result" }>;

function resultButton(quote: Quote, { task, position }: ResultButton, locale: Locale): Button {
  const product = productOf(task);
  if (product === "glossary") return reviewButton(quote, task.target, locale);
  const slice = partOf(task);
  const part =
    slice === undefined ? productName(product, locale) : partInShort(quote, slice, locale);
  const { t } = locale;
  return button({
    label: product === "translation" ? t`Download` : t`Download · ${part}`,
    actionId: resultActionId(position),
    value: taskValue({ quoteId: quote.id, key: task.key }),
  });
}

type Approve = Extract<CardButton, { kind: "approve" }>;

function approval(quote: Quote, one: Approve, context: ViewContext): Button {
  const { t, counted } = context.locale;
  const { text, ...face } = wording(quote, one, context);
  return button({
    ...face,
    value: one.product === "part" ? taskValue({ quoteId: quote.id, key: "part" }) : quote.id,
    ...(one.isPrimary && { style: "primary" as const }),
    confirm: confirm({
      title: t`Approve ${counted(one.offer.price, "credit")}?`,
      text: [text, ...warnings(quote, one, context)].join(" "),
      yes: t`Approve`,
      no: t`Cancel`,
    }),
  });
}

function warnings(quote: Quote, one: Approve, context: ViewContext): readonly string[] {
  const { product, offer } = one;
  const { t, counted } = context.locale;
  const missing = missingCredits(quote, offer.price);
  const isText = product === "translation" || product === "part";
  const hasPreview = isText && coveringRuns(quote, "preview").length > 0;
  const terms = termsOnCard(quote);
  const leftOut = leftOutQuestion(quote, context.locale);
  return [
    ...(leftOut === undefined ? [] : [leftOut]),
    ...(context.hasLostRecords === true
      ? [t`Galley lost track of earlier approvals: this may have been charged before.`]
      : []),
    ...existsWords(quote, offer.exists, context),
    ...((product === "glossary" && offer.glossary === undefined) || terms === undefined
      ? []
      : [termsWords({ ...quote, book: undefined }, terms, context.locale)]),
    ...policyWarning(quote, one, context),
    ...(overBudget(quote, offer.price) > 0
      ? [overBudgetWords(quote, offer.price, context.locale)]
      : []),
    ...(missing > 0 ? [t`The balance is ${counted(missing, "credit")} short.`] : []),
    ...(hasPreview || product === "preview"
      ? [t`Preview and translation are charged separately.`]
      : []),
    ...(product === "glossary" ? [t`The translation is charged on top.`] : []),
    ...(isText ? knownWords(quote, context) : []),
  ];
}

export function termsWords(
  { book, glossary }: Quote,
  { count }: BookTerms,
  { t, counted }: Locale,
): string {
  if (glossary?.strategy === "without") return t`It runs without the glossary.`;
  const terms = counted(count, "term");
  return book === undefined
    ? t`Uses ${terms}.`
    : t`Uses ${terms} from ${outside(book, limits.nameShown)}.`;
}

/** The one line beside the price, in mrkdwn: the strongest reason against a quick approval comes first. */
export function noteLine(quote: Quote, state: CardState, context: ViewContext): string | undefined {
  if (state.status !== "offer") return undefined;
  const { setup, locale } = context;
  const { t, enumerated } = locale;
  const { exists, price } = state.offer;
  const { capPerApproval: cap, secondApprovalAbove: above } = quote.approval?.policy ?? {};
  const limited = limitedPrice(quote, price);
  const first = endorsementOf(quote, mainProduct(quote), setup);
  if (first !== undefined && above !== undefined) return `👥 ${endorsedBy(first, above, context)}`;
  const free = freeTranslation(quote);
  if (free !== undefined) return `♻️ ${freeLine(quote, free, context)}`;
  const task = translationOf(quote);
  if (task !== undefined) return `⚠️ ${endingWords(quote, task, context)}`;
  const others = coveringRuns(quote, "translation").filter((run) => run.quoteId !== quote.id);
  const isSoonFree = freeSoon(quote) !== undefined;
  const sentences = [
    ...(isSoonFree ? [t`After that it is free.`] : []),
    ...knownWords(quote, context),
  ];
  // The same text, or some of its chapters, is running or done elsewhere.
  const elsewhere = `♻️ ${[existingLine(quote, others, context), ...sentences].join(" ")}`;
  if (exists.length > 0 && others.length > 0) return elsewhere;
  if (cap !== undefined && limited > cap) return `⚠️ ${overCap(cap, locale)}`;
  const missing = missingCredits(quote, price);
  if (missing > 0) return `⚠️ ${shortWords(quote, missing, context)}`;
  if (overBudget(quote, price) > 0) return `⚠️ ${overBudgetWords(quote, price, locale)}`;
  if (others.length > 0) return elsewhere;
  if (above !== undefined && limited > above) return `👥 ${twoApprovers(above, locale)}`;
  if (sentences.length > 0) return `♻️ ${sentences.join(" ")}`;
  const { variants = [] } = coverageFor(quote) ?? {};
  if (variants.length > 0) {
    const names = variants.map((code) => languageShown(code, setup.languages, locale));
    return `♻️ ${t`Translated before into another variant of the language: ${enumerated(names)}.`}`;
  }
  const terms = termsOnCard(quote);
  return terms && `📖 ${termsWords(quote, terms, locale)}`;
}

export function endorsedBy(
  first: Endorsement,
  above: number,
  { nameOf, locale }: ViewContext,
): string {
  return `${twoApprovers(above, locale)} ${locale.t`Approved by ${nameOf(first.by)}`}`;
}

/** Returns the policy's warning for a confirm dialog, where nobody can be mentioned. */
function policyWarning(
  quote: Quote,
  { product, offer }: Approve,
  { setup, locale }: ViewContext,
): readonly string[] {
  const { capPerApproval: cap, secondApprovalAbove: above } = quote.approval?.policy ?? {};
  const price = limitedPrice(quote, offer.price);
  if (cap !== undefined && price > cap) return [overCap(cap, locale)];
  const isSecond = endorsementOf(quote, product, setup) !== undefined;
  if (isSecond) return [locale.t`A second person’s approval starts it.`];
  return above !== undefined && price > above ? [twoApprovers(above, locale)] : [];
}

function wording(quote: Quote, { product, offer }: Approve, { locale, setup }: ViewContext) {
  const { t, counted } = locale;
  const { slice, exists } = offer;
  const price = counted(offer.price, "credit");
  const short = locale.price(offer.price);
  const language = languageLabel(quote.target, setup.languages, locale);
  const file = t`“${plainTitle(quote, limits.nameInConfirm, locale)}”`;
  switch (product) {
    case "preview":
      return {
        label: t`Preview · ${short}`,
        actionId: actionIds.preview,
        text: t`${capital(sourceWords(quote, slice, file, locale))} will be translated into ${language} for ${price}.`,
      };
    case "glossary":
      return {
        label: t`Extract glossary · ${short}`,
        actionId: actionIds.glossary,
        text: t`Names and terms with ${language} translations will be extracted from ${sourceWords(quote, slice, file, locale)} for ${price}.`,
      };
    case "translation":
    case "part": {
      const what = slice === undefined ? file : `${file} · ${partInFull(quote, slice, locale)}`;
      const source = quote.language && languageLabel(quote.language, setup.languages, locale);
      const text =
        source === undefined
          ? t`${what} will be translated into ${language} for ${price}.`
          : t`${what} will be translated from ${source} into ${language} for ${price}.`;
      if (exists.length > 0) {
        return { label: t`Translate again · ${short}`, actionId: actionIds.again, text };
      }
      const actionId = product === "part" ? actionIds.part : actionIds.approve;
      // The headline names the chapters of the main offer, the note those that the balance covers.
      const isMain = product === mainProduct(quote);
      return { label: isMain ? t`Approve · ${short}` : t`Approve part · ${short}`, actionId, text };
    }
  }
}

function sourceWords(quote: Quote, slice: Slice = [], file: string, locale: Locale): string {
  const { t, counted } = locale;
  const length = lengthOf(slice);
  if (length === manuscriptOf(quote)?.characters) return file;
  const characters = counted(length, "character");
  return slice.length > 1
    ? t`passages throughout ${file} (${characters})`
    : t`the opening ${characters} of ${file}`;
}

export function cardMenu(
  { id }: Quote,
  items: readonly MenuItem[],
  { locale }: ViewContext,
): Overflow | undefined {
  return overflow(actionIds.more, menuItems, (item) =>
    items.includes(item)
      ? { text: itemLabel(item, locale), value: menuValue(item, id) }
      : undefined,
  );
}

export function remindButton(value: string, { locale: { t } }: ViewContext) {
  return button({ label: t`Remind approvers`, actionId: actionIds.remind, value });
}
