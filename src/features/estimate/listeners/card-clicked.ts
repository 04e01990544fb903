import { tell } from "../../../slack/messages.ts";
import type { Routes } from "../../../slack/routes.ts";
import {
  type Reply,
  approveFor,
  declineFor,
  known,
  shaped,
} from "../../approval/listeners/decisions.ts";
import { reopenedAnswer, targetReply } from "../../approval/views/decision-replies.ts";
import { openDelivery, openExisting } from "../../delivery/actions/open-delivery.ts";
import { postFile } from "../../delivery/actions/result-file.ts";
import { deliveryReply, fileReply } from "../../delivery/views/delivery-reply.ts";
import { chooseGlossary } from "../../glossary/actions/choose-strategy.ts";
import { strategyReply } from "../../glossary/views/strategy-replies.ts";
import { chooseEncoding, doubtEncoding } from "../../intake/actions/read-manuscript.ts";
import { showText } from "../../intake/listeners/show-text.ts";
import { doubtReply, encodingReply } from "../../intake/views/encodings.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { type CardClick, parseClick } from "../../payloads.ts";
import { recallQuote } from "../../records/actions/take-up-cards.ts";
import { recalledCardReply, unknownCardReply } from "../../short-replies.ts";
import { showReceipt } from "../../spending/actions/show-usage.ts";
import { receiptReply } from "../../spending/views/receipt-reply.ts";
import { chooseLanguage } from "../actions/choose.ts";
import { askAgain } from "../actions/reopen-quote.ts";
import { existingReply } from "../views/coverage-words.ts";

/** A click is recorded, then acknowledged, then answered to the one who clicked; the card shows the rest. */
export function registerCardClicked(routes: Routes, deps: ListenerDeps): void {
  routes.action(["quote.", "task."], async ({ ack, body }) => {
    const click = parseClick(body);
    if (click?.kind === "text") {
      await ack();
      return await showText(deps, click);
    }
    if (click !== undefined && waitsForOthers.has(click.kind)) await ack();
    const reply = click === undefined ? unknownCardReply : await replyTo(deps, click);
    await ack();
    if (click === undefined) return;
    const said = reply === unknownCardReply ? await recall(deps, click) : reply;
    return await tell(deps.clients, click, said(await deps.speaking.to(click.person)));
  });
}

/** What needs an answer of the partner or of Slack, and decides nothing. */
const waitsForOthers = new Set<CardClick["kind"]>(["link", "receipt", "existing", "file"]);

/** A card that we do not know may be one that the ledger has lost: its thread tells. */
async function recall(deps: ListenerDeps, click: CardClick): Promise<Reply> {
  const { channel, thread } = click;
  const files = thread === undefined ? [] : await deps.inThread({ channel, thread });
  const found = await recallQuote(deps.ports, click, files);
  return found === "recalled" ? recalledCardReply : unknownCardReply;
}

async function replyTo(
  deps: ListenerDeps,
  click: Exclude<CardClick, { kind: "text" }>,
): Promise<Reply> {
  const { ports } = deps;
  switch (click.kind) {
    case "approve":
      return await approveFor(deps, click);
    case "decline":
      return await declineFor(deps, click);
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
    case "receipt":
      return known(await showReceipt(ports, click), receiptReply);
    case "file":
      return known(await postFile(ports, click), fileReply);
    case "link":
      return known(await openDelivery(ports, click), deliveryReply);
  }
}
