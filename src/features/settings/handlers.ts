import type { SlashCommand } from "@slack/bolt";

import {
  type ListenerDeps,
  type Action,
  type Form,
  action,
  openAndFill,
} from "#features/shared/action.ts";
import { callbackIds, settingsActionId, settingsPages } from "#features/shared/ids.ts";
import {
  lostPlaceReply,
  notAdminSettings,
  strangerReply,
} from "#features/shared/short-replies-view.ts";
import type { Message } from "#slack/blocks.ts";

import { changeSettings, showSettings, spreadPolicy } from "./change-settings.ts";
import {
  parseFormMemory,
  parseSettings,
  refusalErrors,
  savedWords,
  scopeOf,
  settingsForm,
  settingsNote,
  settingsReply,
} from "./settings-form-view.ts";

export async function settingsAsked(deps: ListenerDeps, command: SlashCommand): Promise<Message> {
  const { user_id: person, channel_id: channel } = command;
  const overview = await showSettings(deps.ctx, person);
  const context = await deps.contexts.forPerson(person);
  return overview === undefined
    ? strangerReply(context)
    : settingsReply(overview.settings, { context, channel, mayChange: overview.mayChange });
}

export const settingsActions: readonly Action[] = [
  // The buttons below the answer to `/translate settings`, and on Home.
  action({
    ids: settingsPages.map(settingsActionId),
    read: ({ value }) => {
      const page = settingsPages.find((one) => one === value);
      return page && { page };
    },
    ack: "first",
    run: async ({ ctx, clients, contexts }, { trigger, person, channel, page }) => {
      const context = await contexts.forPerson(person);
      const { locale } = context;
      const loading = settingsNote(locale, locale.t`One moment…`);
      return await openAndFill(clients, { trigger, view: loading }, async () => {
        const overview = await showSettings(ctx, person);
        return overview?.mayChange === true
          ? settingsForm({ page, settings: overview.settings, channel, context })
          : settingsNote(locale, notAdminSettings(context).text);
      });
    },
  }),
];

export const settingsSent: Form = {
  callbackId: callbackIds.settings,
  listener: async (deps, { ack, body, view }) => {
    const context = await deps.contexts.forPerson(body.user.id);
    const { locale } = context;
    const memory = parseFormMemory(view.private_metadata);
    const note = (...words: readonly string[]) =>
      ack({ response_action: "update", view: settingsNote(locale, ...words) });
    if (memory === undefined) return await note(lostPlaceReply(context).text);
    const form = parseSettings(view.state.values, memory.page, context);
    if (form.status === "faulty") {
      return await ack({ response_action: "errors", errors: { ...form.errors } });
    }
    const { page, seen } = memory;
    const wish = { channel: scopeOf(memory), wanted: form.wanted, seen };
    const outcome = await changeSettings(deps.ctx, { ...wish, person: body.user.id });
    switch (outcome.status) {
      case "changed":
        await note(...savedWords(outcome, page, context));
        return await spreadPolicy(deps.ctx);
      case "unchanged":
        return await note(locale.t`Nothing was changed.`);
      case "not-allowed":
        return await note(notAdminSettings(context).text);
      case "conflict":
      case "contradiction":
        return await ack({
          response_action: "errors",
          errors: refusalErrors(outcome, page, context),
        });
    }
  },
};
