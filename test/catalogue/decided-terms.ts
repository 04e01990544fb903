import type { BookTerms } from "../../src/features/glossary/rules/glossary.ts";

const effects = { added: 12, overridden: 3, ignored: 5 };
export const decidedTerms: BookTerms = {
  target: "fr",
  hash: "9".repeat(64),
  count: 124,
  inherited: { series: 12, workspace: 0 },
  effects: { merge: { ...effects, ignored: 0 }, replace: effects, skip: effects },
};
