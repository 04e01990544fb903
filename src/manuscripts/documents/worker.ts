import { parentPort } from "node:worker_threads";

import { ManuscriptFault } from "../../core/faults.ts";
import { formats } from "../../features/exports/rules/formats.ts";
import { zipOf } from "./archive.ts";
import type { Answer, Question } from "./ask-worker.ts";
import { type Document, extractText } from "./extract.ts";
import { putBack } from "./put-back/put-back.ts";
import { readTerms } from "./read-terms.ts";

/** Takes one question; "next" asks for the next piece of its answer, so that it never runs ahead. */
let next: (() => Promise<Answer>) | undefined;

parentPort?.on("message", (message: Question | "next") => {
  if (message !== "next") next = answersTo(message);
  void next?.()
    .catch(refusal)
    .then((answer) => parentPort?.postMessage(answer, handedOver(answer)));
});

function answersTo(question: Question): () => Promise<Answer> {
  switch (question.ask) {
    case "read":
      return createPieces(question.document);
    case "put-back":
      return async () => ({ status: "made", made: await putBack(question) });
    case "terms":
      return async () => ({ status: "made", made: await readTerms(question.table) });
    case "write":
      return async () => ({ status: "made", made: writeBook(question) });
  }
}

function createPieces(document: Document): () => Promise<Answer> {
  const pieces = extractText(document);
  return async () => {
    const next = await pieces.next();
    return next.done === true
      ? { status: "end", ...next.value }
      : { status: "piece", ...next.value };
  };
}

function handedOver(answer: Answer): readonly ArrayBuffer[] {
  if (answer.status !== "made") return [];
  const bytes = "bytes" in answer.made ? answer.made.bytes : answer.made;
  return bytes instanceof Uint8Array ? [bytes.buffer] : [];
}

/** Returns a refusal. Any other error of a parser means that the document cannot be read. */
function refusal(error: unknown): Answer {
  return error instanceof ManuscriptFault
    ? { status: "refused", reason: error.reason, why: String(error.cause) }
    : { status: "refused", reason: "broken-document", why: String(error) };
}

function writeBook({ format, book }: Extract<Question, { ask: "write" }>): Uint8Array<ArrayBuffer> {
  const written = formats[format].write(book);
  return typeof written === "string" ? new TextEncoder().encode(written) : zipOf(written);
}
