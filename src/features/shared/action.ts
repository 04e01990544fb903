import type {
  SlackActionMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewSubmitAction,
} from "@slack/bolt";
import type { KnownBlock, ModalView } from "@slack/types";

import type { AppContext } from "#domain/context.ts";
import { SlackRefusedError } from "#domain/errors.ts";
import type { Bilingual } from "#domain/exports/bilingual.ts";
import type { FormatId } from "#domain/exports/formats.ts";
import type { TermFile } from "#domain/glossary/glossary-file.ts";
import type { Decided, Quote } from "#domain/quote.ts";
import type { Setup } from "#domain/settings/setup.ts";
import type { SpendRow } from "#domain/spending/spend.ts";
import type { Task } from "#domain/task.ts";
import { type Message, modal, say } from "#slack/blocks.ts";
import { type SlackClients, slackCall } from "#slack/clients.ts";
import type { FoundFile } from "#slack/files.ts";
import { answer as respondTo, tell } from "#slack/messages.ts";
import { isDirectMessage } from "#slack/mrkdwn.ts";
import type { ViewContext, ViewContexts } from "#slack/people.ts";

import { type Changed, changeReply } from "./change-reply-view.ts";
import { type TaskMenuItem, type TaskRef, parseCardPlace, parseTaskValue } from "./ids.ts";
import {
  type ClickPlace,
  type Clicked,
  type Reply,
  parseClicked,
  type PostedFile,
} from "./payloads.ts";
import { restoreQuote } from "./restore-quote.ts";
import { changeQuote } from "./rights.ts";
import { notAllowedReply, unknownCardReply } from "./short-replies-view.ts";

export type ListenerDeps = {
  /** The ports with a partner client that may use the requests reserved for people. */
  readonly ctx: AppContext;
  readonly contexts: ViewContexts;
  readonly clients: SlackClients;
  readonly findFile: (fileId: string) => Promise<FoundFile>;
  /**
   * Manuscripts that people posted lately: in a conversation newest first, in a thread oldest first.
   * Undefined when the bot cannot read there.
   */
  readonly recent: (place: {
    readonly channel: string;
    readonly thread?: string | undefined;
  }) => Promise<readonly PostedFile[] | undefined>;
  /** Endings of the files that can be manuscripts. */
  readonly filetypes: readonly string[];
  /** True for a file name that nobody wants translated, such as a picture's. */
  readonly isIgnoredFile: (name: string) => boolean;
  /** True for an address of Slack's own. */
  readonly isSlack: (url: URL) => boolean;
  readonly botUserId: string;
  /** Checks with Slack that the token is still accepted; nothing works without it. */
  readonly checkToken: () => Promise<void>;
  readonly unreadable: (body: unknown) => void;
  /** True for the first caller, and false for all others during this time, ms. */
  readonly once: (name: string, forMs: number) => Promise<boolean>;
  /** Writes a text and its translation into a file. */
  readonly writeBook: (format: FormatId, book: Bilingual) => Promise<Uint8Array>;
  /** Tables of terms that people post. */
  readonly termFiles: {
    readonly isOne: (name: string) => boolean;
    /** `target`: the language of the translations, where a file has several. */
    readonly read: (fileId: string, target: string) => Promise<TermFile>;
    /** Their endings, without the dot. */
    readonly filetypes: readonly string[];
  };
  /** What the features have in the ⋯ of a result, and on Home. */
  readonly resultEntries: ResultEntries;
  readonly homeParts: readonly HomePart[];
};

/** An entry of the ⋯ of a result. Returns undefined if a form opens. */
export type ResultEntry = (
  deps: ListenerDeps,
  click: ClickPlace & TaskRef,
  result: { readonly quote: Quote; readonly task: Task },
) => Promise<Reply | undefined>;

/** *Post as a file* is not among them: it posts instead of finding the result. */
export type ResultEntries = { readonly [Item in Exclude<TaskMenuItem, "file">]: ResultEntry };

/** Draws what admins see below the balance. */
export type HomePart = (
  page: { readonly month: string; readonly rows: readonly SpendRow[] },
  context: ViewContext,
) => readonly KnownBlock[];

/** A row of the table of actions: a button or a menu, and its listener. */
export type Action = {
  readonly ids: readonly string[];
  /** Returns undefined for a click that is not one of Galley's. */
  readonly read: (body: unknown) => object | undefined;
  readonly listener: (deps: ListenerDeps, click: SlackActionMiddlewareArgs) => Promise<void>;
};

export type Form = {
  readonly callbackId: string;
  readonly listener: (
    deps: ListenerDeps,
    args: SlackViewMiddlewareArgs<ViewSubmitAction>,
  ) => Promise<void>;
};

type Ack = "first" | "recorded";

type ActionRow<Click> = {
  readonly ids: string | readonly string[];
  readonly read: (clicked: Clicked) => Click | undefined;
  /** A decision is recorded before it is acknowledged; slower work is acknowledged first. */
  readonly ack: Ack | ((click: Click) => Ack);
  /** Returns the reply to the person; undefined if a form opens instead. */
  readonly run: (deps: ListenerDeps, click: ClickPlace & Click) => Promise<Reply | undefined>;
};

export function action<Click>({ ids, read, ack: row, run }: ActionRow<Click>): Action {
  const readBody = (body: unknown) => {
    const clicked = parseClicked(body);
    const click = clicked && read(clicked);
    return clicked && click && { ...clicked, ...click };
  };
  return {
    ids: [ids].flat(),
    read: readBody,
    listener: async (deps, { ack, body, respond }) => {
      const click = readBody(body);
      if (click === undefined) {
        await ack();
        return deps.unreadable(body);
      }
      const when = typeof row === "function" ? row(click) : row;
      if (when === "first") await ack();
      const reply = await run(deps, click);
      if (when === "recorded") await ack();
      if (reply !== undefined) await answer(deps, { ...click, respond }, reply);
    },
  };
}

type Status = { readonly status: string };

type Refused =
  | { readonly status: "unknown-card" }
  | { readonly status: "not-allowed"; readonly quote?: Quote };

type CardRow<Click, Outcome> = Omit<ActionRow<Click>, "run" | "ack"> & {
  readonly ack?: "first";
  readonly act: (
    ctx: AppContext,
    click: ClickPlace & { readonly quoteId: string } & Click,
  ) => Promise<NoInfer<Outcome> | Refused>;
  /** Words a refusal; by default that only the requester and the approvers may. */
  readonly refusal?: Refusal;
  /** Returns undefined if the card shows the outcome. */
  readonly reply: (
    outcome: Outcome,
    context: ViewContext,
    click: ClickPlace & NoInfer<Click>,
  ) => Message | undefined;
};

/** A button or a menu of a card or of a reply below it. */
export function cardAction<Click extends { readonly quoteId: string }, Outcome extends Status>(
  row: CardRow<Click, Outcome>,
): Action {
  const { ids, read, ack = "recorded", act, refusal = notYours, reply } = row;
  return action({
    ids,
    read,
    ack,
    run: async (deps, click) => {
      const outcome = await act(deps.ctx, click);
      if (!isRefused(outcome)) return (context) => reply(outcome, context, click);
      if (outcome.status === "unknown-card") return await restoreCard(deps, click);
      return (context) => refusal({ ...outcome, person: click.person }, context);
    },
  });
}

/** Restores a card that the ledger has lost; there is none where a button was forged. */
export async function restoreCard(
  { ctx, recent }: ListenerDeps,
  click: ClickPlace & { readonly quoteId: string },
): Promise<Reply> {
  const { quoteId, channel, message, thread = message } = click;
  if (thread === undefined) return unknownCardReply;
  // Undefined where Slack lets nothing be read.
  const files = await recent({ channel, thread });
  const card = files && (await ctx.thread.findCard(quoteId, { channel, thread_ts: thread }));
  if (!card || !(await restoreQuote(ctx, { ...card, quoteId }, files))) return unknownCardReply;
  return ({ locale: { t } }) =>
    say(
      t`I rebuilt this card after a problem. Nothing was charged; please check the card in a minute and try again.`,
    );
}

export function onQuote({ quoteId }: Clicked): { readonly quoteId: string } {
  return { quoteId };
}

export function onTask({ value }: Clicked): TaskRef | undefined {
  return parseTaskValue(value);
}

/** What a change of a card is made with, beside what its click or form says. */
type Moment = { readonly setup: Setup; readonly by: string; readonly at: number };

type ChangeRow<Click> = Pick<ActionRow<Click>, "ids" | "read"> & {
  readonly change: (quote: Quote, click: NoInfer<Click> & Moment) => Decided<Changed>;
};

/** A button or a menu that changes a card, which its requester and the approvers may. */
export function changeAction<Click extends { readonly quoteId: string }>({
  ids,
  read,
  change,
}: ChangeRow<Click>): Action {
  return cardAction({
    ids,
    read,
    act: (ctx, click) =>
      changeQuote(ctx, click, (quote) => change(quote, { ...click, ...momentOf(ctx, click) })),
    reply: changeReply,
  });
}

function momentOf({ setup, now }: AppContext, { person: by }: { readonly person: string }): Moment {
  return { setup, by, at: now() };
}

type CardForm = {
  readonly callbackId: string;
  /** The input that shows a refusal. */
  readonly block: string;
  readonly change: (quote: Quote, moment: Moment, values: unknown) => Decided<Changed>;
};

/** A form that changes a card: it closes, or shows the refusal beside its field. */
export function cardForm({ callbackId, block, change }: CardForm): Form {
  return {
    callbackId,
    listener: async ({ ctx, contexts }, { ack, body, view }) => {
      const person = body.user.id;
      const place = parseCardPlace(view.private_metadata);
      const moment = momentOf(ctx, { person });
      const outcome =
        place &&
        (await changeQuote(ctx, { ...place, person }, (quote) =>
          change(quote, moment, view.state.values),
        ));
      const context = await contexts.forPerson(person);
      const refusal = refusalOf(outcome, context);
      if (refusal === undefined) return await ack();
      return await ack({ response_action: "errors", errors: { [block]: refusal.text } });
    },
  };
}

function refusalOf(outcome: Changed | Refused | undefined, context: ViewContext) {
  if (outcome === undefined) return unknownCardReply(context);
  if (!isRefused(outcome)) return changeReply(outcome, context);
  return outcome.status === "unknown-card" ? unknownCardReply(context) : notYours(outcome, context);
}

function isRefused(outcome: Status): outcome is Refused {
  const { status } = outcome;
  return status === "unknown-card" || status === "not-allowed";
}

type Refusal = (
  refused: { readonly quote?: Quote; readonly person: string },
  context: ViewContext,
) => Message;

function notYours({ quote }: { readonly quote?: Quote }, context: ViewContext): Message {
  return notAllowedReply(context, quote?.request.by);
}

/**
 * Tells the person the outcome: beside the card, in the form, or over Home. What that person alone
 * sees is replaced, so that nobody answers it again.
 */
async function answer(
  deps: ListenerDeps,
  click: ClickPlace & Pick<SlackActionMiddlewareArgs, "respond">,
  reply: Reply,
): Promise<void> {
  const { clients, contexts } = deps;
  const context = await contexts.forPerson(click.person);
  const message = reply(context);
  if (message === undefined) return;
  const { surface, trigger, person } = click;
  const view = modal({ title: "Galley", close: context.locale.t`Close`, blocks: message.blocks });
  switch (surface.kind) {
    case "message":
      return click.message === undefined && click.address !== ""
        ? await respondTo(deps, click, { ...message, replace_original: true })
        : await tell(clients, click, message);
    case "modal":
      return await updateForm(clients, { view_id: surface.viewId, view });
    case "home":
      try {
        await openForm(clients, { trigger, view });
      } catch (error) {
        if (!(error instanceof SlackRefusedError)) throw error;
        // The answer took longer than a form may.
        await slackCall(() => clients.once.chat.postMessage({ channel: person, ...message }));
      }
  }
}

/**
 * Opens a form at once, because a trigger lives three seconds, and fills it when its content is
 * known, which is looked for meanwhile.
 */
export async function openAndFill(
  clients: SlackClients,
  opening: Pick<ClickPlace, "trigger"> & { readonly view: ModalView },
  fill: () => Promise<ModalView>,
): Promise<undefined> {
  const [view_id, view] = await Promise.all([openForm(clients, opening), fill()]);
  await updateForm(clients, { view_id, view });
}

export async function openForm(
  clients: SlackClients,
  { trigger, view }: Pick<ClickPlace, "trigger"> & { readonly view: ModalView },
): Promise<string> {
  const response = await slackCall(() => clients.once.views.open({ trigger_id: trigger, view }));
  if (response.view?.id === undefined) throw new Error("Slack named no view");
  return response.view.id;
}

/** Shows another view in an open form. A person who has closed it is not waiting for it. */
export async function updateForm(
  clients: SlackClients,
  { view_id, view }: { readonly view_id: string; readonly view: ModalView },
): Promise<void> {
  try {
    await slackCall(() => clients.steady.views.update({ view_id, view }));
  } catch (error) {
    if (!(error instanceof SlackRefusedError) || error.code !== "not_found") throw error;
  }
}

/**
 * Returns links to the cards. A link that Slack does not give, or that leads into another person's
 * direct messages, is left out.
 */
export async function linksTo(
  { ctx }: ListenerDeps,
  person: string,
  quotes: readonly Quote[],
): Promise<ReadonlyMap<string, string>> {
  const visible = quotes.filter(
    ({ place, request }) => request.by === person || !isDirectMessage(place.channel),
  );
  const byId = new Map(visible.map((quote) => [quote.id, quote]));
  const links = await Promise.all(
    [...byId.values()].map(async (quote) => {
      const link = await ctx.thread.linkTo(quote).catch(() => undefined);
      return link === undefined ? [] : ([[quote.id, link]] as const);
    }),
  );
  return new Map(links.flat());
}
