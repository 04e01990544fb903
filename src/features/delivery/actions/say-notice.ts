import { noticeFace, speakDirectly } from "../../../core/due-notices.ts";
import {
  HostNotAllowed,
  ManuscriptFault,
  NotFound,
  PartnerFault,
  SlackBusy,
  SlackRefused,
  UnexpectedReply,
} from "../../../core/faults.ts";
import { changeIfFirst, expectStill } from "../../../core/ledger.ts";
import {
  type Notice,
  type NoticeAbout,
  type NoticeState,
  addNotice,
  changeNotice,
} from "../../../core/notices.ts";
import type { Ports, Posted } from "../../../core/ports.ts";
import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Task, charactersOf } from "../../../core/task.ts";
import { directReminder } from "../../approval/rules/reminding.ts";
import { closedConversation } from "../../estimate/actions/show-card.ts";
import { type Excerpt, excerptChars, excerptOf, previewShown } from "../rules/excerpt.ts";
import { type Line, readLines } from "../rules/lines.ts";
import { TooLargeToPost, resultFile } from "./deliver-result.ts";

type Deps = Pick<
  Ports,
  "thread" | "ledger" | "now" | "people" | "partner" | "results" | "manuscripts"
>;
type Saying = Extract<NoticeState, { status: "saying" }>;
type Said = Extract<NoticeState, { status: "said" }>;

/** Posts a notice once: it is recorded before it goes out, and looked for before it is tried again. */
export async function sayNotice(ports: Deps, quote: Quote, noticeId: string): Promise<Quote> {
  const notice = quote.notices.find(({ id }) => id === noticeId);
  if (notice === undefined) return quote;
  const toEach = await addressed(ports, quote, notice.about);
  if (toEach !== undefined) return divide(ports, quote, notice, toEach);
  try {
    switch (notice.state.status) {
      case "due":
        return await sayFirst(ports, quote, notice);
      case "saying":
        return await sayAgain(ports, quote, notice, notice.state);
      case "said":
        return await drawAnew(ports, quote, notice, notice.state);
      case "parked":
        return quote;
    }
  } catch (error) {
    if (error instanceof SlackRefused && unspeakable.has(error.code)) {
      return ports.ledger.change(quote.id, (before) => giveWay(before, notice, error.code));
    }
    const why = notice.about.kind === "result-file" ? whyNot(error) : undefined;
    if (why === undefined) throw error;
    return ports.ledger.change(quote.id, (before) =>
      changeNotice(before, notice.id, { status: "parked", why }),
    );
  }
}

/**
 * Returns why a result can never be posted, so that people use its link; undefined when another try may
 * help.
 */
function whyNot(error: unknown): string | undefined {
  if (error instanceof SlackRefused && error.code !== "file_not_found") return error.code;
  return [TooLargeToPost, HostNotAllowed, NotFound, UnexpectedReply].find(
    (kind) => error instanceof kind,
  )?.name;
}

/** Returns a notice for each person that this one is for; undefined for one to the conversation. */
async function addressed(
  { people }: Deps,
  quote: Quote,
  about: NoticeAbout,
): Promise<readonly NoticeAbout[] | undefined> {
  if (about.kind === "tell-admins") {
    const { admins } = await people.roles();
    return [...admins].map((admin) => ({ ...about, kind: "admin-card", admin }));
  }
  const reminder = directReminder(quote, about);
  if (reminder === undefined) return undefined;
  const { to, ...direct } = reminder;
  const { admins, approvers } = await people.roles();
  const each = new Set(to === "admins" ? admins : [...admins, ...approvers]);
  return [...each].map((person) => ({ kind: "direct", person, ...direct }));
}

/** Puts several notices in the place of one; each is then posted once by itself. */
function divide(ports: Deps, quote: Quote, { id }: Notice, parts: readonly NoticeAbout[]) {
  return ports.ledger.change(quote.id, (before) =>
    changeNotice(
      parts.reduce((left, about) => addNotice(left, about), before),
      id,
      saidAs(undefined, undefined),
    ),
  );
}

/** Updates a posted notice whose content changed. An update can be repeated without harm. */
async function drawAnew(ports: Deps, quote: Quote, notice: Notice, state: Said): Promise<Quote> {
  const { ts, channel } = state;
  const face = noticeFace(quote, notice.about);
  if (face === state.face) return quote;
  if (ts !== undefined && channel !== undefined) {
    await redraw(ports, quote, notice, { ts, channel });
  }
  return await ports.ledger.change(quote.id, (before) =>
    changeNotice(before, notice.id, { ...state, face }),
  );
}

/**
 * Updates a post. One that was deleted, or can no longer be reached, stays as it was: the cards say the
 * same.
 */
async function redraw(ports: Deps, quote: Quote, notice: Notice, posted: Posted): Promise<void> {
  try {
    await ports.thread.updatePost(quote, notice, posted);
  } catch (error) {
    if (!(error instanceof SlackRefused)) throw error;
    if (notice.about.kind === "admin-card" && unspeakable.has(error.code)) throw error;
  }
}

/** Returns true for a notice to one person, wherever the quote is. */
function isPersonal({ kind }: NoticeAbout): boolean {
  return kind === "admin-card" || kind === "direct";
}

/** Handles a conversation closed to Galley: the requester gets the rest directly, anybody else nothing. */
function giveWay(quote: Quote, notice: Notice, why: string): Quote {
  return isPersonal(notice.about)
    ? changeNotice(quote, notice.id, { status: "parked", why })
    : speakDirectly(quote, why);
}

async function sayFirst(ports: Deps, quote: Quote, notice: Notice): Promise<Quote> {
  const saying: Saying = { status: "saying", since: ports.now(), fileId: undefined };
  const { quote: mine, isMine } = await changeIfFirst(ports.ledger, quote.id, (before) =>
    stateOf(before, notice)?.status === "due" ? changeNotice(before, notice.id, saying) : before,
  );
  return isMine ? say(ports, mine, notice, saying) : mine;
}

async function sayAgain(ports: Deps, quote: Quote, notice: Notice, state: Saying): Promise<Quote> {
  if (notice.about.kind === "result-file") {
    const { fileId } = state;
    const isThere = fileId !== undefined && (await ports.thread.isShared(fileId));
    if (isThere) return said(ports, quote, notice);
  } else {
    const posted = await ports.thread.findPost(quote, notice);
    if (posted !== undefined) return said(ports, quote, notice, posted);
  }
  const again: Saying = { ...state, since: ports.now() };
  const { quote: mine, isMine } = await goOn(ports, quote, notice, { from: state, to: again });
  return isMine ? say(ports, mine, notice, again) : mine;
}

/** Posts the notice. When Slack is busy nothing was posted, so the next try has nothing to look for. */
async function say(ports: Deps, quote: Quote, notice: Notice, saying: Saying): Promise<Quote> {
  try {
    return await sayNow(ports, quote, notice, saying);
  } catch (error) {
    if (error instanceof SlackBusy && saying.fileId === undefined) {
      await ports.ledger.change(quote.id, (before) => {
        const now = stateOf(before, notice);
        const isMine = now?.status === "saying" && now.since === saying.since;
        return isMine && now.fileId === undefined
          ? changeNotice(before, notice.id, { status: "due" })
          : before;
      });
    }
    throw error;
  }
}

async function sayNow(ports: Deps, quote: Quote, notice: Notice, saying: Saying): Promise<Quote> {
  const { about } = notice;
  if (about.kind !== "result-file") {
    // A worker may pause here, and resume after another one has taken over.
    const stillMine = () =>
      expectStill(ports.ledger, quote.id, (now) => {
        const state = stateOf(now, notice);
        return state?.status === "saying" && state.since === saying.since;
      });
    return said(ports, quote, notice, await ports.thread.post(quote, notice, stillMine));
  }
  // The id is known before the file is shared: a second try shares this one and uploads no other.
  const { fileId, putBack } =
    saying.fileId === undefined
      ? await upload(ports, quote, notice, about.key)
      : { ...saying, fileId: saying.fileId };
  const to: Saying = { ...saying, fileId, putBack };
  const { quote: mine, isMine } = await goOn(ports, quote, notice, { from: saying, to });
  if (!isMine) return mine;
  try {
    await ports.thread.share(mine, notice, fileId);
  } catch (error) {
    if (!(error instanceof SlackRefused) || error.code !== "file_not_found") throw error;
    // Slack has dropped the upload, so nothing was shared: the next try uploads again.
    await goOn(ports, quote, notice, { from: to, to: { ...to, fileId: undefined } });
    throw error;
  }
  return said(ports, mine, notice);
}

async function upload(ports: Deps, quote: Quote, notice: Notice, key: string) {
  const result = await resultFile(ports, quote, key);
  return { fileId: await ports.thread.upload(quote, notice, result), putBack: result.putBack };
}

/** Changes the state, unless another try began or ended meanwhile. */
function goOn(ports: Deps, quote: Quote, notice: Notice, step: { from: Saying; to: Saying }) {
  return changeIfFirst(ports.ledger, quote.id, (before) => {
    const now = stateOf(before, notice);
    return now?.status === "saying" && now.since === step.from.since
      ? changeNotice(before, notice.id, step.to)
      : before;
  });
}

async function said(ports: Deps, quote: Quote, notice: Notice, posted?: Posted): Promise<Quote> {
  const face = noticeFace(quote, notice.about);
  return ports.ledger.change(quote.id, (before) => {
    const state = stateOf(before, notice);
    const { fileId, putBack } = state?.status === "saying" ? state : {};
    const file = { ...(fileId && { fileId }), ...(putBack && { putBack }) };
    return changeNotice(before, notice.id, { ...saidAs(posted, face), ...file });
  });
}

function saidAs(posted: Posted | undefined, face: string | undefined): Said {
  return { status: "said", ts: posted?.ts, channel: posted?.channel, face };
}

/** To an admin, a missing direct message or a deactivated account is the same as a closed conversation. */
const unspeakable = new Set([
  ...closedConversation,
  "user_not_found",
  "cannot_dm_bot",
  "user_disabled",
]);

function stateOf(quote: Quote, notice: Notice): NoticeState | undefined {
  return quote.notices.find(({ id }) => id === notice.id)?.state;
}

type TextDeps = Parameters<typeof sayNotice>[0] & Parameters<typeof readExcerpt>[0];

/** Posts the end of a preview, with its text beside its source; without them when they cannot be read. */
export async function sayWithText(ports: TextDeps, quote: Quote, noticeId: string): Promise<Quote> {
  const about = quote.notices.find(({ id }) => id === noticeId)?.about;
  const task = about && previewShown(quote, about);
  const excerpt = task && (await readExcerpt(ports, quote, task));
  const thread: Ports["thread"] = {
    ...ports.thread,
    post: (of, notice, beforeItLeaves) => ports.thread.post(of, notice, beforeItLeaves, excerpt),
  };
  return await sayNotice({ ...ports, thread }, quote, noticeId);
}

/**
 * Reads the text of a finished preview by a fresh link, and its source from Slack, into memory and
 * nowhere else; undefined when one of them cannot be read now.
 */
async function readExcerpt(
  { manuscripts, partner, results }: Pick<Ports, "manuscripts" | "partner" | "results">,
  quote: Quote,
  task: Task,
): Promise<Excerpt | undefined> {
  const manuscript = manuscriptOf(quote);
  const { state } = task;
  if (manuscript === undefined || state.status !== "completed") return undefined;
  const signal = AbortSignal.timeout(readMs);
  const characters = charactersOf(task, manuscript.characters);
  const slice = [{ from: 0, to: Math.min(characters, excerptChars) }];
  try {
    const { url } = await partner.download(state.taskId);
    const [source, target] = await Promise.all([
      beginningOf(manuscripts.open({ fileId: quote.file.id, manuscript, slice }, signal)),
      beginningOf(results.open(url, signal)),
    ]);
    const isWhole = characters <= excerptChars && source.isWhole && target.isWhole;
    return excerptOf(source.lines, target.lines, isWhole);
  } catch (error) {
    // A reply without the text is better than none.
    const isFault = error instanceof PartnerFault || error instanceof ManuscriptFault;
    if (isFault || signal.aborted) return undefined;
    throw error;
  }
}

/** Reads the beginning of a text. Leaving the loop early closes the stream. */
async function beginningOf(text: AsyncIterable<Uint8Array>) {
  const lines: Line[] = [];
  let room = longestRead;
  for await (const line of readLines(text)) {
    room -= line.text.length;
    if (room < 0) return { lines, isWhole: false };
    lines.push(line);
  }
  return { lines, isWhole: true };
}

/** UTF-16 units: a translation may be twice as long as its source. */
const longestRead = 2 * excerptChars;
/** Well within the time that Galley waits for work when it stops. */
const readMs = 5_000;
