import { expect, test } from "vitest";

import { firstInquiries, isSwitchable, mayAsk, withInquiries } from "#domain/estimate/inquiries.ts";
import { inquiryChars } from "#domain/settings/setup.ts";
import { charactersOf } from "#domain/task.ts";

import { aLanguageTask, aManuscript, aQuote, noon, running } from "../../builders.ts";

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
