import type { SlashCommand } from "@slack/bolt";
import type { KnownBlock, ModalView } from "@slack/types";

import { bookName } from "#domain/book/book.ts";
import { glossaryFileName } from "#domain/delivery/delivery.ts";
import { chooseStrategy } from "#domain/estimate/card-changes.ts";
import {
  type GlossaryFormat,
  type TermFile,
  glossaryFiles,
  glossaryFormats,
} from "#domain/glossary/glossary-file.ts";
import { effectiveTerms, glossaryChoices, layerNames } from "#domain/glossary/glossary.ts";
import { type TypedTerms, firstLook, typedTerms } from "#domain/glossary/term-review.ts";
import type { Term } from "#domain/partner.ts";
import type { Quote } from "#domain/quote.ts";
import {
  type ListenerDeps,
  type Action,
  action,
  changeAction,
  type Form,
  openAndFill,
  updateForm,
} from "#features/shared/action.ts";
import { actionIds, termsFileActionId, callbackIds } from "#features/shared/ids.ts";
import { type PersonMessage, withName, chosenFiles } from "#features/shared/payloads.ts";
import { sentReply, nothingFoundReply } from "#features/shared/short-replies-view.ts";
import { type Message, limits, say, section } from "#slack/blocks.ts";
import { sendFile } from "#slack/files.ts";
import { tell } from "#slack/messages.ts";
import { outside, plain } from "#slack/mrkdwn.ts";
import type { ViewContext } from "#slack/people.ts";

import {
  type TermPlace,
  type TermsSaved,
  linesOnly,
  lookAtTermFile,
  lookAtTerms,
  quotesIn,
  saveTerms,
  takeBrought,
} from "./edit-terms.ts";
import {
  type TermsMemory,
  type TypedForm,
  parseTermsForm,
  parseTermsMemory,
  termsForm,
} from "./terms-form-view.ts";
import {
  savedWords,
  termFileReply,
  termsNote,
  termsWrittenReply,
  troubleWords,
  typedWrongly,
  whichTermsReply,
} from "./terms-replies-view.ts";
import { findTerms } from "./update-book-terms.ts";
import { writeGlossary } from "./write-glossary.ts";

export const termsActions: readonly Action[] = [
  action({
    ids: actionIds.openTerms,
    read: ({ value }) => {
      const [quoteId, target] = value.split("/");
      return quoteId && target ? { quoteId, target } : undefined;
    },
    ack: "first",
    run: (deps, { person, trigger, quoteId, target }) =>
      openTerms(deps, trigger, { person, quoteId, target }),
  }),
  // Everything that can be clicked within the form.
  action({
    ids: [
      actionIds.termsLayer,
      actionIds.termsSearch,
      actionIds.termsBack,
      actionIds.termsOn,
      ...glossaryFormats.map(termsFileActionId),
      actionIds.termsTake,
    ],
    read: ({ surface, actionId, option, value }) => {
      const form = surface.kind === "modal" ? surface : undefined;
      const memory = parseTermsMemory(form?.memory ?? "");
      return form && memory && { form, memory, actionId, value: option ?? value };
    },
    ack: "first",
    run: async (deps, { person, form, memory, actionId, value }) => {
      const click = { form: parseTermsForm(form.values), actionId, value };
      const view = await viewAfter(deps, { ...memory, person }, click);
      await updateForm(deps.clients, { view_id: form.viewId, view });
      return undefined;
    },
  }),
  // Under the preview of a file in a thread.
  action({
    ids: actionIds.takeTermFile,
    read: ({ value }) => ({ value }),
    ack: "first",
    run: async (deps, { value, ...click }) => {
      const who = { person: click.person, layer: "book" } as const;
      const outcome = await takeBrought(bringing(deps, click), who, value);
      return (context) => say(savedWords(outcome, context).join(" "));
    },
  }),
  changeAction({
    ids: actionIds.strategy,
    read: ({ quoteId, option }) => {
      const choice = glossaryChoices.find((one) => one === option);
      return choice && { quoteId, choice };
    },
    change: (quote, { choice }) => chooseStrategy(quote, choice),
  }),
];

export const termsSent: Form = {
  callbackId: callbackIds.terms,
  listener: async (deps, { ack, body, view }) => {
    const memory = parseTermsMemory(view.private_metadata);
    const form = parseTermsForm(view.state.values);
    const person = body.user.id;
    const context = await deps.contexts.forPerson(person);
    const { locale } = context;
    if (form.status === "faulty") {
      const errors = { [form.blockId]: typedWrongly(plain(form.line, limits.wordShown), locale) };
      return await ack({ response_action: "errors", errors });
    }
    if (memory === undefined) {
      const note = termsNote(troubleWords("unknown-card", context), locale);
      return await ack({ response_action: "update", view: note });
    }
    const session = { ...memory, person };
    const { typed, search, file } = form;
    const { next, above } = await savedPage(deps, session, { ...typed, untouched: "confirm" });
    const nextMemory = search === memory.search ? next : { ...next, search, page: 0 };
    await ack({ response_action: "update", view: await look(deps, nextMemory, above) });
    if (file === undefined) return;
    const brought = await lookAtTermFile(bringing(deps, session), session, file.id);
    const reply = termFileReply({ ...session, brought, file }, actionIds.termsTake, context);
    const preview = await look(deps, nextMemory, reply.blocks);
    await updateForm(deps.clients, { view_id: view.id, view: preview });
  },
};

/** `/translate glossary` opens the terms directly, so that no further click is needed. */
export async function glossaryAsked(
  deps: ListenerDeps,
  { channel_id: channel, user_id: person, trigger_id: trigger }: SlashCommand,
): Promise<Message | undefined> {
  const match = await findTerms(deps.ctx, channel);
  if (match === undefined) return nothingFoundReply(await deps.contexts.forPerson(person));
  return await openTerms(deps, trigger, { ...match, person });
}

type Opened = TermsMemory & { readonly person: string };

/** Opens the form at once, since a trigger lives three seconds, then fills in its terms. */
async function openTerms(
  deps: ListenerDeps,
  trigger: string,
  at: { readonly quoteId: string; readonly target: string; readonly person: string },
): Promise<undefined> {
  const { locale } = await deps.contexts.forPerson(at.person);
  const view = termsNote(locale.t`One moment…`, locale);
  const session = { ...at, layer: "book", ...firstLook, saves: 0 } as const;
  return await openAndFill(deps.clients, { trigger, view }, () => look(deps, session));
}

async function look(
  deps: ListenerDeps,
  { person, ...memory }: Opened,
  above: readonly KnownBlock[] = [],
): Promise<ModalView> {
  const [seen, context] = await Promise.all([
    lookAtTerms(deps.ctx, { ...memory, person }),
    deps.contexts.forPerson(person),
  ]);
  return seen.status === "terms"
    ? termsForm({ seen, memory, context, above, filetypes: deps.termFiles.filetypes })
    : termsNote(troubleWords(seen.status, context), context.locale);
}

/** Saves the typed changes of a page before another page replaces it. */
async function viewAfter(
  deps: ListenerDeps,
  session: Opened,
  { form, actionId, value }: { readonly form: TypedForm; actionId: string; value: string },
): Promise<ModalView> {
  const context = await deps.contexts.forPerson(session.person);
  if (form.status === "faulty") {
    const wrongly = typedWrongly(outside(form.line, limits.wordShown), context.locale);
    return await look(deps, session, [section(`⚠ ${wrongly}`)]);
  }
  const { next, above } = await savedPage(deps, session, { ...form.typed, untouched: "leave" });
  const draw = (moved: Partial<TermsMemory>, sentences: readonly string[] = []) =>
    look(deps, { ...next, ...moved }, [...above, ...sentences.map(section)]);
  const format = glossaryFormats.find((one) => termsFileActionId(one) === actionId);
  if (format !== undefined) return await draw({}, [await sendTermsFile(deps, session, format)]);
  switch (actionId) {
    case actionIds.termsTake: {
      const outcome = await takeBrought(bringing(deps, session), session, value);
      return await draw({}, savedWords(outcome, context));
    }
    case actionIds.termsSearch:
      return await draw({ search: value, page: 0 });
    case actionIds.termsLayer: {
      const layer = layerNames.find((one) => one === value) ?? session.layer;
      return await draw({ layer, page: 0 });
    }
    default:
      return await draw({ page: Math.trunc(Number(value)) || 0 });
  }
}

/** Saves what was typed into a page. A person who may only read has typed nothing, and reads on. */
async function savedPage(deps: ListenerDeps, session: Opened, typed: TypedTerms) {
  const outcome = await saveTerms(deps.ctx, session, typed);
  const context = await deps.contexts.forPerson(session.person);
  const words = outcome.status === "may-not-edit" ? [] : savedWords(outcome, context);
  const above = words.map(section);
  if (outcome.status !== "saved") return { next: session, above };
  const isSent = typed.untouched === "confirm";
  // Fields are empty again once their words are taken.
  const saves = session.saves + (isSent || typed.added.length > 0 ? 1 : 0);
  // Unreviewed terms move up into a page that was just reviewed; one with none is left.
  const isDone = outcome.confirmed + outcome.edits.length + outcome.unsaved.length === 0;
  return { next: { ...session, saves, page: session.page + (isSent && isDone ? 1 : 0) }, above };
}

/** Parts term files under a card from manuscripts. `lookAtTables` takes long and writes nothing. */
export async function partTermFiles(deps: ListenerDeps, message: PersonMessage) {
  const { files, thread, ts, person } = message;
  const none = { files, lookAtTables: undefined };
  if (thread === ts) return none;
  const all = await Promise.all(files.map((file) => withName(deps, file)));
  const tables = all.filter(({ name }) => deps.termFiles.isOne(name));
  const quotes = tables.length === 0 ? [] : await quotesIn(deps.ctx, message);
  if (quotes.length === 0) return none;
  const lookAtTables = async (): Promise<void> => {
    for (const file of tables) {
      for (const { id: quoteId, target } of quotes.slice(0, quotesAtOnce)) {
        const place = { person, quoteId, target, layer: "book" } as const;
        const brought = await lookAtTermFile(bringing(deps, message), place, file.id);
        const context = await deps.contexts.forPerson(person);
        const preview = { brought, target, file };
        await tell(deps.clients, message, termFileReply(preview, actionIds.takeTermFile, context));
      }
    }
  };
  return { files: all.filter((file) => !tables.includes(file)), lookAtTables };
}

const quotesAtOnce = 5;

/** Returns the ports with a reader for files the person may use here, or uploaded into the form. */
function bringing(
  deps: ListenerDeps,
  place: { readonly person: string; readonly channel?: string },
) {
  const readFile = async (id: string, target: string): Promise<TermFile> => {
    const files = await chosenFiles(deps, place, [id]);
    if (typeof files === "string") return { status: "unavailable" };
    return await deps.termFiles.read(id, target);
  };
  return { ...deps.ctx, readFile };
}

/** Takes `Aaron = 亚伦` under a card as an edit of its book's glossary; undefined for other text. */
export async function takeTerms(
  { ctx, botUserId }: ListenerDeps,
  message: PersonMessage,
): Promise<((context: ViewContext) => Message) | undefined> {
  const { channel, thread, ts, person } = message;
  const { edits, prose } = typedTerms(message.text.replace(`<@${botUserId}>`, ""));
  // One such line beside others may be prose as well; several are meant as terms.
  const isMeant = edits.length > (prose === undefined || message.isMention ? 0 : 1);
  if (thread === ts || !isMeant) return undefined;
  const quotes = await quotesIn(ctx, message);
  const [quote] = quotes;
  if (quote === undefined) return undefined;
  if (prose !== undefined) {
    return ({ locale }) => say(typedWrongly(outside(prose, limits.wordShown), locale));
  }
  if (quotes.length > 1) return (context) => whichTermsReply(quotes, context);
  const place = { person, quoteId: quote.id, target: quote.target, layer: "book" } as const;
  const name = `${channel}.${ts}`;
  const saving =
    savings.get(name) ??
    saveTerms(ctx, place, linesOnly(edits)).finally(() => savings.delete(name));
  savings.set(name, saving);
  const outcome = await saving;
  return (context) => termsWrittenReply(outcome, quote, context);
}

/** By message, while they last: Slack sends again what takes long, and large glossaries do. */
const savings = new Map<string, Promise<TermsSaved>>();

/** Sends a person the effective terms of this view as a file. Returns the sentence to show them. */
async function sendTermsFile(
  deps: ListenerDeps,
  { target, person, ...place }: TermPlace,
  format: GlossaryFormat,
): Promise<string> {
  const termsView = await lookAtTerms(deps.ctx, { ...place, target, person });
  const context = await deps.contexts.forPerson(person);
  if (termsView.status !== "terms") return troubleWords(termsView.status, context);
  const terms = effectiveTerms(termsView.layers, target);
  const name = await sendTerms(deps, { ...termsView.quote, target }, terms, { format, person });
  return sentReply(name, context).text;
}

/** Sends a person terms in the language of `quote`; returns the name of the file. */
export async function sendTerms(
  { clients }: ListenerDeps,
  quote: Quote,
  terms: readonly Term[],
  { format, person }: { readonly format: GlossaryFormat; readonly person: string },
): Promise<string> {
  const { language = "und", target } = quote;
  const { ending } = glossaryFiles[format];
  const name = glossaryFileName(`${bookName(quote)}.${ending}`, target, ending);
  const content = writeGlossary[format](terms, { source: language, target });
  await sendFile(clients, { channel: person }, { name, content });
  return name;
}
