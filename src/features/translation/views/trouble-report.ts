import type { ModalView } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import { type Message, fields, limits, say, section, entry, modal } from "../../../slack/blocks.ts";
import { linkTo, mention, outside } from "../../../slack/mrkdwn.ts";
import type { ViewContext } from "../../../slack/people.ts";
import { type ResultPlace, callbackIds, resultMemory } from "../../ids.ts";
import { noteChars } from "../../intake/rules/request-details.ts";
import { typedIn } from "../../payloads.ts";
import { statusFact, taskFacts } from "./admin-card.ts";
import { runName } from "./endings.ts";

export const reportBlock = "report.note";

export function reportForm(memory: ResultPlace, { locale: { t } }: ViewContext): ModalView {
  const title = t`Report a problem`;
  return modal({
    callback_id: callbackIds.report,
    private_metadata: resultMemory(memory),
    title,
    submit: title,
    close: t`Cancel`,
    blocks: [
      entry(
        reportBlock,
        t`What is wrong, and where?`,
        { type: "plain_text_input", multiline: true, max_length: noteChars },
        { optional: false },
      ),
    ],
  });
}

export function parseReport(values: unknown): string | undefined {
  return typedIn(values, reportBlock, noteChars);
}

type Report = {
  readonly quote: Quote;
  readonly task: Task;
  readonly by: string;
  readonly words: string;
  readonly link: string | undefined;
};

export function reportCard(
  { quote, task, by, words, link }: Report,
  context: ViewContext,
): Message {
  const { t } = context.locale;
  const text = t`${mention(by)} reports a problem with ${runName(quote, task, context)}:`;
  const where = link === undefined ? "" : `\n${linkTo(link, t`Open card`)}`;
  const note = `${outside(words, limits.passage - where.length)}${where}`;
  return {
    text: `${text} ${note}`,
    blocks: [
      section(text),
      section(note),
      fields([statusFact(quote, task, context), ...taskFacts(quote, task, context)]),
    ],
  };
}

export function reportedReply(isTold: boolean, { locale: { t } }: ViewContext): Message {
  return say(
    isTold
      ? t`Thank you. I told the admins.`
      : t`I couldn’t reach any admin. Please write to them yourself.`,
  );
}
