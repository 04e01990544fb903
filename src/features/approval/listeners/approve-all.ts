import type { Routes } from "../../../slack/routes.ts";
import { answerClick } from "../../answer.ts";
import { actionIds, parseTaskValue } from "../../ids.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { parseOpening } from "../../payloads.ts";
import { staleCardReply, unknownCardReply } from "../../short-replies.ts";
import { type AllOutcome, approveAll } from "../actions/approve-all.ts";
import { approveAllReply } from "../views/approve-all-reply.ts";

/** *Approve all* under several cards: each shows what became of it, and who clicked hears what was refused. */
export function registerApproveAll(routes: Routes, deps: ListenerDeps): void {
  const { ports, clients, speaking } = deps;
  routes.action(actionIds.approveAll, async ({ ack, body }) => {
    // Twenty cards take longer than Slack waits for an answer.
    await ack();
    const click = parseOpening(body);
    const named = parseTaskValue(click?.quoteId ?? "");
    if (click === undefined || named === undefined) return deps.unreadable(body);
    const { quoteId, key: face } = named;
    const outcome = await approveAll(ports, { ...click, quoteId, face });
    const context = await speaking.to(click.person);
    const message = reply(outcome, { person: click.person, context });
    if (message !== undefined) await answerClick(clients, click, { message, context });
  });
}

function reply(outcome: AllOutcome, { person, context }: Omit<Told, "cards">) {
  switch (outcome.status) {
    case "unknown-card":
      return unknownCardReply(context);
    case "stale":
      return staleCardReply(context);
    case "decided":
      return approveAllReply({ cards: outcome.cards, person, context });
  }
}

type Told = Parameters<typeof approveAllReply>[0];
