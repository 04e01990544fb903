import type { App } from "@slack/bolt";

import { approveQuote } from "../../usecases/approve-quote.ts";
import { chooseEncoding, doubtEncoding } from "../../usecases/choose-encoding.ts";
import { chooseLanguage } from "../../usecases/choose-language.ts";
import { type Refusal } from "../../usecases/decide.ts";
import { declineQuote } from "../../usecases/decline-quote.ts";
import { offerAgain } from "../../usecases/offer-again.ts";
import { openDelivery } from "../../usecases/open-delivery.ts";
import { recallQuote } from "../../usecases/recall-quote.ts";
import { type CardClick, parseClick } from "../payloads.ts";
import { tell } from "../tell.ts";
import type { Message } from "../views/blocks.ts";
import { againReply, approveReply, declineReply, targetReply } from "../views/decision-replies.ts";
import { deliveryReply } from "../views/delivery-reply.ts";
import { doubtReply, encodingReply } from "../views/encoding-replies.ts";
import {
  notAllowedReply,
  notYoursReply,
  recalledCardReply,
  staleCardReply,
  unknownCardReply,
} from "../views/short-replies.ts";
import type { Front } from "./front.ts";

/** A click is recorded, then acknowledged, then answered to the one who clicked; the card shows the rest. */
export function registerCardClicked(app: App, front: Front): void {
  app.action(/^(?:quote|task)\./u, async ({ ack, body }) => {
    const click = parseClick(body);
    if (click?.kind === "link") await ack();
    const reply = click === undefined ? unknownCardReply : await replyTo(front, click);
    await ack();
    if (click === undefined) return;
    await tell(
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

async function replyTo(front: Front, click: CardClick): Promise<Message> {
  const { desk, facts } = front;
  switch (click.kind) {
    case "approve": {
      const outcome = await approveQuote(desk, click);
      if (outcome.status === "stale") return staleCardReply;
      const others = facts.approvers.filter((id) => id !== click.person);
      return isRefusal(outcome)
        ? refusalReply(outcome, notAllowedReply(facts.approvers))
        : approveReply(outcome, { product: click.product, others });
    }
    case "decline":
      return shaped(front, await declineQuote(desk, click), declineReply);
    case "language":
      return shaped(front, await chooseLanguage(desk, click), targetReply);
    case "encoding":
      return shaped(front, await chooseEncoding(desk, click), encodingReply);
    case "doubt-encoding":
      return shaped(front, await doubtEncoding(desk, click), doubtReply);
    case "again":
      return shaped(front, await offerAgain(desk, click), againReply);
    case "settle":
      return unknownCardReply;
    case "link":
      return deliveryReply(
        await openDelivery(desk, click),
        (await front.speaking.to(click.person)).tongue,
      );
  }
}

/** Of what the requester may do as well as whoever may spend. */
function shaped<Outcome extends { readonly status: string }>(
  front: Front,
  outcome: Outcome | Refusal,
  reply: (outcome: Outcome) => Message,
): Message {
  return isRefusal(outcome) ? refusalReply(outcome, notYours(front, outcome)) : reply(outcome);
}

function isRefusal(outcome: { readonly status: string }): outcome is Refusal {
  return outcome.status === "unknown-card" || outcome.status === "not-allowed";
}

function refusalReply(refusal: Refusal, notAllowed: Message): Message {
  return refusal.status === "unknown-card" ? unknownCardReply : notAllowed;
}

function notYours({ facts }: Front, refusal: Refusal): Message {
  return refusal.status === "not-allowed"
    ? notYoursReply(refusal.quote.requester, facts.approvers)
    : unknownCardReply;
}
