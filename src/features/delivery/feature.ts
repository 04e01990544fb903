import type { Feature } from "#features/shared/feature.ts";

import { compareResult } from "./compare-result.ts";
import { deliveryActions } from "./handlers.ts";
import { postNotice, postNoticeWithText } from "./post-notice.ts";

export const delivery = {
  handlers: deliveryActions,
  steps: {
    say: (ctx, quote, { notice }) => postNotice(ctx, quote, notice),
    "post-file": (ctx, quote, { notice }) => postNotice(ctx, quote, notice),
    "say-with-text": (ctx, quote, { notice }) => postNoticeWithText(ctx, quote, notice),
    compare: (ctx, quote, { key }) => compareResult(ctx, quote, key),
  },
} as const satisfies Feature;
