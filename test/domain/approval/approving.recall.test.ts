import { expect, test } from "vitest";

import { approve } from "#domain/approval/approving.ts";
import { possiblyPosted, type Quote } from "#domain/quote.ts";

import { aQuote, minute, noPolicy, noon, setup } from "../../builders.ts";

test("nothing is sold from a record that was taken up again before its card was asked what it knows", () => {
  const recalled = aQuote({ card: possiblyPosted });

  expect(approved(recalled)).toBe("stale");
  expect(approved({ ...recalled, card: { status: "posting", since: noon } })).toBe("approved");
});

function approved(quote: Quote): string {
  const by = "U0ANA";
  return approve(quote, { product: "translation", by, at: noon + minute, setup, ...noPolicy })
    .outcome.status;
}
