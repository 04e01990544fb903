import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { z } from "zod";

import type { Catalogue } from "#slack/i18n/locale.ts";

import { dueSentences, renamed, sorted, unusedSentences } from "./catalogues.ts";
import { filesWithSentences, placesOfSentences, reworded } from "./code.ts";

/**
 * `npm run sentences` lists the sentences that a language lacks, with the places where they are said;
 * `-- --release` also fails while there are any. `-- rename "old" "new"` changes the wording in code and
 * catalogues, and marks the translations as due (`--same`: the meaning is the same, they stay).
 * `-- sort` sorts the catalogues.
 */
const root = fileURLToPath(new URL("../../", import.meta.url));
const catalogueSchema = z.record(z.string(), z.union([z.string(), z.object({ due: z.string() })]));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { release: { type: "boolean" }, same: { type: "boolean" } },
});
const [command, from, to] = positionals;

if (command === undefined) list(values.release === true);
else if (command === "sort") change(sorted);
else if (command === "rename" && from !== undefined && to !== undefined) rename(from, to);
else stop('Usage: npm run sentences [-- --release | sort | rename [--same] "old" "new"]');

function list(isRelease: boolean): void {
  const places = placesOfSentences();
  const said = [...new Set(places.map(({ key }) => key))];
  const due = dueSentences(said, Object.fromEntries(catalogues()));
  for (const { key, missing, revise } of due) {
    for (const { file, line } of places.filter((place) => place.key === key)) {
      console.log(`${file}:${line}`);
    }
    console.log(`  ${key}`);
    if (missing.length > 0) console.log(`  no translation: ${missing.join(", ")}`);
    if (revise.length > 0) console.log(`  of an earlier wording: ${revise.join(", ")}`);
  }
  for (const [language, catalogue] of catalogues()) {
    for (const key of unusedSentences(said, catalogue)) {
      console.log(`${fileOf(language)}: no code says\n  ${key}`);
    }
  }
  console.log(`${said.length} sentences, ${due.length} due.`);
  if (isRelease && due.length > 0) stop("A release needs every sentence in every language.");
}

function rename(old: string, wording: string): void {
  const places = placesOfSentences();
  const isSaid = (key: string) => places.some((place) => place.key === key);
  if (!isSaid(old) && !isSaid(wording)) stop(`No code says: ${old}`);
  const changed = filesWithSentences().map(({ file, code }) => ({
    file,
    code,
    after: reworded(code, old, wording),
  }));
  const byHand = changed.filter(({ after }) => after === undefined).map(({ file }) => file);
  if (byHand.length > 0) {
    stop(`The placeholders differ. Change the sentence by hand, then again: ${byHand.join(", ")}`);
  }
  for (const { file, code, after = code } of changed) {
    if (after !== code) writeFileSync(`${root}${file}`, after);
  }
  change((catalogue) =>
    renamed(catalogue, { from: old, to: wording, isSame: values.same === true }),
  );
}

function change(next: (catalogue: Catalogue) => Catalogue): void {
  for (const [language, catalogue] of catalogues()) {
    const text = `${JSON.stringify(next(catalogue), null, 2)}\n`;
    writeFileSync(`${root}${fileOf(language)}`, text);
  }
}

function catalogues(): readonly (readonly [string, Catalogue])[] {
  return globSync(`${root}${fileOf("*")}`)
    .sort()
    .map((file) => [
      basename(file, ".json"),
      catalogueSchema.parse(JSON.parse(readFileSync(file, "utf8"))),
    ]);
}

function fileOf(language: string): string {
  return `src/slack/i18n/catalogues/${language}.json`;
}

function stop(words: string): never {
  console.error(words);
  process.exit(1);
}
