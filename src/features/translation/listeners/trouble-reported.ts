import { slackCall } from "../../../slack/clients.ts";
import { tell } from "../../../slack/messages.ts";
import { type Action, type Form, action, openForm } from "../../actions.ts";
import {
  type FoundDelivery,
  findDelivery,
  postFile,
} from "../../delivery/actions/deliver-result.ts";
import { fileReply } from "../../delivery/views/delivery-reply.ts";
import { showLookFirst } from "../../exports/listeners/export-forms.ts";
import { exportForm } from "../../exports/views/export-form.ts";
import { sendGlossary } from "../../glossary/listeners/terms-brought.ts";
import { actionIds, callbackIds, parseResultPlace, parseTaskMenuValue } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { sentReply, staleCardReply, strangerReply, unknownCardReply } from "../../short-replies.ts";
import { showReceipt } from "../../spending/actions/account.ts";
import { receiptReply } from "../../spending/views/usage-reply.ts";
import {
  parseReport,
  reportBlock,
  reportCard,
  reportForm,
  reportedReply,
} from "../views/trouble-report.ts";

const asks = {
  receipt: showReceipt,
  export: findDelivery,
  look: findDelivery,
  report: findDelivery,
  file: postFile,
  csv: findDelivery,
  json: findDelivery,
} as const;

/** The ⋯ menu of a result. */
export const resultActions: readonly Action[] = [
  action({
    ids: actionIds.taskMore,
    read: ({ option = "" }) => parseTaskMenuValue(option),
    ack: "first",
    run: async (deps, { item, quoteId, key, ...click }) => {
      const asked = { ...click, quoteId, key };
      const outcome = await asks[item](deps.ports, asked);
      switch (outcome.status) {
        case "unknown-card":
          return unknownCardReply;
        case "not-allowed":
          return strangerReply;
        case "not-finished":
          return staleCardReply;
        case "posting":
        case "there":
          return (context) => fileReply(outcome, context);
        case "receipt":
          return (context) => receiptReply(outcome.receipt, context);
        case "found": {
          if (item === "look") return await showLookFirst(deps, asked);
          if (item === "csv" || item === "json") {
            const name = await sendGlossary(deps, outcome, { format: item, person: click.person });
            return (context) => sentReply(name, context);
          }
          const { channel, thread, trigger, person } = click;
          const context = await deps.contexts.forPerson(person);
          const form = item === "export" ? exportForm : reportForm;
          const view = form({ quoteId, key, channel, thread }, context);
          await openForm(deps.clients, { trigger, view });
          return undefined;
        }
      }
    },
  }),
];

/** Reports a problem to the admins, at most once a minute for each person and run. */
export const troubleSent: Form = {
  callbackId: callbackIds.report,
  listener: async (deps, { ack, body, view }) => {
    const words = parseReport(view.state.values);
    const place = parseResultPlace(view.private_metadata);
    const person = body.user.id;
    const context = await deps.contexts.forPerson(person);
    const { t } = context.locale;
    const refuse = (why: string) =>
      ack({ response_action: "errors", errors: { [reportBlock]: why } });
    if (words === undefined || place === undefined) {
      return await refuse(t`What is wrong, and where?`);
    }
    if (!(await deps.once(`report.${person}.${place.key}`, quietMs))) {
      return await refuse(t`You reported a problem a moment ago. Please wait a minute.`);
    }
    await ack();
    const found = await findDelivery(deps.ports, { ...place, person });
    if (found.status !== "found") return;
    const isTold = await tellAdmins(deps, found, { words, by: person });
    await tell(deps.clients, { ...place, person }, reportedReply(isTold, context));
  },
};

/** Returns whether at least one admin was told. */
async function tellAdmins(
  { ports, clients, contexts }: ListenerDeps,
  { quote, task }: FoundDelivery,
  report: { readonly by: string; readonly words: string },
): Promise<boolean> {
  const [{ admins }, link] = await Promise.all([ports.people.roles(), ports.thread.linkTo(quote)]);
  const sent = await Promise.allSettled(
    [...admins].map(async (channel) => {
      const card = reportCard({ ...report, quote, task, link }, await contexts.forPerson(channel));
      await slackCall(() => clients.once.chat.postMessage({ channel, ...card }));
    }),
  );
  return sent.some(({ status }) => status === "fulfilled");
}

const quietMs = 60_000;
