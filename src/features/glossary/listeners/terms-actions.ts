import type { SlashCommand } from "@slack/bolt";
import type { ModalView } from "@slack/types";

import { type Message, limits, say } from "../../../slack/blocks.ts";
import { outside, plain } from "../../../slack/mrkdwn.ts";
import { type Action, action, cardAction, type Form, openForm, updateForm } from "../../actions.ts";
import { changeReply } from "../../approval/views/decision-replies.ts";
import { actionIds, termsFileActionId, callbackIds } from "../../ids.ts";
import { nothingFoundReply } from "../../intake/views/intake-replies.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { chooseGlossary, findTerms } from "../actions/book-terms.ts";
import {
  takeBrought,
  type TermsSaved,
  lookAtTermFile,
  lookAtTerms,
  saveTerms,
} from "../actions/terms.ts";
import { glossaryFormatNames } from "../rules/glossary-file.ts";
import { glossaryChoices, layerNames } from "../rules/glossary.ts";
import { type TermLook, firstLook } from "../rules/term-page.ts";
import {
  parseTermsMemory,
  type TermsForm,
  termsForm,
  type TermsMemory,
  parseTermsForm,
} from "../views/terms-form.ts";
import {
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
      await openTerms(deps, trigger, { person, quoteId, target });
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
      return form && memory && { form, memory, actionId, value: option ?? value };
    },
    ack: "first",
    run: async (deps, { person, form, memory, actionId, value }) => {
      const made = { values: form.values, actionId, value };
      const view = await viewAfter(deps, { ...memory, person }, made);
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
      const taken = await takeBrought(bringing(deps, click), who, value);
      return (context) => say(termsBroughtWords(taken, context).join(" "));
    },
  }),
  cardAction({
    ids: actionIds.strategy,
    read: ({ quoteId, option }) => {
      const choice = glossaryChoices.find((known) => known === option);
      return choice && { quoteId, choice };
    },
    act: chooseGlossary,
    reply: changeReply,
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
      const note = termsNote(termsTrouble("unknown-card", context), locale);
      return await ack({ response_action: "update", view: note });
    }
    const opened = { ...memory, person };
    const { typed, search, file } = form;
    const saved = await saveTerms(deps.ports, opened, { ...typed, untouched: "confirm" });
    const next =
      search === memory.look.search ? onward(opened, saved) : withLook(opened, { search, page: 0 });
    await ack({ response_action: "update", view: await savedView(deps, next, saved) });
    if (file !== undefined) {
      const preview = await fileView(deps, opened, file);
      await updateForm(deps.clients, { view_id: view.id, view: preview });
    }
  },
};

/** `/translate glossary` opens the terms directly, so that no further click is needed. */
export async function glossaryAsked(
  deps: ListenerDeps,
  { channel_id: channel, user_id: person, trigger_id: trigger }: SlashCommand,
): Promise<Message | undefined> {
  const found = await findTerms(deps.ports, channel);
  if (found === undefined) return nothingFoundReply(await deps.contexts.forPerson(person));
  await openTerms(deps, trigger, { ...found, person });
  return undefined;
}

type Opened = TermsMemory & { readonly person: string };

/** Opens the form at once, since a trigger lives three seconds, then fills in its terms. */
async function openTerms(
  deps: ListenerDeps,
  trigger: string,
  { quoteId, target, person }: Pick<Opened, "quoteId" | "target" | "person">,
): Promise<void> {
  const { locale } = await deps.contexts.forPerson(person);
  const loading = termsNote(locale.t`One moment…`, locale);
  const view_id = await openForm(deps.clients, { trigger, view: loading });
  const opened: Opened = { quoteId, target, person, layer: "book", look: firstLook, saves: 0 };
  await updateForm(deps.clients, { view_id, view: await look(deps, opened) });
}

async function look(
  deps: ListenerDeps,
  opened: Opened,
  { notes = [], offered }: Partial<Pick<TermsForm, "notes" | "offered">> = {},
): Promise<ModalView> {
  const { person, ...memory } = opened;
  const [seen, context] = await Promise.all([
    lookAtTerms(deps.ports, opened),
    deps.contexts.forPerson(person),
  ]);
  return seen.status === "terms"
    ? termsForm({ seen, memory, context, notes, filetypes: deps.termFiles.filetypes, offered })
    : termsNote(termsTrouble(seen.status, context), context.locale);
}

type Made = {
  readonly values: unknown;
  readonly actionId: string;
  readonly value: string;
};

/** Saves the typed changes of a page before another page replaces it. */
async function viewAfter(deps: ListenerDeps, opened: Opened, { values, actionId, value }: Made) {
  const context = await deps.contexts.forPerson(opened.person);
  const form = parseTermsForm(values);
  if (form.status === "faulty") {
    const wrongly = typedWrongly(outside(form.line, limits.wordShown), context.locale);
    return await look(deps, opened, { notes: [`⚠ ${wrongly}`] });
  }
  const saved = await saveTerms(deps.ports, opened, { ...form.typed, untouched: "leave" });
  if (actionId === actionIds.termsTake) {
    const taken = await takeBrought(bringing(deps, opened), opened, value);
    return await look(deps, opened, { notes: termsBroughtWords(taken, context) });
  }
  const format = glossaryFormatNames.find((one) => termsFileActionId(one) === actionId);
  if (format !== undefined) {
    const sent = await sendTermsFile(deps, { ...opened, format });
    return await savedView(deps, opened, saved, [sent]);
  }
  return await savedView(deps, turned(opened, actionId, value), saved);
}

/** Returns the next view. A person who may only read has saved nothing, and goes on reading. */
async function savedView(
  deps: ListenerDeps,
  opened: Opened,
  saved: TermsSaved,
  notes: readonly string[] = [],
): Promise<ModalView> {
  const context = await deps.contexts.forPerson(opened.person);
  if (saved.status !== "saved") {
    const full = saved.status === "full" ? [`⚠ ${termsTrouble("full", context)}`] : [];
    return await look(deps, opened, { notes: [...full, ...notes] });
  }
  const saves = opened.saves + Math.min(1, saved.edits.length);
  const words = [...savedTermsWords(saved, context.locale), ...notes];
  return await look(deps, { ...opened, saves }, { notes: words });
}

async function fileView(
  deps: ListenerDeps,
  opened: Opened,
  file: { readonly id: string; readonly name: string },
): Promise<ModalView> {
  const brought = await lookAtTermFile(bringing(deps, opened), opened, file.id);
  const context = await deps.contexts.forPerson(opened.person);
  const notes = [fileWords({ brought, target: opened.target, file }, context)];
  const offered = importButton(brought, actionIds.termsTake, context.locale);
  return await look(deps, { ...opened, fileId: file.id }, { notes, offered });
}

/**
 * Stays on the same page after terms were reviewed, because unreviewed ones move up into it; goes
 * to the next page if there were none.
 */
function onward(opened: Opened, saved: TermsSaved): Opened {
  if (saved.status !== "saved") return opened;
  const wasReviewed = saved.confirmed + saved.edits.length + saved.unsaved.length === 0;
  return wasReviewed ? withLook(opened, { page: opened.look.page + 1 }) : opened;
}

function turned(opened: Opened, actionId: string, value: string): Opened {
  switch (actionId) {
    case actionIds.termsBack:
    case actionIds.termsOn:
      return withLook(opened, { page: Math.trunc(Number(value)) || 0 });
    case actionIds.termsSearch:
      return withLook(opened, { search: value, page: 0 });
    case actionIds.termsLayer: {
      const layer = layerNames.find((one) => one === value) ?? opened.layer;
      return withLook({ ...opened, layer }, { page: 0 });
    }
    default:
      return opened;
  }
}

function withLook(opened: Opened, look: Partial<TermLook>): Opened {
  return { ...opened, look: { ...opened.look, ...look } };
}
