import { parentPort } from "node:worker_threads";

import { ManuscriptFault } from "../../domain/faults.ts";
import type { Heading } from "../../domain/manuscript/chapters.ts";
import type { Answer, Question } from "./ask-worker.ts";
import { type Document, extractText } from "./extract.ts";
import { createTally } from "./tally.ts";

/** Takes one document to pieces: a piece of text for each question, so that it never runs ahead. */
let next: (() => Promise<Answer>) | undefined;

parentPort?.on("message", (question: Question) => {
  next ??= question === "next" ? undefined : createAnswers(question);
  void next?.().then((answer) => parentPort?.postMessage(answer));
});

function createAnswers(document: Document): () => Promise<Answer> {
  const tally = createTally();
  const headings: Heading[] = [];
  const pieces = extractText(document, { tally, headings });
  return async () => {
    try {
      const piece = await pieces.next();
      return piece.done === true
        ? { status: "end", leftOut: tally.list(), headings }
        : { status: "piece", text: piece.value };
    } catch (error) {
      return refusal(error);
    }
  };
}

/** Whatever a parser stumbles over, the document cannot be read. */
function refusal(error: unknown): Answer {
  return error instanceof ManuscriptFault
    ? { status: "refused", reason: error.reason, why: String(error.cause) }
    : { status: "refused", reason: "broken-document", why: String(error) };
}
