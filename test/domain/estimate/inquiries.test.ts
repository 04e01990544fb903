import { expect, test } from "vitest";

import {
  firstInquiries,
  isSwitchable,
  isUntold,
  mayAsk,
  withInquiries,
} from "#domain/estimate/inquiries.ts";
import { inquiryChars } from "#domain/settings/setup.ts";
import { charactersOf } from "#domain/task.ts";

import { aLanguageTask, aManuscript, aQuote, hour, noon, running } from "../../builders.ts";

const undecided = { askLanguage: undefined, askEstimate: undefined };
const off = { ...firstInquiries, off: { credits: 2000, at: noon } };

test.each([
  ["is asked while nothing was charged", firstInquiries, undefined, true],
  ["is left out once credits were used that nobody ordered", off, undefined, false],
  ["is asked whatever it costs where the workspace wants it", off, "always", true],
  ["is never asked where the workspace does not want it", firstInquiries, "never", false],
] as const)("an inquiry %s", (_, known, rule, asked) => {
  expect(mayAsk(known, "language", { ...undecided, askLanguage: rule })).toBe(asked);
  expect(mayAsk(known, "estimate", { ...undecided, askEstimate: rule })).toBe(asked);
});

test("unordered credits switch off once, and only what no rule decides", () => {
  expect(isSwitchable(firstInquiries, undecided)).toBe(true);
  expect(isSwitchable(off, undecided)).toBe(false);
  expect(isSwitchable(firstInquiries, { askLanguage: "never", askEstimate: "always" })).toBe(false);
});

const month = 31 * 24 * hour;
const told = { ...off, told: { credits: 2500, at: noon + hour } };

test.each([
  ["without a rule to switch", firstInquiries, 1, 0, true],
  ["that switched the inquiries off", off, 2000, hour, false],
  ["of inquiries that were under way then", off, 4000, hour - 1, false],
  ["that came later", off, 2001, hour, true],
  ["that were told of", told, 9000, 2 * hour, false],
  ["in another month", told, 1, month, true],
])("of credits that nobody ordered %s the admins hear, or not", (_, known, credits, ms, isTold) => {
  expect(isUntold(known, undecided, { credits, at: noon + ms })).toBe(isTold);
});

test("what inquiries cost that the workspace wants at any price is ordered", () => {
  const wanted = { ...undecided, askEstimate: "always" } as const;

  expect(isUntold(firstInquiries, wanted, { credits: 1, at: noon })).toBe(false);
});

test.each([1, 1999, 2000, 2001, 4_000_000])(
  "of a text of %i characters an inquiry carries the opening alone",
  (characters) => {
    const manuscript = aManuscript({ characters });
    const reading = { status: "read", manuscript } as const;
    const all = ["en", undefined].flatMap(
      (language) => withInquiries(aQuote({ language, reading, tasks: [] })).tasks,
    );

    expect(all.map(({ kind }) => kind)).toEqual(["estimate", "language"]);
    for (const task of all) {
      expect(task.slice).toBeDefined();
      expect(charactersOf(task.slice, characters)).toBe(Math.min(characters, inquiryChars));
    }
  },
);

test("no estimate is asked for while the language is being asked", () => {
  const quote = aQuote({ language: undefined, tasks: [aLanguageTask({ state: running() })] });

  expect(withInquiries(quote)).toBe(quote);
});
