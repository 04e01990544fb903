import { chooseEncoding, doubtEncoding } from "#domain/intake/reading.ts";
import { encodings } from "#domain/manuscript.ts";
import { defaultsFor } from "#domain/settings/settings.ts";
import {
  type ListenerDeps,
  type Action,
  action,
  changeAction,
  onQuote,
  type Form,
  openAndFill,
  updateForm,
  linksTo,
} from "#features/shared/action.ts";
import { referenceOf } from "#features/shared/find-book.ts";
import {
  actionIds,
  encodingActionId,
  parsePostedValue,
  parseTaskValue,
  callbackIds,
} from "#features/shared/ids.ts";
import { type ClickPlace, chosenFiles, chosenIn, typedIn } from "#features/shared/payloads.ts";
import { isThere, canSubmit } from "#features/shared/rights.ts";
import {
  chosenFileReplies,
  lostPlaceReply,
  notMemberReply,
  notThereReply,
  strangerReply,
} from "#features/shared/short-replies-view.ts";
import type { Message } from "#slack/blocks.ts";
import { tell } from "#slack/messages.ts";
import type { ViewContext } from "#slack/people.ts";

import { askedReply, tooManyReply, typoReply } from "./intake-replies-view.ts";
import {
  type RecentFile,
  parseRequestForm,
  formBlocks,
  parseFormPlace,
  requestForm,
  requestNote,
} from "./request-form-view.ts";
import { type Submission, askForQuotes } from "./submit-manuscript.ts";

export const intakeActions: readonly Action[] = [
  changeAction({
    ids: encodings.map(encodingActionId),
    read: ({ value }) => {
      const { quoteId = "", key } = parseTaskValue(value) ?? {};
      const encoding = encodings.find((one) => one === key);
      return encoding && { quoteId, encoding };
    },
    change: (quote, { encoding, by, at }) => chooseEncoding(quote, { encoding, by, at }),
  }),
  changeAction({ ids: actionIds.doubtEncoding, read: onQuote, change: doubtEncoding }),
  // Shown under a file in the thread of a finished card, to the person who posted it.
  action({
    ids: actionIds.newManuscript,
    read: ({ value }) => parsePostedValue(value),
    ack: "first",
    run: async (deps, { person, channel, thread, ts, fileIds }) => {
      if (!(await isThere(deps.ctx, { channel, person }))) return notThereReply;
      const files = await chosenFiles(deps, { person, channel, thread }, fileIds);
      if (typeof files === "string") return chosenFileReplies[files];
      const manuscripts = files.map((file) => ({ ...file, ts, thread }));
      const reply = await askFor(deps, { channel, requester: person, manuscripts });
      return () => reply;
    },
  }),
  // On the Home tab; its value is the direct message with the one who clicked.
  action({
    ids: actionIds.openForm,
    read: ({ value }) => (value === "" ? undefined : { channel: value }),
    ack: "first",
    run: async (deps, click) => {
      const refusal = await openRequestForm(deps, click);
      return refusal && (() => refusal);
    },
  }),
  action({ ids: actionIds.moreOptions, read: () => ({}), ack: "first", run: showMoreOptions }),
];

type Opening = {
  readonly trigger: string;
  readonly person: string;
  readonly channel: string;
  readonly chosen?: readonly RecentFile[];
  readonly hasMore?: boolean;
  /** The book that was typed already: its reference is filled in. */
  readonly book?: string | undefined;
};

/** Guests and strangers get no form: the reply to them is returned. */
export async function openRequestForm(
  deps: ListenerDeps,
  opening: Opening,
): Promise<Message | undefined> {
  const context = await deps.contexts.forPerson(opening.person);
  if (!(await mayAsk(deps, opening.person))) return strangerReply(context);
  const view = requestNote(context.locale.t`One moment…`, context);
  const fill = () => filledForm(deps, opening, context);
  return await openAndFill(deps.clients, { ...opening, view }, fill);
}

async function showMoreOptions(
  deps: ListenerDeps,
  { person, surface }: ClickPlace,
): Promise<undefined> {
  if (surface.kind !== "modal") return;
  const channel = parseFormPlace(surface.memory)?.channel;
  if (channel === undefined) return;
  const ids = chosenIn(surface.values, formBlocks.recent);
  const files = await chosenFiles(deps, { channel, person }, ids);
  // Slack names no share for a direct message: such a file comes last.
  const selection = (typeof files === "string" ? [] : files).map((file) => ({
    ...file,
    ts: file.shares.get(channel)?.ts ?? "0",
  }));
  const context = await deps.contexts.forPerson(person);
  const book = typedIn(surface.values, formBlocks.book);
  const view = await filledForm(
    deps,
    { channel, person, chosen: selection, hasMore: true, book },
    context,
  );
  await updateForm(deps.clients, { view_id: surface.viewId, view });
}

/** If Slack does not answer, the check is left to the reading of the manuscript. */
export async function mayAsk({ ctx }: ListenerDeps, requester: string): Promise<boolean> {
  return await canSubmit(ctx, requester).catch(() => true);
}

async function filledForm(
  deps: ListenerDeps,
  { channel, person, chosen = [], hasMore = false, book: typed }: Omit<Opening, "trigger">,
  context: ViewContext,
) {
  const { ctx, filetypes } = deps;
  const [recent, settings, isMember] = await Promise.all([
    deps.recent({ channel }),
    ctx.settings.read(ctx.workspace),
    isThere(ctx, { channel, person }),
  ]);
  if (recent === undefined) return requestNote(notMemberReply(context).text, context);
  if (!isMember) return requestNote(notThereReply(context).text, context);
  const files = new Map([...chosen, ...recent].map((file) => [file.id, file]));
  const { defaultTarget, previewChars: usual } = ctx.setup;
  const defaults = defaultsFor(settings, channel);
  const { targets = [defaultTarget], previewChars = usual, book } = defaults;
  const named = typed ?? book;
  const reference =
    named && hasMore ? await referenceOf(ctx, { channel, person, book: named }) : undefined;
  const form = { channel, filetypes, context, targets, previewChars, book, reference, hasMore };
  return requestForm({ ...form, files: [...files.values()], chosen: chosen.map(({ id }) => id) });
}

export const requestFormSent: Form = {
  callbackId: callbackIds.requestTranslation,
  listener: async (deps, { ack, body, view }) => {
    const refuse = (why: string, block: string = formBlocks.language) =>
      ack({ response_action: "errors", errors: { [block]: why } });
    const person = body.user.id;
    const context = await deps.contexts.forPerson(person);
    const form = parseRequestForm(view.state.values, { ...context, now: deps.ctx.now() });
    if (form.status === "faulty") {
      return await ack({ response_action: "errors", errors: { ...form.errors } });
    }
    const { targets, details, previewChars, book } = form;
    const channel = parseFormPlace(view.private_metadata)?.channel;
    if (channel === undefined) return await refuse(lostPlaceReply(context).text);
    const place = { channel, person };
    if (!(await isThere(deps.ctx, place))) return await refuse(notThereReply(context).text);
    const files = await chosenFiles(deps, place, form.fileIds);
    if (typeof files === "string") {
      return await refuse(chosenFileReplies[files](context).text, formBlocks.upload);
    }
    const postedFiles = new Map((await deps.recent({ channel }))?.map((file) => [file.id, file]));
    const manuscripts = files.map((file) => {
      // Slack names no share for a direct message, and an upload through the form has none yet.
      const share = postedFiles.get(file.id) ?? file.shares.get(channel);
      return { ...file, ts: share?.ts ?? `form.${view.id}`, thread: share?.thread };
    });
    const request = { channel, requester: person, targets, details, previewChars, book };
    const reply = await askFor(deps, { ...request, manuscripts });
    await ack();
    return await tell(deps.clients, place, reply);
  },
};

/** Records a request for quotes, and returns the reply to the requester. */
export async function askFor(deps: ListenerDeps, handed: Submission): Promise<Message> {
  const context = await deps.contexts.forPerson(handed.requester);
  if (!(await mayAsk(deps, handed.requester))) return strangerReply(context);
  const outcome = await askForQuotes(deps.ctx, handed);
  if (outcome.status === "too-many") return tooManyReply(outcome, context);
  if (outcome.status === "not-offered") return typoReply(handed.targets?.[0] ?? "", {}, context);
  const quotes = [...outcome.quoted, ...outcome.standing];
  return askedReply(outcome, await linksTo(deps, handed.requester, quotes), context);
}
