import { expect, test } from "vitest";

import { UnavailableError } from "#domain/errors.ts";
import { beginAttempt, concludeFault, nextSend } from "#domain/translation/sending.ts";

import { aSendingTask, aTask, noon, setup } from "../../builders.ts";

test("an unclear attempt is never sent again with the key of another account", () => {
  const account = { ...setup, apiKeyFingerprint: "account-one" };
  const begun = beginAttempt(aTask(), noon, { apiKeyFingerprint: "account-one" });
  const unclear = concludeFault(begun, new UnavailableError("reset"), noon + 1000);

  expect(nextSend(unclear, 1000, account).status).toBe("send");
  expect(nextSend(unclear, 1000, { ...setup, apiKeyFingerprint: "account-two" })).toEqual({
    status: "give-up",
    at: noon + 1000,
    from: noon + 1000,
  });
});

test("what an admin has sent again goes to the account of now, until an attempt of it is unclear", () => {
  const sent = { reopenedAt: noon, apiKeyFingerprint: "account-one" };
  const now = { ...setup, apiKeyFingerprint: "account-two" };
  const reopened = aSendingTask([], { sent });
  const missed = aSendingTask(["not-sent"], { sent });
  const unclear = aSendingTask(["ambiguous"], { sent });

  expect([reopened, missed, unclear].map((task) => nextSend(task, 1000, now).status)).toEqual([
    "send",
    "send",
    "give-up",
  ]);
});
