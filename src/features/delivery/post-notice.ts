import { directReminder } from "#domain/approval/reminding.ts";
import type { AppContext, Posted } from "#domain/context.ts";
import { previewShown } from "#domain/delivery/delivery.ts";
import { type Outlined, outlined } from "#domain/delivery/lines.ts";
import { fallBackToDirectMessage } from "#domain/direct-message-fallback.ts";
import {
  HostNotAllowedError,
  ManuscriptError,
  NotFoundError,
  PartnerError,
  SlackBusyError,
  SlackRefusedError,
  UnexpectedReplyError,
} from "#domain/errors.ts";
import { excerptOf } from "#domain/exports/bilingual.ts";
import { noticeRow } from "#domain/notice-table.ts";
import {
  type Notice,
  type NoticeAbout,
  type NoticeState,
  addNotice,
  changeNotice,
} from "#domain/notices.ts";
import { type Quote, manuscriptOf } from "#domain/quote.ts";
import { type Task, charactersOf } from "#domain/task.ts";
import { changeIfFirst, expectStill } from "#features/shared/records.ts";
import { approversAsked } from "#features/shared/rights.ts";

import { cooperatively } from "./compare-result.ts";
import { TooLargeToPostError, msUntilUnshared, resultFile } from "./deliver-result.ts";

type Saying = Extract<NoticeState, { status: "saying" }>;
type Said = Extract<NoticeState, { status: "said" }>;

/** Posts a notice once: it is recorded before it goes out, and looked for before it is tried again. */
export async function postNotice(ctx: AppContext, quote: Quote, noticeId: string): Promise<Quote> {
  const notice = quote.notices.find(({ id }) => id === noticeId);
  if (notice === undefined) return quote;
  const toEach = await onePerPerson(ctx, quote, notice.about);
  if (notice.about.kind === "tell-admins" && toEach?.length === 0)
    ctx.refusals.unheard("no admin is listed");
  if (toEach !== undefined) {
    const over = { status: "said", ts: undefined, channel: undefined, face: undefined } as const;
    return ctx.quoteStore.change(quote.id, (before) =>
      changeNotice(
        toEach.reduce((next, about) => addNotice(next, about), before),
        noticeId,
        over,
      ),
    );
  }
  try {
    switch (notice.state.status) {
      case "due":
      case "saying":
        return await say(ctx, quote, notice, notice.state);
      case "said":
        return await updatePost(ctx, quote, notice, notice.state);
      case "undeliverable":
        return quote;
    }
  } catch (error) {
    const { to, foundBy } = noticeRow(notice.about);
    const { isClosed } = ctx.refusals;
    const isFinal =
      error instanceof SlackRefusedError &&
      // An upload that Slack has dropped is uploaded again.
      (foundBy !== "file" || error.code !== "file_not_found") &&
      ctx.refusals.isFinal(`${noticeId} ${quote.id}`, error);
    if (isFinal && to === "conversation" && (foundBy !== "file" || isClosed(error))) {
      // The requester gets the rest directly, anybody else nothing.
      return ctx.quoteStore.change(quote.id, (before) =>
        fallBackToDirectMessage(before, error.code),
      );
    }
    const why = isFinal ? error.code : foundBy === "file" ? whyNot(error) : undefined;
    if (why === undefined) throw error;
    const next = await ctx.quoteStore.change(quote.id, (before) =>
      changeNotice(before, notice.id, { status: "undeliverable", why }),
    );
    const { about } = notice;
    if (about.kind === "admin-card" && !isAnyAdminTold(next, about)) ctx.refusals.unheard(why);
    return next;
  }
}

/** True while at least one admin may read of this trouble. */
function isAnyAdminTold({ notices }: Quote, { topic, key }: AdminCard): boolean {
  return notices.some(
    ({ about, state }) =>
      about.kind === "admin-card" &&
      about.topic === topic &&
      about.key === key &&
      state.status !== "undeliverable",
  );
}

type AdminCard = Extract<NoticeAbout, { kind: "admin-card" }>;

/**
 * Returns why a result can never be posted, so that people use its link; undefined when another try may
 * help.
 */
function whyNot(error: unknown): string | undefined {
  return [TooLargeToPostError, HostNotAllowedError, NotFoundError, UnexpectedReplyError].find(
    (kind) => error instanceof kind,
  )?.name;
}

/** Returns the notices to single people that replace this one; undefined if it is not for such. */
async function onePerPerson(
  ctx: AppContext,
  quote: Quote,
  about: NoticeAbout,
): Promise<readonly NoticeAbout[] | undefined> {
  const { people } = ctx;
  if (about.kind === "tell-admins") {
    const { admins } = await people.roles("lately", { isPartial: true });
    return [...admins].map((admin) => ({ ...about, kind: "admin-card", admin }));
  }
  const reminder = directReminder(quote, about);
  if (reminder === undefined) return undefined;
  const { to, ...direct } = reminder;
  const { admins, approvers } = await people.roles("lately", { isPartial: true });
  const asked = to === "admins" ? [] : await approversAsked(ctx, quote);
  const all = to === "admins" ? admins : [...admins, ...approvers];
  const each = new Set(asked.length === 0 ? all : asked);
  return [...each].map((person) => ({ kind: "direct", person, ...direct }));
}

/** Updates a posted notice whose content changed. An update can be repeated without harm. */
async function updatePost(
  ctx: AppContext,
  quote: Quote,
  notice: Notice,
  state: Said,
): Promise<Quote> {
  const { ts, channel } = state;
  const face = noticeRow(notice.about).digest(quote, notice.about);
  if (face === state.face) return quote;
  try {
    if (ts !== undefined && channel !== undefined) {
      await ctx.thread.updatePost(quote, notice, { ts, channel });
    }
  } catch (error) {
    // One that was deleted, or can no longer be reached, stays as it was: the cards say the same.
    if (!(error instanceof SlackRefusedError)) throw error;
    const { whenUnreachable } = noticeRow(notice.about);
    if (whenUnreachable === "undeliverable" && ctx.refusals.isClosed(error)) throw error;
  }
  return await ctx.quoteStore.change(quote.id, (before) =>
    changeNotice(before, notice.id, { ...state, face }),
  );
}

/** Posts a notice; one that may be out already is looked for first. */
async function say(
  ctx: AppContext,
  quote: Quote,
  notice: Notice,
  state: Extract<NoticeState, { status: "due" | "saying" }>,
): Promise<Quote> {
  const message =
    state.status === "saying" ? await findPosted(ctx, quote, notice, state) : undefined;
  if (message !== undefined) return said(ctx, quote, notice, message);
  const saying: Saying = { fileId: undefined, ...state, status: "saying", since: ctx.now() };
  const { quote: mine, isMine } = await move(ctx, quote, notice, { from: state, to: saying });
  if (!isMine) return mine;
  try {
    return notice.about.kind === "result-file"
      ? await shareFile(ctx, mine, { notice, saying, key: notice.about.key })
      : await post(ctx, mine, notice, saying);
  } catch (error) {
    // When Slack is busy nothing was posted, so the next try has nothing to look for.
    if (error instanceof SlackBusyError && saying.fileId === undefined) {
      await move(ctx, mine, notice, { from: saying, to: { status: "due" } });
    }
    throw error;
  }
}

async function findPosted(
  ctx: AppContext,
  quote: Quote,
  notice: Notice,
  { fileId, since }: Saying,
): Promise<Partial<Posted> | undefined> {
  if (noticeRow(notice.about).foundBy !== "file") return await ctx.thread.findPost(quote, notice);
  if (fileId === undefined) return undefined;
  const waitMs = await msUntilUnshared(ctx, fileId, since);
  if (waitMs === Infinity) return {};
  if (waitMs > 0) throw new SlackBusyError(waitMs, { isTurn: true });
  return undefined;
}

async function post(ctx: AppContext, quote: Quote, notice: Notice, saying: Saying): Promise<Quote> {
  // A worker may pause here, and resume after another one has taken over.
  const stillMine = () => expectStill(ctx.quoteStore, quote.id, (now) => isAt(now, notice, saying));
  return said(ctx, quote, notice, await ctx.thread.post(quote, notice, stillMine));
}

type Sharing = { readonly notice: Notice; readonly saying: Saying; readonly key: string };

/** The id is known before the file is shared: a second try shares this one and uploads no other. */
async function shareFile(ctx: AppContext, quote: Quote, { notice, saying, key }: Sharing) {
  let to = saying;
  if (saying.fileId === undefined) {
    const result = await resultFile(ctx, quote, key);
    const fileId = await ctx.thread.upload(quote, notice, result);
    to = { ...saying, fileId, putBack: result.putBack };
  }
  const { quote: mine, isMine } = await move(ctx, quote, notice, { from: saying, to });
  if (!isMine || to.fileId === undefined) return mine;
  try {
    await ctx.thread.share(mine, notice, to.fileId);
  } catch (error) {
    // Nothing was shared in either case; an upload that Slack has dropped is uploaded again.
    const isDropped = error instanceof SlackRefusedError && error.code === "file_not_found";
    const next = { ...to, since: 0, fileId: isDropped ? undefined : to.fileId };
    if (isDropped || error instanceof SlackBusyError) {
      await move(ctx, mine, notice, { from: to, to: next });
    }
    throw error;
  }
  return said(ctx, mine, notice, {});
}

type Move = { readonly from: NoticeState; readonly to: NoticeState };

/** Changes the state, unless another try began or ended meanwhile. */
function move(ctx: AppContext, quote: Quote, notice: Notice, { from, to }: Move) {
  return changeIfFirst(ctx.quoteStore, quote.id, (before) =>
    isAt(before, notice, from) ? changeNotice(before, notice.id, to) : before,
  );
}

/** True while the notice is in this state, in the same try. */
function isAt(quote: Quote, notice: Notice, state: NoticeState): boolean {
  const now = stateOf(quote, notice);
  if (now?.status !== "saying" || state.status !== "saying") return now?.status === state.status;
  return now.since === state.since && now.fileId === state.fileId;
}

async function said(
  ctx: AppContext,
  quote: Quote,
  notice: Notice,
  { ts, channel }: Partial<Posted>,
): Promise<Quote> {
  const face = noticeRow(notice.about).digest(quote, notice.about);
  return ctx.quoteStore.change(quote.id, (before) => {
    const state = stateOf(before, notice);
    const { fileId, since, putBack } = state?.status === "saying" ? state : {};
    const file = { ...(fileId && { fileId, since }), ...(putBack && { putBack }) };
    return changeNotice(before, notice.id, { status: "said", ts, channel, face, ...file });
  });
}

function stateOf(quote: Quote, notice: Notice): NoticeState | undefined {
  return quote.notices.find(({ id }) => id === notice.id)?.state;
}

/** Posts the end of a preview, with its text beside the source if both can be read. */
export async function postNoticeWithText(
  ctx: AppContext,
  quote: Quote,
  noticeId: string,
): Promise<Quote> {
  const about = quote.notices.find(({ id }) => id === noticeId)?.about;
  const task = about && previewShown(quote, about);
  const excerpt = task && (await readExcerpt(ctx, quote, task));
  const thread: AppContext["thread"] = {
    ...ctx.thread,
    post: (of, notice, beforeItLeaves) => ctx.thread.post(of, notice, beforeItLeaves, excerpt),
  };
  return await postNotice({ ...ctx, thread }, quote, noticeId);
}

/** Reads the opening of a finished preview and of its source; undefined if one cannot be read now. */
async function readExcerpt(ctx: AppContext, quote: Quote, task: Task) {
  const manuscript = manuscriptOf(quote);
  const { state } = task;
  if (manuscript === undefined || state.status !== "completed") return undefined;
  const signal = AbortSignal.timeout(readMs);
  const to = Math.min(charactersOf(task.slice, manuscript.characters), excerptChars);
  const opening = { fileId: quote.file.id, manuscript, slice: [{ from: 0, to }] };
  try {
    const { url } = await ctx.partner.download(state.taskId);
    const [source, target] = await Promise.all([
      beginningOf(ctx.manuscripts.open(opening, signal)),
      beginningOf(ctx.openResult(url, signal)),
    ]);
    return await cooperatively(ctx, excerptOf(source, target));
  } catch (error) {
    // A reply without the text is better than none.
    const isFault = error instanceof PartnerError || error instanceof ManuscriptError;
    if (isFault || signal.aborted) return undefined;
    throw error;
  }
}

/** Reads the beginning of a text. Leaving the loop early closes the stream. */
async function beginningOf(text: AsyncIterable<Uint8Array>): Promise<Outlined> {
  const decoder = new TextDecoder();
  let beginning = "";
  for await (const piece of text) {
    beginning += decoder.decode(piece, { stream: true });
    if (beginning.length >= longestRead) break;
  }
  return await outlined(Buffer.from(beginning.slice(0, longestRead)));
}

/** Code points of a preview that are read: more than its reply shows. */
const excerptChars = 20_000;
/** UTF-16 units: a translation may be twice as long as its source. */
const longestRead = 2 * excerptChars;
/** Well within the time that Galley waits for work when it stops. */
const readMs = 5_000;
