import { withoutAutoApproval } from "#domain/approval/approving.ts";
import type { AppContext } from "#domain/context.ts";
import { reactionOf } from "#domain/delivery/sign.ts";
import { fallBackToDirectMessage } from "#domain/direct-message-fallback.ts";
import { SlackBusyError, SlackRefusedError } from "#domain/errors.ts";
import { cardDigest, cardTask } from "#domain/estimate/card-digest.ts";
import { type Card, type Quote, type Reaction, awaitsEarlierCard } from "#domain/quote.ts";
import { readAsOnCard, takeUpRuns } from "#domain/recovery.ts";
import { noteUnknownRuns, restoreRunsFromCard } from "#features/recovery/restore-records.ts";
import { placeOf } from "#features/shared/conversation.ts";
import { changeIfFirst, expectStill } from "#features/shared/records.ts";
import { prepareSend } from "#features/translation/prepare-send.ts";

/**
 * Posts or updates the card to match the record. An update can be repeated without harm; a first post
 * is recorded before it goes out, and looked for before it is tried again.
 */
export async function showCard(ctx: AppContext, quote: Quote): Promise<Quote> {
  try {
    switch (quote.card.status) {
      case "none":
        return await postCard(ctx, quote);
      case "posting":
        return (await adoptCard(ctx, quote)) ?? (await postCard(ctx, quote));
      case "posted":
        return await updateCard(ctx, quote, quote.card);
      case "undeliverable":
        return quote;
    }
  } catch (error) {
    if (error instanceof SlackRefusedError) return await refused(ctx, quote, error);
    throw error;
  }
}

/**
 * Adopts a card that is there already: its post went out although no answer came, or the ledger was
 * lost and an old manuscript came up again. The runs that the card names are believed before anything
 * is sold. A card does not record a decline, so Galley approves nothing on it by itself.
 */
async function adoptCard(ctx: AppContext, quote: Quote): Promise<Quote | undefined> {
  const match = await ctx.thread.findCard(quote.id, placeOf(quote));
  if (match === undefined) return undefined;
  const { facts, channel, ts } = match;
  await noteUnknownRuns(ctx, quote.id, facts);
  return await ctx.quoteStore.change(
    quote.id,
    (before) =>
      readAsOnCard(before, match, ctx.now()) ?? {
        ...takeUpRuns(
          awaitsEarlierCard(before) ? withoutAutoApproval(before) : before,
          facts,
          ctx.now(),
        ),
        // Its face is unknown: the next step updates it.
        card: { status: "posted", channel, ts, ...noFace },
      },
  );
}

async function postCard(ctx: AppContext, quote: Quote): Promise<Quote> {
  const since = ctx.now();
  const { quote: mine, isMine } = await changeIfFirst(ctx.quoteStore, quote.id, (before) =>
    isUntouched(before.card, quote.card)
      ? { ...before, card: { status: "posting", since } }
      : before,
  );
  if (!isMine) return mine;
  const isOurs = ({ card }: Quote) => card.status === "posting" && card.since === since;
  try {
    // A worker may pause here, and resume after another one has taken over.
    const position = await ctx.thread.postCard(mine, () =>
      expectStill(ctx.quoteStore, quote.id, isOurs),
    );
    return await ctx.quoteStore.change(quote.id, (before) => ({
      ...before,
      card: { status: "posted", ...position, ...faceOf(mine) },
    }));
  } catch (error) {
    if (error instanceof SlackBusyError) {
      // Nothing was posted, so the next try has nothing to look for.
      await ctx.quoteStore.change(quote.id, (before) =>
        isOurs(before) ? { ...before, card: { status: "none" } } : before,
      );
    }
    throw error;
  }
}

/** Returns true when nobody began a post since the record was read. */
function isUntouched(now: Card, then: Card): boolean {
  if (now.status === "posting") return then.status === "posting" && now.since === then.since;
  return now.status === then.status;
}

async function updateCard(ctx: AppContext, quote: Quote, card: PostedCard): Promise<Quote> {
  const next = await restoreRunsFromCard(ctx, quote);
  if (next !== undefined) return next;
  prepareSend(ctx, quote);
  const [shown] = await Promise.all([react(ctx, quote, card), ctx.thread.updateCard(quote, card)]);
  return ctx.quoteStore.change(quote.id, (before) => {
    // The card is gone, or being looked for, by now: a late update must not overwrite that.
    if (before.card.status !== "posted") return before;
    // Another update came in between, in unknown order, so the card is updated once more.
    const isKnown = before.card.face === card.face;
    const reaction = before.card.reaction === card.reaction ? shown : before.card.reaction;
    return { ...before, card: { ...card, reaction, ...(isKnown ? faceOf(quote) : noFace) } };
  });
}

/**
 * Shows on the manuscript's message how far all of its cards are, and returns the reaction. Each
 * record keeps it, so that the card that changes next removes it.
 */
async function react(
  ctx: AppContext,
  quote: Quote,
  card: PostedCard,
): Promise<Reaction | undefined> {
  // A card that runs says so, whatever the others do.
  if (card.reaction === running && reactionOf([quote]) === running) return running;
  const cards = await cardsOf(ctx, quote);
  const now = reactionOf(cards);
  const stale = cards.filter((one) => one.card.status === "posted" && one.card.reaction !== now);
  if (stale.length === 0) return now;
  const was = stale.flatMap(({ card }) => ("reaction" in card ? (card.reaction ?? []) : []));
  await ctx.thread.react(quote, now, new Set(was));
  for (const { id } of stale.filter((one) => one.id !== quote.id)) {
    await ctx.quoteStore.change(id, (before) =>
      before.card.status === "posted"
        ? { ...before, card: { ...before.card, reaction: now } }
        : before,
    );
  }
  return now;
}

const running = "hourglass_flowing_sand";

/** Returns all cards of the manuscript's message; each card of a form has a thread of its own. */
async function cardsOf({ quoteStore }: AppContext, quote: Quote): Promise<readonly Quote[]> {
  const { workspace, channel, thread, message } = quote.place;
  if (thread === undefined) return [quote];
  const page = { offset: 0, limit: 100 };
  const all = await quoteStore.list("thread", `${workspace}/${channel}/${thread}`, page);
  return all.filter(({ place }) => place.message === message);
}

/**
 * Posts a deleted card again; in a conversation closed to Galley, switches to direct messages. A card
 * whose records were erased stays as it is.
 */
async function refused(ctx: AppContext, quote: Quote, fault: SlackRefusedError): Promise<Quote> {
  const { isClosed, isGoneMessage } = ctx.refusals;
  if (!ctx.refusals.isFinal(`card ${quote.id}`, fault)) throw fault;
  // A card that Slack will not update is posted again like a lost one, but only for a new run:
  // nothing is sent before a card names it.
  const isLost = isGoneMessage(fault) || (quote.card.status === "posted" && !isClosed(fault));
  const { card } = quote;
  const namesItsRun = card.status === "posted" && card.key === cardTask(quote)?.key;
  const mayStay = !isGoneMessage(fault) && namesItsRun;
  return ctx.quoteStore.change(quote.id, (before) => {
    // Nobody has to see a card again of which nothing is left to decide or to read.
    if (before.erasedAt !== undefined && before.card.status === "posted") {
      return { ...before, card: { ...before.card, face: cardDigest(before) } };
    }
    if (isLost && mayStay && before.card.status === "posted") {
      return { ...before, card: { ...before.card, face: cardDigest(before) } };
    }
    return isLost
      ? { ...before, card: { status: "none" } }
      : fallBackToDirectMessage(before, fault.code);
  });
}

function faceOf(quote: Quote): Pick<PostedCard, "face" | "key"> {
  return { face: cardDigest(quote), key: cardTask(quote)?.key };
}

type PostedCard = Extract<Card, { status: "posted" }>;

const noFace = { face: "", key: undefined };
