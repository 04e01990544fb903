import { expect, test } from "vitest";

import {
  dueSentences,
  renamed,
  sorted,
  unusedSentences,
} from "../../scripts/sentences/catalogues.ts";
import { reworded } from "../../scripts/sentences/code.ts";

const de = { Approve: "Genehmigen", "{0} left.": { due: "{0} übrig." } };
const fr = { Approve: "Approuver" };

test("a sentence is due in languages that lack it, and where it is of an earlier wording", () => {
  expect(dueSentences(["Approve", "{0} left."], { de, fr })).toEqual([
    { key: "{0} left.", missing: ["fr"], revise: ["de"] },
  ]);
  expect(unusedSentences(["Approve"], de)).toEqual(["{0} left."]);
});

test("a renamed sentence keeps its translation and its place, and the translation is due", () => {
  const [from, to] = ["Approve", "Approve it"];
  const after = renamed(de, { from, to, isSame: false });

  expect(after).toEqual({
    "Approve it": { due: "Genehmigen" },
    "{0} left.": { due: "{0} übrig." },
  });
  expect(Object.keys(after)).toEqual(["Approve it", "{0} left."]);
  // A second change leaves it due, and one of the same meaning changes nothing else.
  expect(renamed(after, { from: to, to: from, isSame: false })).toEqual({
    ...de,
    Approve: { due: "Genehmigen" },
  });
  expect(renamed(de, { from, to, isSame: true })).toMatchObject({ "Approve it": "Genehmigen" });
});

test("a wording that exists already keeps its own translation", () => {
  const known = { ...de, "Approve it": "Jetzt genehmigen" };

  expect(renamed(known, { from: "Approve", to: "Approve it", isSame: false })).toEqual({
    "Approve it": "Jetzt genehmigen",
    "{0} left.": { due: "{0} übrig." },
  });
});

test("a catalogue is sorted by its English sentences", () => {
  expect(Object.keys(sorted({ b: "1", a: "2", B: "3" }))).toEqual(["B", "a", "b"]);
});

test.each([
  ["say(t`Approve`, t`Decline`);", "Approve", "Approve it", "say(t`Approve it`, t`Decline`);"],
  [
    "t`It costs ${counted(`${n}`, { a: 1 })}.`",
    "It costs {0}.",
    "The price is {0} (`now`).",
    "t`The price is ${counted(`${n}`, { a: 1 })} (\\`now\\`).`",
  ],
  [
    "t`{${runs.length}, plural, one {# run is} other {# runs are}} in ${place}.`",
    "{0, plural, one {# run is} other {# runs are}} in {1}.",
    "{0, plural, one {# task is} other {# tasks are}} in {1}.",
    "t`{${runs.length}, plural, one {# task is} other {# tasks are}} in ${place}.`",
  ],
])("in %s the sentence gets another wording", (code, from, to, after) => {
  expect(reworded(code, from, to)).toBe(after);
});

test.each(["{1} costs {0}.", "It costs something.", "{0} costs {1} more."])(
  "a person has to write “%s”, for its placeholders differ",
  (to) => {
    expect(reworded("t`It costs ${price}.`", "It costs {0}.", to)).toBeUndefined();
  },
);
