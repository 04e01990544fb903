import type { Routes } from "../../../slack/routes.ts";
import { answerClick } from "../../answer.ts";
import { undoApproval } from "../../approval/actions/decide.ts";
import { findWaiting } from "../../approval/actions/may-have-result.ts";
import { type Reply, approveFor, known, shaped } from "../../approval/listeners/decisions.ts";
import { reopenedAnswer, targetReply, undoReply } from "../../approval/views/decision-replies.ts";
import { openDelivery, openExisting } from "../../delivery/actions/open-delivery.ts";
import { postFile } from "../../delivery/actions/result-file.ts";
import { deliveryReply, fileReply } from "../../delivery/views/delivery-reply.ts";
import { chooseGlossary } from "../../glossary/actions/choose-strategy.ts";
import { strategyReply } from "../../glossary/views/strategy-replies.ts";
import { actionIds } from "../../ids.ts";
import { chooseEncoding, doubtEncoding } from "../../intake/actions/read-manuscript.ts";
import { doubtReply, encodingReply } from "../../intake/views/encodings.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { type CardClick, parseClick } from "../../payloads.ts";
import { recallCard } from "../../records/listeners/recall.ts";
import { unknownCardReply } from "../../short-replies.ts";
import { chooseLanguage } from "../actions/choose.ts";
import { askAgain } from "../actions/reopen-quote.ts";
import { existingReply } from "../views/coverage-words.ts";

/** A click is recorded, then acknowledged, then answered to the one who clicked; the card shows the rest. */
export function registerCardClicked(routes: Routes, deps: ListenerDeps): void {
  // The browser has opened the address already.
  routes.action(actionIds.openLink, async ({ ack }) => await ack());

  routes.action(["quote.", "task."], async ({ ack, body }) => {
    const click = parseClick(body);
    if (click === undefined) {
      await ack();
      return deps.unreadable(body);
    }
    if (waitsForOthers.has(click.kind)) await ack();
    const placed = await atCard(deps, click);
    const reply = await replyTo(deps, placed);
    await ack();
    // The card shows what became of it.
    if (reply === undefined) return;
    const said = reply === unknownCardReply ? await recallCard(deps, placed) : reply;
    const context = await deps.speaking.to(click.person);
    return await answerClick(deps.clients, click, { message: said(context), context });
  });
}

/** On Home there is no conversation: whoever may decide on a card there decides as beside it. */
async function atCard({ ports }: ListenerDeps, click: CardClick): Promise<CardClick> {
  if (click.surface.kind !== "home") return click;
  const quote = await findWaiting(ports, click);
  return quote === undefined ? click : { ...click, channel: quote.place.channel };
}

/** What needs an answer of the partner or of Slack, and decides nothing. */
const waitsForOthers = new Set<CardClick["kind"]>(["link", "existing", "file"]);

async function replyTo(deps: ListenerDeps, click: CardClick): Promise<Reply | undefined> {
  const { ports } = deps;
  switch (click.kind) {
    case "approve":
      return await approveFor(deps, click);
    case "undo":
      return shaped(await undoApproval(ports, click), undoReply);
    case "language":
      return shaped(await chooseLanguage(ports, click), targetReply);
    case "strategy":
      return shaped(await chooseGlossary(ports, click), strategyReply);
    case "existing":
      return known(await openExisting(ports, click), existingReply);
    case "encoding":
      return shaped(await chooseEncoding(ports, click), encodingReply);
    case "doubt-encoding":
      return shaped(await doubtEncoding(ports, click), doubtReply);
    case "ask-again":
      return shaped(await askAgain(ports, click), reopenedAnswer);
    case "settle":
      return unknownCardReply;
    case "file":
      return known(await postFile(ports, click), fileReply);
    case "link":
      return known(await openDelivery(ports, click), deliveryReply);
  }
}
