import { readFileSync, readdirSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { createMemoryStore } from "#store/open-store.ts";
import { createSmallRecords } from "#store/small-records.ts";
import { deserialise, serialise } from "#store/store.ts";

import { wordsIn, wordsOf, withLaterFields, withLaterWord } from "../arbitraries/examples.ts";
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

  test.each(versions)("as %s wrote them keep fields of a later version", async (version) => {
    const store = createMemoryStore();
    const records = createSmallRecords<object>(store, { prefix: kind, schema, initial: {} });
    for (const record of recordsOf(version, kind)) {
      const later = withLaterFields(schema, record);
      const put = { key: `${kind}:one`, before: await store.read(`${kind}:one`) };
      await store.commit([{ ...put, after: serialise(later) }]);

      await records.change("one", (read) => ({ ...read, changed: true }));

      const kept = await store.read(`${kind}:one`);
      expect(kept && deserialise(kept)).toEqual({ ...Object(later), changed: true });
    }
  });

  test("show every member and word of today: else npm run records", () => {
    const shown = new Set(
      versions.flatMap((version) =>
        recordsOf(version, kind).flatMap((record) => wordsIn(schema, record)),
      ),
    );

    expect(wordsOf(schema).filter((word) => !shown.has(word))).toEqual([]);
  });
});

/** Words without weight. A later version's word anywhere else makes a record unreadable. */
const lenient: readonly string[] = [
  "quote.card.reaction",
  "quote.notices[].state.putBack.inline[].kind",
  "quote.reading.manuscript.leftOut[].what",
  "quote.reading.manuscript.openings[].end",
  "quote.reading.reason",
  "quote.request.batch.told.run.status",
  "quote.request.batch.told.status",
  "quote.request.batch.total.parts[].count.run.status",
  "quote.request.batch.total.parts[].count.status",
  "quote.request.details.first",
  "quote.tasks[].delivery.comparison",
  "quote.tasks[].delivery.way",
  "quote.trouble.fault",
  "settings.channels[].delivery",
  "settings.defaults.delivery",
];

test("words of a later version are read where they weigh nothing, and nowhere else", () => {
  const variants = versions.flatMap((version) =>
    Object.entries(kinds).flatMap(([kind, schema]) =>
      recordsOf(version, kind)
        .flatMap((record) => withLaterWord(schema, record))
        .map(([path, later]) => [`${kind}${path}`, schema.safeParse(later).success] as const),
    ),
  );
  const pathsRead = (isRead: boolean) =>
    new Set(variants.flatMap(([path, success]) => (success === isRead ? [path] : [])));

  expect([...pathsRead(true)].toSorted()).toEqual(lenient);
  expect(pathsRead(false).size).toBeGreaterThan(20);
  expect([...pathsRead(true)].filter((path) => pathsRead(false).has(path))).toEqual([]);
});

test("every kind of small record is in the corpus", () => {
  const code = ["small-stores", "claims"].map((name) => textOf(`src/store/${name}.ts`)).join("\n");
  const inCode = [...code.matchAll(/schema: (?<name>\w+Schema)\b/gu)].map(([, name]) => name);
  const kept = textOf("test/store/records/kinds.ts");

  expect(inCode.length).toBeGreaterThan(8);
  expect(inCode.filter((name = "") => !kept.includes(`: ${name},`))).toEqual([]);
});
