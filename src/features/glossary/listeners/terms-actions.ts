import type { SlashCommand } from "@slack/bolt";
import type { ModalView } from "@slack/types";

import { type Message, limits } from "../../../slack/blocks.ts";
import { outside, plain } from "../../../slack/mrkdwn.ts";
import { type Action, action, cardAction, type Form, openForm, updateForm } from "../../actions.ts";
import { actionIds, termsFileActionId, callbackIds } from "../../ids.ts";
import { nothingFoundReply } from "../../intake/views/command-replies.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { choiceReply } from "../../short-replies.ts";
import { chooseGlossary, findTerms } from "../actions/book-terms.ts";
import {
  takeBrought,
  type TermsSaved,
  lookAtTermFile,
  lookAtTerms,
  saveTerms,
} from "../actions/terms.ts";
import { glossaryFormatNames } from "../rules/glossary-file.ts";
import { glossaryChoices } from "../rules/glossary.ts";
import { type TermLook, firstLook } from "../rules/term-page.ts";
import {
  parseTermsMemory,
  type TermsForm,
  termsForm,
  type TermsMemory,
  parseTermsForm,
} from "../views/terms-form.ts";
import {
  termsBroughtReply,
  fileWords,
  importButton,
  termsBroughtWords,
  termsNote,
  termsTrouble,
  typedWrongly,
  savedTermsWords,
} from "../views/terms-replies.ts";
import { bringing, sendTermsFile } from "./terms-brought.ts";

export const termsActions: readonly Action[] = [
  action({
    ids: actionIds.openTerms,
    read: ({ value }) => {
      const [quoteId, target] = value.split("/");
      return quoteId && target ? { quoteId, target } : undefined;
    },
    ack: "first",
    run: async (deps, { person, trigger, quoteId, target }) => {
      await openTerms(deps, { person, trigger, quoteId, target });
      return undefined;
    },
  }),
  // Everything that can be clicked within the form.
  action({
    ids: [
      actionIds.termsLayer,
      actionIds.termsSearch,
      actionIds.termsBack,
      actionIds.termsOn,
      ...glossaryFormatNames.map(termsFileActionId),
      actionIds.termsTake,
    ],
    read: ({ surface, actionId, option, value }) => {
      const form = surface.kind === "modal" ? surface : undefined;
      const memory = parseTermsMemory(form?.memory ?? "");
      return form && memory && { form, made: { memory, actionId, value: option ?? value } };
    },
    ack: "first",
    run: async (deps, { person, form, made }) => {
      await clickInTerms(deps, { person }, { ...form, ...made });
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
      const taken = await takeBrought(bringing(deps, click), who, value);
      return (context) => termsBroughtReply(taken, context);
    },
  }),
  cardAction({
    ids: actionIds.strategy,
    read: ({ quoteId, option }) => {
      const choice = glossaryChoices.find((known) => known === option);
      return choice && { quoteId, choice };
    },
    act: chooseGlossary,
    who: "requester or approvers",
    reply: choiceReply,
  }),
];

type Who = { readonly person: string };

export const termsSent: Form = {
  callbackId: callbackIds.terms,
  listener: async (deps, { ack, body, view }) => {
    const memory = parseTermsMemory(view.private_metadata);
    const form = parseTermsForm(view.state.values);
    const context = await deps.contexts.forPerson(body.user.id);
    const { locale } = context;
    if (form.status === "faulty") {
      const errors = { [form.blockId]: typedWrongly(plain(form.line, limits.wordShown), locale) };
      return await ack({ response_action: "errors", errors });
    }
    if (memory === undefined) {
      const note = termsNote(termsTrouble("unknown-card", context), locale);
      return await ack({ response_action: "update", view: note });
    }
    const who = { person: body.user.id };
    const { typed, search, file } = form;
    const asked = { ...who, ...memory };
    const saved = await saveTerms(deps.ports, asked, { ...typed, untouched: "confirm" });
    const next =
      search === memory.look.search ? onward(memory, saved) : withLook(memory, { search, page: 0 });
    const shown = await savedView(deps, who, { memory: next, saved });
    await ack({ response_action: "update", view: shown });
    if (file !== undefined)
      await updateForm(deps.clients, {
        view_id: view.id,
        view: await fileView(deps, who, { memory, file }),
      });
  },
};

/** `/translate glossary` opens the terms directly, so that no further click is needed. */
export async function glossaryAsked(
  deps: ListenerDeps,
  { channel_id: channel, user_id: person, trigger_id: trigger }: SlashCommand,
): Promise<Message | undefined> {
  const found = await findTerms(deps.ports, channel);
  if (found === undefined) return nothingFoundReply(await deps.contexts.forPerson(person));
  await openTerms(deps, { ...found, person, trigger });
  return undefined;
}

type Opening = Who & Pick<TermsMemory, "quoteId" | "target"> & { readonly trigger: string };

/**
 * Opens the glossary at once, because a trigger expires after three seconds, then fills in its
 * terms.
 */
export async function openTerms(
  deps: ListenerDeps,
  { trigger, ...opened }: Opening,
): Promise<void> {
  const { quoteId, target, ...who } = opened;
  const memory: TermsMemory = { quoteId, target, layer: "book", look: firstLook, saves: 0 };
  const { locale } = await deps.contexts.forPerson(who.person);
  const loading = termsNote(locale.t`One moment…`, locale);
  const viewId = await openForm(deps.clients, { trigger, view: loading });
  await updateForm(deps.clients, { view_id: viewId, view: await look(deps, who, memory) });
}

async function look(
  deps: ListenerDeps,
  who: Who,
  memory: TermsMemory,
  { notes = [], offered }: Partial<Pick<TermsForm, "notes" | "offered">> = {},
): Promise<ModalView> {
  const [seen, context] = await Promise.all([
    lookAtTerms(deps.ports, { ...who, ...memory }),
    deps.contexts.forPerson(who.person),
  ]);
  return seen.status === "terms"
    ? termsForm({ seen, memory, context, notes, filetypes: deps.termFiles.filetypes, offered })
    : termsNote(termsTrouble(seen.status, context), context.locale);
}

type Made = {
  readonly viewId: string;
  readonly memory: TermsMemory;
  readonly values: unknown;
  readonly actionId: string;
  /** The value of the button or the option. */
  readonly value: string;
};

/**
 * Handles a click within the form: the typed changes of a page are saved before another page
 * replaces it.
 */
export async function clickInTerms(deps: ListenerDeps, who: Who, made: Made): Promise<void> {
  await updateForm(deps.clients, { view_id: made.viewId, view: await viewAfter(deps, who, made) });
}

async function viewAfter(deps: ListenerDeps, who: Who, { memory, values, ...made }: Made) {
  const context = await deps.contexts.forPerson(who.person);
  const { locale } = context;
  const form = parseTermsForm(values);
  if (form.status === "faulty") {
    const wrongly = typedWrongly(outside(form.line, limits.wordShown), locale);
    return await look(deps, who, memory, { notes: [`⚠ ${wrongly}`] });
  }
  const saved = await saveTerms(
    deps.ports,
    { ...who, ...memory },
    { ...form.typed, untouched: "leave" },
  );
  if (made.actionId === actionIds.termsTake) {
    const taken = await takeBrought(bringing(deps, who), { ...who, ...memory }, made.value);
    return await look(deps, who, memory, { notes: termsBroughtWords(taken, context) });
  }
  const format = glossaryFormatNames.find((one) => termsFileActionId(one) === made.actionId);
  if (format !== undefined) {
    const sent = await sendTermsFile(deps, { ...who, ...memory, format });
    return await savedView(deps, who, { memory, saved, notes: [sent] });
  }
  return await savedView(deps, who, { memory: turned(memory, made), saved });
}

type Saved = {
  readonly memory: TermsMemory;
  readonly saved: TermsSaved;
  readonly notes?: readonly string[];
};

/** Returns the next view. A person who may only read has saved nothing, and goes on reading. */
async function savedView(deps: ListenerDeps, who: Who, { memory, saved, notes = [] }: Saved) {
  const context = await deps.contexts.forPerson(who.person);
  if (saved.status !== "saved") {
    const full = saved.status === "full" ? [`⚠ ${termsTrouble("full", context)}`] : [];
    return await look(deps, who, memory, { notes: [...full, ...notes] });
  }
  const saves = memory.saves + Math.min(1, saved.edits.length);
  const words = [...savedTermsWords(saved, context.locale), ...notes];
  return await look(deps, who, { ...memory, saves }, { notes: words });
}

/** Returns the form with a file's changes above the terms; its button saves them. */
async function fileView(
  deps: ListenerDeps,
  who: Who,
  { memory, file }: { readonly memory: TermsMemory; readonly file: { id: string; name: string } },
): Promise<ModalView> {
  const brought = await lookAtTermFile(bringing(deps, who), { ...who, ...memory }, file.id);
  const context = await deps.contexts.forPerson(who.person);
  const notes = [fileWords({ brought, target: memory.target, file }, context)];
  const offered = importButton(brought, actionIds.termsTake, context.locale);
  return await look(deps, who, { ...memory, fileId: file.id }, { notes, offered });
}

/**
 * Stays on the same page after terms were reviewed, because unreviewed ones move up into it; goes
 * to the next page if there were none.
 */
function onward(memory: TermsMemory, saved: TermsSaved): TermsMemory {
  if (saved.status !== "saved") return memory;
  const wasReviewed = saved.confirmed + saved.edits.length + saved.unsaved.length === 0;
  return wasReviewed ? withLook(memory, { page: memory.look.page + 1 }) : memory;
}

function turned(
  memory: TermsMemory,
  { actionId, value }: Pick<Made, "actionId" | "value">,
): TermsMemory {
  switch (actionId) {
    case actionIds.termsBack:
    case actionIds.termsOn:
      return withLook(memory, { page: Math.trunc(Number(value)) || 0 });
    case actionIds.termsSearch:
      return withLook(memory, { search: value, page: 0 });
    case actionIds.termsLayer:
      return withLayer(withLook(memory, { page: 0 }), value);
    default:
      return memory;
  }
}

function withLook(memory: TermsMemory, look: Partial<TermLook>): TermsMemory {
  return { ...memory, look: { ...memory.look, ...look } };
}

/** Returns the memory unchanged for an unknown layer. */
function withLayer(before: TermsMemory, layer: string): TermsMemory {
  return parseTermsMemory(JSON.stringify({ ...before, layer })) ?? before;
}
