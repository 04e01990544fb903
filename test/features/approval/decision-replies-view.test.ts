import { expect, test } from "vitest";

import { reminderReply } from "#features/approval/decision-replies-view.ts";

import { aQuote, aRequest, noon } from "../../builders.ts";
import { testContext } from "../../support/context.ts";

test("a reminder names the day by which somebody needs the translation", () => {
  const details = { first: undefined, note: undefined, dueOn: "2026-11-27" };
  const asked = aQuote({ request: aRequest({ details }) });
  const waiting = (quote: typeof asked) => [{ quote, link: undefined }];

  expect(reminderReply(waiting(asked), { at: noon }, testContext).text).toContain(
    "Needed by 27 November 2026.",
  );
  expect(reminderReply(waiting(aQuote()), { at: noon }, testContext).text).not.toContain(
    "eeded by",
  );
});
