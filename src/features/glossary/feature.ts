import type { GlossaryFormat } from "#domain/glossary/glossary-file.ts";
import type { ResultEntry } from "#features/shared/action.ts";
import type { Feature } from "#features/shared/feature.ts";
import { sentReply } from "#features/shared/short-replies-view.ts";

import { glossaryAsked, sendTerms, termsActions, termsSent } from "./handlers.ts";
import { keepTerms, lookUpTerms } from "./update-book-terms.ts";

export const glossary = {
  handlers: termsActions,
  forms: [termsSent],
  commands: [{ command: "translate", word: "glossary", run: glossaryAsked }],
  steps: {
    "look-at-terms": lookUpTerms,
    "keep-terms": (ctx, quote, { key }) => keepTerms(ctx, quote, key),
  },
  resultEntries: { csv: sending("csv"), json: sending("json") },
} as const satisfies Feature;

function sending(format: GlossaryFormat): ResultEntry {
  return async (deps, { person }, { quote, task }) => {
    const terms = task.state.status === "completed" ? task.state.result.terms : [];
    const of = { ...quote, target: task.target };
    const name = await sendTerms(deps, of, terms ?? [], { format, person });
    return (context) => sentReply(name, context);
  };
}
