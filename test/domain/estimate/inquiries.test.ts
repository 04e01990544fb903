import { expect, test } from "vitest";

import {
  firstInquiries,
  isSwitchable,
  isUntold,
  mayAsk,
  withInquiries,
  withNewEstimate,
} from "#domain/estimate/inquiries.ts";
import { inquiryChars } from "#domain/settings/setup.ts";
import { charactersOf } from "#domain/task.ts";

import {
  aLanguageTask,
  aManuscript,
  aPostedQuote,
  aQuote,
  anEstimate,
  anEstimateTask,
  completed,
  hour,
  noon,
  rejectedFor,
  running,
} from "../../builders.ts";

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
  expect(isSwitchable(firstInquiries, { ...undecided, askLanguage: "never" })).toBe(true);
  expect(isSwitchable(firstInquiries, { ...undecided, askEstimate: "never" })).toBe(true);
});

const month = 31 * 24 * hour;
const told = { ...off, told: { credits: 2500, at: noon + hour } };

test.each([
  ["without a rule to switch", firstInquiries, 1, 0, true],
  ["that switched the inquiries off", off, 2000, hour, false],
  ["of inquiries that were under way then", off, 4000, hour - 1, false],
  ["that came later", off, 2001, hour, true],
  ["that came later to no more than those", off, 2000, 2 * hour, false],
  ["that were told of", told, 9000, 2 * hour, false],
  ["in another month", told, 1, month, true],
])("of credits that nobody ordered %s the admins hear, or not", (_, known, credits, ms, isTold) => {
  expect(isUntold(known, undecided, { credits, at: noon + ms })).toBe(isTold);
});

test("what inquiries cost that the workspace wants at any price is ordered", () => {
  for (const wanted of [{ askEstimate: "always" }, { askLanguage: "always" }] as const) {
    const policy = { ...undecided, ...wanted };

    expect(isUntold(firstInquiries, policy, { credits: 1, at: noon })).toBe(false);
  }
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

test.each([
  ["in the card’s language already", aQuote({ language: "fr-CA" })],
  ["that was not read", aPostedQuote()],
  [
    "whose card is closed",
    aQuote({ decision: { status: "declined", by: "U0ANA", at: noon }, language: undefined }),
  ],
])("nothing is asked of a manuscript %s", (_, quote) => {
  expect(withInquiries(quote)).toBe(quote);
  expect(withNewEstimate(quote)).toBe(quote);
});

test.each([
  ["was answered", aLanguageTask({ state: completed() })],
  ["was refused", aLanguageTask({ state: rejectedFor("bad-request") })],
])("the estimate is asked for once the question for the language %s", (_, task) => {
  const { tasks } = withInquiries(aQuote({ language: undefined, tasks: [task] }));

  expect(tasks.map(({ kind }) => kind)).toEqual(["language", "estimate"]);
});

test("an inquiry costs nothing and needs nobody’s approval, and is made once", () => {
  const quote = withInquiries(aQuote());

  expect(quote.tasks).toMatchObject([{ kind: "estimate", target: "fr", generation: 0, price: 0 }]);
  expect(quote.tasks[0]?.approval).toBeUndefined();
  expect(withInquiries(quote)).toBe(quote);
});

test("another estimate is another request, once the last one has ended", () => {
  const keysOf = ({ tasks }: ReturnType<typeof withNewEstimate>) => tasks.map(({ key }) => key);
  const first = withInquiries(aQuote());
  const ended = { ...first, tasks: first.tasks.map((task) => ({ ...task, state: completed() })) };
  const second = withNewEstimate(ended);

  expect(withNewEstimate(first)).toBe(first);
  expect(second.tasks.map(({ generation }) => generation)).toEqual([0, 1]);
  expect(new Set(keysOf(second)).size).toBe(2);
  expect(withNewEstimate(aQuote()).tasks).toHaveLength(1);
});

test("the estimate of another language, and other runs of this one, do not count", () => {
  const german = { ...anEstimate(9, 9), target: "de", key: "german" };
  const language = aLanguageTask({ state: completed() });
  const { tasks } = withNewEstimate(aQuote({ tasks: [german, language] }));

  expect(tasks.at(-1)).toMatchObject({ kind: "estimate", target: "fr", generation: 0 });
  expect(tasks).toHaveLength(3);
});

test("an estimate that is under way is not asked for again", () => {
  const quote = aQuote({ tasks: [anEstimateTask({ state: running() })] });

  expect([withInquiries(quote), withNewEstimate(quote)]).toEqual([quote, quote]);
});
