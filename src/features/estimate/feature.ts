import { expire } from "#domain/estimate/card-changes.ts";
import type { Feature } from "#features/shared/feature.ts";
import { lookAtCoverage } from "#features/shared/read-coverage.ts";
import { byTime } from "#features/shared/records.ts";

import { declinedReply, expiredReply, refusedReply, reopenedReply } from "./estimate-card-view.ts";
import { freeReply } from "./free-reply-view.ts";
import { estimateActions, estimateForms } from "./handlers.ts";
import { leaveOut } from "./send-inquiry.ts";
import { showCard } from "./show-card.ts";

export const estimate = {
  handlers: estimateActions,
  forms: estimateForms,
  steps: {
    "look-at-coverage": lookAtCoverage,
    "show-card": showCard,
    expire: byTime(expire),
    "weigh-inquiry": (ctx, quote, { key }) => leaveOut(ctx, quote, key),
  },
  notices: {
    refused: { draw: (quote, _, { context }) => refusedReply(quote, context) },
    declined: { draw: (quote, _, { context }) => declinedReply(quote, context) },
    free: { draw: (quote, _, { context }) => freeReply(quote, context) },
    expired: { draw: (quote, _, { context }) => expiredReply(quote, context) },
    reopened: { draw: (quote, about, { context }) => reopenedReply(quote, about, context) },
  },
} as const satisfies Feature;
