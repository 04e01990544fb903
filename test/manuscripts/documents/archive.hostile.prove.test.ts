import { expect, test } from "vitest";

import { createDocuments } from "#manuscripts/manuscripts.ts";

import { type Hostile, hostileArchives, hostileBooks } from "../corpus/hostile.ts";
import { collect, pieces } from "../pieces.ts";
import { tryPutBack } from "./text-of.ts";

test("there are at least 25 hostile archives to be refused", () => {
  expect(new Set(hostileArchives.map(({ what }) => what)).size).toBeGreaterThanOrEqual(25);
});

test.for(hostileArchives)("$what is refused: $reason", async (hostile) => {
  await expect(read(hostile)).rejects.toMatchObject({
    name: "ManuscriptError",
    reason: hostile.reason,
  });
});

test.for(hostileBooks)("nothing is put back into $what", async ({ format, bytes, reason }) => {
  await expect(tryPutBack(format, Buffer.from(bytes()), "Un jour")).rejects.toMatchObject({
    reason,
  });
});

test("a document that is taken to pieces for ever is given up", async () => {
  const aborted = AbortSignal.abort();
  const documents = createDocuments({ tick: () => 0, deadline: () => aborted });
  const bytes = Buffer.from("<p>Once upon a time</p>");

  const reading = collect(
    documents.open({ chunks: pieces(bytes), size: bytes.length, format: "html" }).text,
  );

  await expect(reading).rejects.toMatchObject({ reason: "unsafe-document" });
});

test("somebody who stops reading stops the work", async () => {
  const bytes = Buffer.from("<p>Once upon a time</p>".repeat(20_000));
  const cutShort = new AbortController();
  const documents = createDocuments({ tick: () => 0 });
  const { signal } = cutShort;
  const opened = documents.open({
    chunks: pieces(bytes),
    size: bytes.length,
    format: "html",
    signal,
  });
  const first = opened.text[Symbol.asyncIterator]();

  await first.next();
  cutShort.abort(new Error("superseded"));

  await expect(first.next()).rejects.toThrow("superseded");
});

function read({ bytes, format }: Hostile): Promise<Buffer> {
  const file = bytes();
  const documents = createDocuments({ tick: () => 0 });
  return collect(documents.open({ chunks: pieces(file), size: file.length, format }).text);
}
