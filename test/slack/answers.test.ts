import { globSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { SlackRefusedError } from "#domain/errors.ts";
import {
  createRefusalNotes,
  createRefusals,
  meaningOf,
  methods,
  unclearCodes,
} from "#slack/answers.ts";

import { minute } from "../builders.ts";
import { root } from "../package.ts";
import { behaviourOf, isWait, playedWords, reference } from "./words-of-slack.ts";

/** Words that the local Slack answers with: one that it learns needs a meaning. */
const ofTheLocalSlack = globSync(`${root}src/sandbox/slack/**/*.ts`).flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/Refusal\("(?<word>\w+)"/gu)].map(
    ({ groups }) => groups?.["word"] ?? "",
  ),
);

const namespaces = "apps|auth|bots|chat|conversations|files|reactions|usergroups|users|views";
const call = new RegExp(
  `(?:clients?|once|steady|this|[({ ;]|^)\\.?\\b(?<name>(?:${namespaces})\\.(?:users\\.)?[a-z]+[A-Za-z.]*)\\(\\{?`,
  "gu",
);
/** Methods of our own objects that are named alike. */
const notSlack =
  /\.(?:map|flatMap|filter|every|values|refine|toSorted|card|excerpt|peopleOnCard|ask|once|find)$/u;

test("every call that Galley makes stands in the table", () => {
  const made = globSync(`${root}src/{app.ts,features,slack,operator}{,/**/*.ts}`)
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(call)])
    .map(({ groups }) => groups?.["name"] ?? "")
    .filter((name) => !notSlack.test(name));

  const known = new Set<string>(methods);
  expect(new Set(made.filter((name) => !known.has(name) && /\.[a-z]/u.test(name)))).toEqual(
    new Set(),
  );
  expect(made).toContain("chat.postMessage");
});

test.each(methods)("every word that may answer %s has a meaning", (method) => {
  const without = [...reference, ...ofTheLocalSlack].filter(
    (code) => !isWait(code) && !unclearCodes.has(code) && meaningOf({ code, method }) === "unknown",
  );

  expect(without).toEqual([]);
});

test("a journey plays a word of every behaviour", () => {
  const played = new Set(playedWords.map(behaviourOf));

  expect(reference.filter((word) => !played.has(behaviourOf(word)))).toEqual([]);
});

describe("a refusal is final", () => {
  const final = (code: string, times: number, everyMs: number, isEachNew = false) => {
    let now = 0;
    const refusals = createRefusals({ tick: () => now, unheard: () => undefined });
    return Array.from({ length: times }, (_, n) => {
      now += everyMs;
      return refusals.isFinal("a post", new SlackRefusedError(isEachNew ? `${code}_${n}` : code));
    });
  };

  test.each(["restricted_action_thread_locked", "is_archived", "message_not_found"])(
    "at once: %s",
    (code) => expect(final(code, 1, 0)).toEqual([true]),
  );

  test("after a few tries, for a word that nobody has seen", () => {
    expect(final("never_seen", 5, 1)).toEqual([false, false, false, false, true]);
  });

  test("after a few tries, for a new word each time", () => {
    expect(final("never_seen", 5, 1, true)).toEqual([false, false, false, false, true]);
  });

  test.each(["message_limit_exceeded", "missing_scope"])("within the hour: %s", (code) => {
    expect(final(code, 4, 15 * minute)).toEqual([false, false, true, false]);
  });

  test.each(methods)("in the conversation and for the requester within the hour: %s", (method) => {
    const late = [...reference, "never_seen"].filter((code) => {
      let now = 0;
      const refusals = createRefusals({ tick: () => now, unheard: () => undefined });
      const refusal = new SlackRefusedError(code, { method });
      for (const place of ["conversation", "requester"]) {
        // The worker's pauses.
        for (
          let wait = 1000;
          !refusals.isFinal(place, refusal);
          wait = Math.min(60_000, 2 * wait)
        ) {
          now += wait;
        }
      }
      return now > 60 * minute;
    });

    expect(late).toEqual([]);
  });
});

describe("an operator reads", () => {
  const hour = 60 * minute;
  const aBoard = () => {
    const clock = { now: 1 };
    return { clock, notes: createRefusalNotes({ tick: () => clock.now }) };
  };

  test("that a call is refused until it works again, and for an hour at least", () => {
    const { clock, notes } = aBoard();
    const method = "chat.postMessage";
    notes.answered({ method, code: "missing_scope" });
    clock.now += 100 * hour;
    const unrepaired = notes.lines();
    notes.answered({ method, code: "invalid_blocks" });
    clock.now += minute;
    notes.answered({ method, code: undefined });
    const fresh = notes.lines();
    clock.now += hour;

    expect(unrepaired).toEqual(["Slack refuses chat.postMessage (missing_scope)."]);
    expect(fresh).toContain("Slack refuses chat.postMessage (invalid_blocks).");
    expect(notes.lines()).toEqual([]);
  });

  test("nothing of what Slack refuses about one message or place", () => {
    const { notes } = aBoard();

    for (const code of ["message_not_found", "is_archived", "message_limit_exceeded"]) {
      notes.answered({ method: "chat.postMessage", code });
    }

    expect(notes.lines()).toEqual([]);
  });

  test("that a user group counts as empty until Slack lists its members again", () => {
    const { clock, notes } = aBoard();
    notes.group("S1", "no_such_subteam");
    notes.group("S2", "plan_upgrade_required");
    clock.now += 100 * hour;
    const dead = notes.lines();
    notes.group("S1", undefined);

    expect(dead).toHaveLength(2);
    expect(notes.lines()).toEqual([
      "The user group S2 counts as empty: Slack refuses it (plan_upgrade_required).",
    ]);
  });

  test("for a week that nobody could be told of something that was paid for", () => {
    const { clock, notes } = aBoard();
    notes.unheard("is_archived");
    clock.now += 6 * 24 * hour;
    const later = notes.lines();
    clock.now += 2 * 24 * hour;

    expect(later).toHaveLength(1);
    expect(notes.lines()).toEqual([]);
  });
});
