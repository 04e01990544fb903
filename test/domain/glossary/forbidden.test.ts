import { expect, test } from "vitest";

import * as forbidden from "#domain/glossary/forbidden.ts";
import { type TermBase, emptyTermBase } from "#domain/glossary/glossary.ts";
import { applyTyped, forbiddenMark } from "#domain/glossary/term-review.ts";

const never = (terms: readonly string[], base: TermBase = emptyTermBase) =>
  forbidden.withForbidden(base, "fr", terms);

test("a field of forbidden terms has one on each line, each once", () => {
  expect(forbidden.typedForbidden("Pendule  de mer\r\n\n Finch \nFinch")).toEqual([
    "Pendule de mer",
    "Finch",
  ]);
});

test("a book inherits forbidden terms, and none of another language", () => {
  const layers = [
    { name: "book", base: never(["Finch"]) },
    { name: "workspace", base: never(["finch", "Pendule"]) },
  ] as const;

  expect(forbidden.forbiddenIn(layers, "fr").map((term) => term.toLowerCase())).toEqual([
    "finch",
    "pendule",
  ]);
  expect(forbidden.forbiddenIn(layers, "de")).toEqual([]);
});

test("a forbidden term is found as a whole word, in capitals or not, over the cuts of a stream", () => {
  const check = forbidden.createForbiddenCheck(["Pendule de mer", "Ana", "café"]);

  for (const piece of ["Une banana et la PEND", "ULE de ", "mer, au cafe\u0301."]) check.add(piece);

  expect(check.end()).toEqual(["Pendule de mer", "café"]);
});

test("of two people who change the list at once the second is told, and nothing is lost", () => {
  const shown = forbiddenMark(["Finch"]);
  const save = (base: TermBase, terms: readonly string[]) =>
    applyTyped(
      [{ name: "book", base }],
      "fr",
      { rows: [], added: [], untouched: "leave", forbidden: { shown, terms } },
      "U1",
    );

  const first = save(never(["Finch"]), ["Finch", "Pendule"]);
  const second = save(first.base, ["Finch", "Horloge"]);
  const untouched = save(first.base, ["Finch"]);
  const emptied = save(never(["Finch"]), []);

  expect(first).toMatchObject({ forbidden: "saved", base: never(["Finch", "Pendule"]) });
  expect(second).toMatchObject({ forbidden: "changed", base: first.base });
  expect(untouched).toMatchObject({ forbidden: undefined, base: first.base });
  expect(emptied.base).toEqual(emptyTermBase);
});

test("merged books have the forbidden terms of both", () => {
  const german = forbidden.withForbidden(emptyTermBase, "de", ["Fink"]);

  expect(forbidden.forbiddenOfBoth(never(["Finch"]), never(["Finch", "Pendule"], german))).toEqual({
    fr: ["Finch", "Pendule"],
    de: ["Fink"],
  });
});
