import { describe, expect, test } from "vitest";

import { fallBackToDirectMessage } from "#domain/direct-message-fallback.ts";
import { addNotice, changeNotice } from "#domain/notices.ts";
import { changeTask, newQuote, quoteId } from "#domain/quote.ts";

import { aCard, aPostedQuote, aQuote, aTask, hour, noon } from "../builders.ts";

const place = { workspace: "T1", channel: "C1", message: "1.1", thread: "1.1" };

describe("the id of a quote", () => {
  const id = (
    changes: Partial<typeof place> = {},
    file = "F1",
    target = "fr",
    languageChanges = 0,
  ) => quoteId({ ...place, ...changes }, file, target, languageChanges);

  test("is the same however often and by whatever event the file is posted", () => {
    expect(id({ thread: "0.9" })).toBe(id());
  });

  test("is another one for every ingredient", () => {
    const ids = [
      id(),
      id({ workspace: "T2" }),
      id({ channel: "C2" }),
      id({ message: "1.2" }),
      id({}, "F2"),
      id({}, "F1", "de"),
      id({}, "F1", "fr", 1),
    ];

    expect(new Set(ids).size).toBe(ids.length);
  });

  test("is what the new record carries, with the time that it stands", () => {
    const file = { id: "F1", name: "a.txt" };
    const received = { place, requester: "U1", file, target: "fr", at: noon, standsMs: 24 * hour };

    expect(newQuote(received)).toMatchObject({
      id: id(),
      expiresAt: noon + 24 * hour,
      decision: { status: "open" },
    });
    expect(newQuote({ ...received, languageChanges: 2 }).id).toBe(id({}, "F1", "fr", 2));
  });
});

test("a notice is added once", () => {
  const once = addNotice(aQuote(), { kind: "declined" });

  expect(addNotice(once, { kind: "declined" })).toBe(once);
  expect(addNotice(once, { kind: "outcome", key: "k" }).notices).toHaveLength(2);
});

test("two runs of a quote change apart", () => {
  const [one, other] = [aTask(), aTask({ target: "de" })];

  const changed = changeTask(aQuote({ tasks: [one, other] }), other.key, (task) => ({
    ...task,
    price: 1,
  }));

  expect(changed.tasks).toEqual([one, { ...other, price: 1 }]);
});

describe("when the conversation is closed to Galley", () => {
  const said = { status: "said", ts: "3.3" } as const;
  const posted = aPostedQuote({ card: aCard() });
  const told = addNotice(addNotice(posted, { kind: "declined" }), { kind: "outcome", key: "k" });
  const quote = changeNotice(told, "declined", said);

  test("the card and what was not said yet go to the requester", () => {
    const moved = fallBackToDirectMessage(quote, "is_archived");

    expect(moved).toMatchObject({
      place: { isClosed: true },
      card: { status: "none" },
      notices: [{ state: said }, { state: { status: "due" } }],
    });
  });

  test("and cannot be told there either, it is kept for people to find", () => {
    const undeliverable = fallBackToDirectMessage(
      fallBackToDirectMessage(quote, "is_archived"),
      "user_not_found",
    );

    const state = { status: "undeliverable", why: "user_not_found" };
    expect(undeliverable).toMatchObject({ card: state, notices: [{ state: said }, { state }] });
  });
});
