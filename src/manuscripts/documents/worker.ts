import { parentPort } from "node:worker_threads";

import { ManuscriptFault } from "../../core/faults.ts";
import { formats } from "../../features/exports/rules/formats.ts";
import { readTerms } from "../terms/read-terms.ts";
import type { Answer, Question, Writing } from "./ask-worker.ts";
import { type Document, extractText, createHeadings } from "./extract.ts";
import { createTally } from "./paragraph.ts";
import { putBack } from "./put-back/put-back.ts";
import { zipOf } from "./put-back/zip-writer.ts";

/**
 * Reads or writes one document or table. It answers one question at a time, so that it never runs
 * ahead.
 */
let next: (() => Promise<Answer>) | undefined;

parentPort?.on("message", (question: Question) => {
  next ??= question.ask === "next" ? undefined : answersTo(question);
  void next?.().then((answer) => parentPort?.postMessage(answer, handedOver(answer)));
});

function answersTo(question: Exclude<Question, { ask: "next" }>): () => Promise<Answer> {
  const answer = answering(question);
  return () => answer().catch(refusal);
}

function answering(question: Exclude<Question, { ask: "next" }>): () => Promise<Answer> {
  switch (question.ask) {
    case "read":
      return createPieces(question.document);
    case "put-back":
      return async () => ({ status: "rebuilt", rebuilt: await putBack(question) });
    case "terms":
      return async () => ({ status: "terms", file: await readTerms(question.table) });
    case "write":
      return async () => ({ status: "written", bytes: writeBook(question) });
  }
}

function createPieces(document: Document): () => Promise<Answer> {
  const tally = createTally();
  const headings = createHeadings();
  const pieces = extractText(document, { tally, headings });
  let told = 0;
  return async () => {
    const piece = await pieces.next();
    if (piece.done === true) {
      return {
        status: "end",
        leftOut: tally.list(),
        marks: tally.signs,
        headings: headings.found(),
        turns: headings.turns(),
      };
    }
    const places = headings.places().slice(told);
    told += places.length;
    return { status: "piece", text: piece.value, places };
  };
}

function handedOver(answer: Answer): readonly ArrayBuffer[] {
  if (answer.status === "written") return [answer.bytes.buffer];
  const isLarge = answer.status === "rebuilt" && answer.rebuilt.status === "document";
  return isLarge ? [answer.rebuilt.bytes.buffer] : [];
}

/** Returns a refusal. Any other error of a parser means that the document cannot be read. */
function refusal(error: unknown): Answer {
  return error instanceof ManuscriptFault
    ? { status: "refused", reason: error.reason, why: String(error.cause) }
    : { status: "refused", reason: "broken-document", why: String(error) };
}

function writeBook({ format, book }: Writing): Uint8Array<ArrayBuffer> {
  const written = formats[format].write(book);
  return typeof written === "string" ? new TextEncoder().encode(written) : zipOf(written);
}
