import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { type Archive, openArchive } from "#manuscripts/documents/archive.ts";
import { readDocx } from "#manuscripts/documents/docx.ts";
import { createTally } from "#manuscripts/documents/paragraph.ts";

import { hostileArchives } from "../corpus/hostile.ts";

// V8 ends a process that exceeds its limit. A process that refuses every archive therefore proves
// the bound, on any machine.
test("a process with 32 MB of memory refuses every hostile archive", async () => {
  await using folder = await aFolder();
  for (const [index, { bytes, format }] of hostileArchives.entries()) {
    await writeFile(join(folder.path, `${index}.${format}`), bytes());
  }

  const limits = ["--max-old-space-size=32", "--max-semi-space-size=2"];
  const script = join(import.meta.dirname, "read-all.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [...limits, script, folder.path]);

  const ends = new Map(stdout.trim().split("\n").map(readLine));
  const reasons = hostileArchives.map(({ format }, index) => ends.get(`${index}.${format}`));
  expect(reasons).toEqual(hostileArchives.map(({ reason }) => reason));
});

const large = hostileArchives.filter(({ what }) => /bomb|never ends|without end/u.test(what));

test.for(large)("of $what at most 64 MB are inflated before it is refused", async (hostile) => {
  const counted = { inflated: 0 };

  const reading = openArchive(new Uint8Array(hostile.bytes())).then((archive) =>
    Array.fromAsync(readDocx(countedArchive(archive, counted), createTally())),
  );

  await expect(reading).rejects.toThrow("manuscript refused");
  expect(counted.inflated).toBeLessThanOrEqual(64 * 1024 * 1024);
});

function countedArchive(archive: Archive, counted: { inflated: number }): Archive {
  return {
    ...archive,
    read: async function* read(name) {
      for await (const chunk of archive.read(name)) {
        counted.inflated += chunk.length;
        yield chunk;
      }
    },
  };
}

function readLine(line: string): readonly [name: string, end: string] {
  const [name = "", end = ""] = line.split(" ");
  return [name, end];
}

async function aFolder() {
  const path = await mkdtemp(join(tmpdir(), "hostile-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
