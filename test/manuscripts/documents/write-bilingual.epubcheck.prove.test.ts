import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { describe, test } from "vitest";

import type { Bilingual } from "#domain/exports/bilingual.ts";
import { zipOf } from "#manuscripts/documents/archive.ts";
import { bilingualEpub } from "#manuscripts/documents/write-bilingual.ts";

import { canRun } from "../../programs.ts";
import { aBook } from "./a-book.ts";

// Debian's own command for EPUBCheck ends without output.
const jar = "/usr/share/java/epubcheck.jar";

const isInstalled = canRun({
  suite: "bilingual EPUBs as EPUBCheck sees them",
  found: existsSync(jar),
  debian: "epubcheck",
});

describe.runIf(isInstalled)("EPUBCheck", () => {
  test.for<readonly [string, Partial<Bilingual>]>([
    ["chapters and awkward text", {}],
    ["no chapters, and a language that nobody knows", { chapters: [], source: "und" }],
  ])("finds no fault with a book of %s", async ([, changes], { expect }) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "galley-epub-"));
    const file = join(folder.path, "book.epub");
    await writeFile(file, zipOf(bilingualEpub(aBook(changes))));

    const said = await promisify(execFile)("java", ["-jar", jar, file]);

    expect(said.stdout + said.stderr).toContain("0 fatals / 0 errors / 0 warnings / 0 infos");
  });
});
