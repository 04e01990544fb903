import { openDelivery } from "../../usecases/delivery/open-delivery.ts";
import { openExisting } from "../../usecases/delivery/open-existing.ts";
import { postFile } from "../../usecases/delivery/post-file.ts";
import { chooseGlossary } from "../../usecases/glossary/choose-strategy.ts";
import { showDifference } from "../../usecases/glossary/terms-difference.ts";
import { chooseEncoding, doubtEncoding } from "../../usecases/manuscript/choose-encoding.ts";
import { showReceipt } from "../../usecases/money/show-receipt.ts";
import { chooseLanguage } from "../../usecases/quote/choose-language.ts";
import { recallQuote } from "../../usecases/quote/recall-quote.ts";
import { askAgain } from "../../usecases/quote/renew-quote.ts";
import { type CardClick, parseClick } from "../payloads.ts";
import { tell } from "../tell.ts";
import { existingReply } from "../views/card/existing.ts";
import { renewedReply, targetReply } from "../views/replies/decision-replies.ts";
import { deliveryReply, fileReply } from "../views/replies/delivery-reply.ts";
import { doubtReply, encodingReply } from "../views/replies/encoding-replies.ts";
import { receiptReply } from "../views/replies/receipt-reply.ts";
import { recalledCardReply, unknownCardReply } from "../views/replies/short-replies.ts";
import { differenceReply, strategyReply } from "../views/replies/strategy-replies.ts";
import { type Reply, approveFor, declineFor, known, shaped } from "./decisions.ts";
import type { Front } from "./front.ts";
import type { Routes } from "./routes.ts";
import { showText } from "./show-text.ts";

/** A click is recorded, then acknowledged, then answered to the one who clicked; the card shows the rest. */
export function registerCardClicked(routes: Routes, front: Front): void {
  routes.action(["quote.", "task."], async ({ ack, body }) => {
    const click = parseClick(body);
    if (click?.kind === "text") {
      await ack();
      return await showText(front, click);
    }
    if (click !== undefined && waitsForOthers.has(click.kind)) await ack();
    const reply = click === undefined ? unknownCardReply : await replyTo(front, click);
    await ack();
    if (click === undefined) return;
    const said = reply === unknownCardReply ? await recall(front, click) : reply;
    return await tell(front.clients, click, said(await front.speaking.to(click.person)));
  });
}

/** What needs an answer of the partner or of Slack, and decides nothing. */
const waitsForOthers = new Set<CardClick["kind"]>(["link", "receipt", "existing", "file"]);

/** A card that we do not know may be one that the ledger has lost: its thread tells. */
async function recall(front: Front, click: CardClick): Promise<Reply> {
  const { channel, thread } = click;
  const files = thread === undefined ? [] : await front.inThread({ channel, thread });
  const found = await recallQuote(front.desk, click, files);
  return found === "recalled" ? recalledCardReply : unknownCardReply;
}

async function replyTo(front: Front, click: Exclude<CardClick, { kind: "text" }>): Promise<Reply> {
  const { desk } = front;
  switch (click.kind) {
    case "approve":
      return await approveFor(front, click);
    case "decline":
      return await declineFor(front, click);
    case "language":
      return shaped(await chooseLanguage(desk, click), targetReply);
    case "strategy":
      return shaped(await chooseGlossary(desk, click), strategyReply);
    case "terms-difference":
      return known(await showDifference(desk, click), differenceReply);
    case "existing":
      return known(await openExisting(desk, click), existingReply);
    case "encoding":
      return shaped(await chooseEncoding(desk, click), encodingReply);
    case "doubt-encoding":
      return shaped(await doubtEncoding(desk, click), doubtReply);
    case "ask-again":
      return shaped(await askAgain(desk, click), renewedReply);
    case "settle":
      return unknownCardReply;
    case "receipt":
      return known(await showReceipt(desk, click), receiptReply);
    case "file":
      return known(await postFile(desk, click), fileReply);
    case "link":
      return known(await openDelivery(desk, click), deliveryReply);
  }
}
