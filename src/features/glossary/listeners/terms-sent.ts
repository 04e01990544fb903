import { glossaryFileName } from "../../../core/file-names.ts";
import { shareUpload, uploadUnshared } from "../../../slack/files.ts";
import { openDirect } from "../../../slack/messages.ts";
import type { Front } from "../../front.ts";
import { type TermPlace, lookAtTerms } from "../actions/terms.ts";
import { glossaryCsv, glossaryJson } from "../rules/glossary-file.ts";
import { effectiveTerms } from "../rules/glossary.ts";
import { termsSentWords, termsTrouble } from "../views/terms-replies.ts";

/** Sends somebody the terms that hold where they look, as a file of their own. Answers what to tell them. */
export async function sendTermsFile(
  { desk, clients, speaking }: Front,
  { format, ...place }: TermPlace & { readonly format: "csv" | "json" },
): Promise<string> {
  const seen = await lookAtTerms(desk, place);
  const { tongue } = await speaking.to(place.person);
  if (seen.status !== "terms") return termsTrouble(seen.status, tongue);
  const terms = effectiveTerms(seen.layers, place.target).map(({ confidence, ...term }) => ({
    ...term,
    confidence,
  }));
  const name = glossaryFileName(seen.quote.book ?? seen.quote.file.name, place.target, format);
  const content = format === "csv" ? glossaryCsv(terms) : glossaryJson(terms);
  const channel = await openDirect(clients.steady, place.person);
  const fileId = await uploadUnshared(clients.once, { name, content });
  await shareUpload(clients.once, { where: { channel }, fileId, title: name });
  return termsSentWords(terms.length, tongue);
}
