import { expect, test } from "vitest";

import { createTermCheck } from "#domain/glossary/term-counts.ts";

const glossary = {
  "Marlow Finch": "Marlow Finch",
  "Lantern House": "Maison de la Lanterne",
  harbour: "port",
  "Ilse Brandt": "Ilse Brandt",
};
const source = "Marlow Finch saw the Lantern House above the harbour.";

test("a term counts as used where its wording stands in the result, capitals or not", () => {
  expect(used("Port ! La MAISON DE LA LANTERNE, dit Marlow Finch.")).toEqual({
    looked: 3,
    unused: 0,
    missing: [],
  });
});

test("terms that are not found are named as they stand in the source", () => {
  expect(used("Marlow Finch vit la maison des lanternes au-dessus des ports.")).toEqual({
    looked: 3,
    unused: 2,
    missing: ["Lantern House", "harbour"],
  });
});

test("however a letter with an accent was written, it is the same one", () => {
  expect(used("Marlow Finch, café", { "Marlow Finch": "cafe\u0301" })).toMatchObject({ unused: 0 });
});

test("of very many that are not found the first ten are named, and all are counted", () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`term${n}`, `terme${n}`]));

  const found = used("", many, Object.keys(many).join(" "));

  expect(found).toMatchObject({ looked: 30, unused: 30 });
  expect(found.missing).toHaveLength(10);
});

function used(result: string, terms: Record<string, string> = glossary, text = source) {
  const check = createTermCheck(terms);
  check.source(text);
  check.result(result.slice(0, 9));
  check.result(result.slice(9));
  return check.end();
}
