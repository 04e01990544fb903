import type { BookTerms } from "#domain/glossary/glossary.ts";

export const decidedTerms: BookTerms = {
  target: "fr",
  hash: "9".repeat(64),
  count: 124,
  extracted: { count: 117, both: 112, different: 3 },
};
