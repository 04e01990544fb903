import { readFileSync, readdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { wordsIn, wordsOf } from "../arbitraries/examples.ts";
import { textOf, root } from "../package.ts";
import { kinds } from "./records/kinds.ts";

const folder = `${root}test/store/records/`;
const versions = readdirSync(folder).filter((name) => /^v\d+$/u.test(name));

/** Returns the records of a kind that a version wrote; one that did not have the kind wrote none. */
function recordsOf(version: string, kind: string): readonly unknown[] {
  const name = `${kind}.jsonl`;
  if (!readdirSync(`${folder}${version}`).includes(name)) return [];
  const lines = readFileSync(`${folder}${version}/${name}`, "utf8").trim().split("\n");
  return lines.map((line): unknown => JSON.parse(line));
}

describe.each(Object.entries(kinds))("records of the kind “%s”", (kind, schema) => {
  test.each(versions)(
    "as %s wrote them are read, and written again they say the same",
    (version) => {
      for (const record of recordsOf(version, kind)) {
        const read = schema.parse(record);
        const again: unknown = JSON.parse(JSON.stringify(read));

        expect(again).toMatchObject(Object(record));
        expect(schema.parse(again)).toEqual(read);
      }
    },
  );

  test("show every member and word of today: else npm run records", () => {
    const shown = new Set(
      versions.flatMap((version) =>
        recordsOf(version, kind).flatMap((record) => wordsIn(schema, record)),
      ),
    );

    expect(wordsOf(schema).filter((word) => !shown.has(word))).toEqual([]);
  });
});

test("every kind of small record is in the corpus", () => {
  const code = ["small-stores", "claims"].map((name) => textOf(`src/store/${name}.ts`)).join("\n");
  const inCode = [...code.matchAll(/schema: (?<name>\w+Schema)\b/gu)].map(([, name]) => name);
  const kept = textOf("test/store/records/kinds.ts");

  expect(inCode.length).toBeGreaterThan(8);
  expect(inCode.filter((name = "") => !kept.includes(`: ${name},`))).toEqual([]);
});
