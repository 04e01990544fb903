import type { App } from "@slack/bolt";

import { chooseEncoding, doubtEncoding } from "../../usecases/choose-encoding.ts";
import { chooseLanguage } from "../../usecases/choose-language.ts";
import { offerAgain } from "../../usecases/offer-again.ts";
import { openDelivery } from "../../usecases/open-delivery.ts";
import { recallQuote } from "../../usecases/recall-quote.ts";
import { askAgain } from "../../usecases/renew-quote.ts";
import { showReceipt } from "../../usecases/show-receipt.ts";
import { type CardClick, parseClick } from "../payloads.ts";
import { tell } from "../tell.ts";
import type { Message } from "../views/blocks.ts";
import { againReply, renewedReply, targetReply } from "../views/decision-replies.ts";
import { deliveryReply } from "../views/delivery-reply.ts";
import { doubtReply, encodingReply } from "../views/encoding-replies.ts";
import { receiptReply } from "../views/receipt-reply.ts";
import { recalledCardReply, unknownCardReply } from "../views/short-replies.ts";
import { approveFor, declineFor, shaped } from "./decisions.ts";
import type { Front } from "./front.ts";
import { showText } from "./show-text.ts";

/** A click is recorded, then acknowledged, then answered to the one who clicked; the card shows the rest. */
export function registerCardClicked(app: App, front: Front): void {
  app.action(/^(?:quote|task)\./u, async ({ ack, body }) => {
    const click = parseClick(body);
    if (click?.kind === "text") {
      await ack();
      return await showText(front, click);
    }
    if (click?.kind === "link" || click?.kind === "receipt") await ack();
    const reply = click === undefined ? unknownCardReply : await replyTo(front, click);
    await ack();
    if (click === undefined) return;
    return await tell(
      front.clients,
      click,
      reply === unknownCardReply ? await recall(front, click) : reply,
    );
  });
}

/** A card that we do not know may be one that the ledger has lost: its thread tells. */
async function recall(front: Front, click: CardClick): Promise<Message> {
  const { channel, thread } = click;
  const files = thread === undefined ? [] : await front.inThread({ channel, thread });
  const found = await recallQuote(front.desk, click, files);
  return found === "recalled" ? recalledCardReply : unknownCardReply;
}

async function replyTo(
  front: Front,
  click: Exclude<CardClick, { kind: "text" }>,
): Promise<Message> {
  const { desk } = front;
  switch (click.kind) {
    case "approve":
      return await approveFor(front, click);
    case "decline":
      return await declineFor(front, click);
    case "language":
      return shaped(front, await chooseLanguage(desk, click), targetReply);
    case "encoding":
      return shaped(front, await chooseEncoding(desk, click), encodingReply);
    case "doubt-encoding":
      return shaped(front, await doubtEncoding(desk, click), doubtReply);
    case "again":
      return shaped(front, await offerAgain(desk, click), againReply);
    case "ask-again": {
      const { tongue } = await front.speaking.to(click.person);
      return shaped(front, await askAgain(desk, click), (outcome) => renewedReply(outcome, tongue));
    }
    case "settle":
      return unknownCardReply;
    case "receipt":
      return receiptReply(await showReceipt(desk, click));
    case "link":
      return deliveryReply(
        await openDelivery(desk, click),
        (await front.speaking.to(click.person)).tongue,
      );
  }
}
