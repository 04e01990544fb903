import { globSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { SlackRefusedError } from "#domain/errors.ts";
import { createRefusals, meaningOf, methods, unclearCodes } from "#slack/answers.ts";

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
