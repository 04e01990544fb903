import type { Feature } from "#features/shared/feature.ts";

import { showMoney } from "./handlers.ts";
import { showReceipt } from "./show-usage.ts";
import { readBalance, readUsageAfter, recordCharge } from "./update-account.ts";
import { receiptReply, spendingBlocks } from "./usage-view.ts";

export const spending = {
  commands: [{ command: "usage", run: showMoney }],
  steps: {
    balance: readBalance,
    "read-usage-after": (ctx, quote, { key }) => readUsageAfter(ctx, quote, key),
    "record-charge": (ctx, quote, { key }) => recordCharge(ctx, quote, key),
  },
  resultEntries: {
    receipt: async ({ ctx }, { person }, delivery) => {
      const receipt = await showReceipt(ctx, delivery, person);
      return (context) => receiptReply(receipt, context);
    },
  },
  home: (usage, { locale }) => spendingBlocks(usage, locale),
} as const satisfies Feature;
