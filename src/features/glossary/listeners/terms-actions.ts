import { type Action, action, cardAction } from "../../actions.ts";
import { changeReply } from "../../approval/views/decision-replies.ts";
import { actionIds, termsFileActionId } from "../../ids.ts";
import { chooseGlossary } from "../actions/look-up-terms.ts";
import { takeBrought } from "../actions/terms.ts";
import { glossaryChoices } from "../rules/book-terms.ts";
import { glossaryFormatNames } from "../rules/glossary-file.ts";
import { termsBroughtReply } from "../views/term-file-reply.ts";
import { parseTermsMemory } from "../views/terms-submission.ts";
import { bringing } from "./terms-brought.ts";
import { clickInTerms, openTerms } from "./terms-reviewed.ts";

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
    reply: changeReply,
  }),
];
