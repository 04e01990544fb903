import { parentPort } from "node:worker_threads";

import { ManuscriptError } from "#domain/errors.ts";
import { putBack } from "#manuscripts/documents/put-back/put-back.ts";

import { zipOf } from "./archive.ts";
import type { Answer, WorkerRequest } from "./ask-worker.ts";
import { extractText } from "./extract.ts";
import { readTerms } from "./read-terms.ts";
import { writers } from "./write-bilingual.ts";

/** Takes one question; "next" asks for the next piece of its answer, so that it never runs ahead. */
let answers: AsyncGenerator<Answer, Answer> | undefined;

parentPort?.on("message", (message: WorkerRequest | "next") => {
  if (message !== "next") answers = answersTo(message);
  void answers
    ?.next()
    .then(({ value }) => value, refusal)
    .then((answer) => parentPort?.postMessage(answer, handedOver(answer)));
});

async function* answersTo(question: WorkerRequest): AsyncGenerator<Answer, Answer> {
  switch (question.kind) {
    case "read": {
      const pieces = extractText(question.document);
      for (;;) {
        const { done, value } = await pieces.next();
        if (done === true) return { status: "end", ...value };
        yield { status: "piece", ...value };
      }
    }
    case "put-back":
      return { status: "made", made: await putBack(question) };
    case "terms":
      return { status: "made", made: await readTerms(question.table) };
    case "write":
      return { status: "made", made: writeBook(question) };
  }
}

function handedOver(answer: Answer): readonly ArrayBuffer[] {
  if (answer.status !== "made") return [];
  const bytes = "bytes" in answer.made ? answer.made.bytes : answer.made;
  return bytes instanceof Uint8Array ? [bytes.buffer] : [];
}

/** Returns a refusal. Any other error of a parser means that the document cannot be read. */
function refusal(error: unknown): Answer {
  return error instanceof ManuscriptError
    ? { status: "refused", reason: error.reason, why: String(error.cause), part: error.part }
    : { status: "refused", reason: "broken-document", why: String(error) };
}

function writeBook({
  format,
  book,
}: Extract<WorkerRequest, { kind: "write" }>): Uint8Array<ArrayBuffer> {
  const output = writers[format](book);
  return typeof output === "string" ? new TextEncoder().encode(output) : zipOf(output);
}
