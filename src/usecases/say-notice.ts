import { SlackRefused } from "../domain/faults.ts";
import {
  type Notice,
  type NoticeState,
  type Quote,
  changeNotice,
  speakDirectly,
} from "../domain/quote.ts";
import type { Desk } from "./deps.ts";
import { closedConversation } from "./show-card.ts";

type Deps = Pick<Desk, "thread" | "ledger" | "now">;
type Saying = Extract<NoticeState, { status: "saying" }>;

/** Says one thing once: recorded before it goes out, and looked for before it is tried again. */
export async function sayNotice(desk: Deps, quote: Quote, noticeId: string): Promise<Quote> {
  const notice = quote.notices.find(({ id }) => id === noticeId);
  if (notice === undefined) return quote;
  try {
    switch (notice.state.status) {
      case "due":
        return await sayFirst(desk, quote, notice);
      case "saying":
        return await sayAgain(desk, quote, notice, notice.state);
      case "said":
      case "parked":
        return quote;
    }
  } catch (error) {
    if (!(error instanceof SlackRefused) || !closedConversation.has(error.code)) throw error;
    return desk.ledger.change(quote.id, (before) => speakDirectly(before, error.code));
  }
}

async function sayFirst(desk: Deps, quote: Quote, notice: Notice): Promise<Quote> {
  const saying: Saying = { status: "saying", since: desk.now(), fileId: undefined };
  const mine = await desk.ledger.change(quote.id, (before) =>
    stateOf(before, notice)?.status === "due" ? changeNotice(before, notice.id, saying) : before,
  );
  const state = stateOf(mine, notice);
  if (state?.status !== "saying" || state.since !== saying.since) return mine;
  return say(desk, mine, { ...notice, state: saying });
}

async function sayAgain(desk: Deps, quote: Quote, notice: Notice, state: Saying): Promise<Quote> {
  if (await isSaid(desk, quote, notice, state)) return said(desk, quote, notice);
  const again: Saying = { ...state, since: desk.now() };
  const mine = await desk.ledger.change(quote.id, (before) => {
    const now = stateOf(before, notice);
    return now?.status === "saying" && now.since === state.since
      ? changeNotice(before, notice.id, again)
      : before;
  });
  const now = stateOf(mine, notice);
  if (now?.status !== "saying" || now.since !== again.since) return mine;
  return say(desk, mine, { ...notice, state: again });
}

async function isSaid(desk: Deps, quote: Quote, notice: Notice, state: Saying): Promise<boolean> {
  if (notice.about.kind !== "glossary-file") {
    return (await desk.thread.findPost(quote, notice)) !== undefined;
  }
  return state.fileId !== undefined && (await desk.thread.isShared(state.fileId));
}

async function say(desk: Deps, quote: Quote, notice: Notice): Promise<Quote> {
  if (notice.about.kind !== "glossary-file") {
    return said(desk, quote, notice, await desk.thread.post(quote, notice));
  }
  const state = notice.state.status === "saying" ? notice.state : undefined;
  // The id is known before the file is shared: a second try shares this one and uploads no other.
  const fileId = state?.fileId ?? (await desk.thread.upload(quote, notice));
  await desk.ledger.change(quote.id, (before) =>
    changeNotice(before, notice.id, {
      status: "saying",
      since: state?.since ?? desk.now(),
      fileId,
    }),
  );
  await desk.thread.share(quote, notice, fileId);
  return said(desk, quote, notice);
}

async function said(desk: Deps, quote: Quote, notice: Notice, ts?: string): Promise<Quote> {
  return desk.ledger.change(quote.id, (before) =>
    changeNotice(before, notice.id, { status: "said", ts }),
  );
}

function stateOf(quote: Quote, notice: Notice): NoticeState | undefined {
  return quote.notices.find(({ id }) => id === notice.id)?.state;
}
