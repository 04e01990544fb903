import { type Message, actions, say } from "../../../slack/blocks.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { languageShown, named } from "../../../slack/words.ts";
import { stateWords } from "../../estimate/views/other-runs.ts";
import type { TermsFound } from "../actions/look-up-terms.ts";
import { reviewButton } from "./glossary-table.ts";

/** Answers `/translate glossary` without terms: with the progress of an extraction, or how to get some. */
export function noGlossaryReply(
  { run, newest }: Pick<Extract<TermsFound, { status: "none" }>, "run" | "newest">,
  context: ViewContext,
): Message {
  const { rules, tongue } = context;
  const { t } = tongue;
  if (run !== undefined && run.task.state.status !== "completed") {
    const language = languageShown(run.task.target, rules.languages, tongue);
    const name = named(run.quote, tongue);
    return say(t`The ${language} glossary of ${name}: ${stateWords(run.task, context)}.`);
  }
  const none = say(
    t`There is no glossary in this conversation yet. Post a manuscript and choose “Glossary…” under ⋯ on its card.`,
  );
  if (newest === undefined) return none;
  const review = actions("terms.review", [reviewButton(newest, newest, tongue)]);
  return { ...none, blocks: [...none.blocks, review] };
}
