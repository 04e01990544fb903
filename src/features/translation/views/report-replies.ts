import { type Quote, manuscriptOf } from "../../../core/quote.ts";
import { type Task, charactersOf } from "../../../core/task.ts";
import { type Field, type Message, fields, limits, say, section } from "../../../slack/blocks.ts";
import { linkTo, mention, outside } from "../../../slack/mrkdwn.ts";
import type { Desk } from "../../../slack/people.ts";
import { chargedWords } from "../../estimate/views/card-fields.ts";
import { fullName } from "./endings.ts";
import { type Trouble, wrongName } from "./report-form.ts";

type Report = {
  readonly quote: Quote;
  readonly task: Task;
  readonly trouble: Trouble & { readonly by: string };
  /** The card. */
  readonly link: string | undefined;
};

/** Told to each admin directly: all that they need to look into it, or to ask the partner. */
export function reportCard({ quote, task, trouble, link }: Report, desk: Desk): Message {
  const { t } = desk.tongue;
  const it = fullName(quote, task, desk);
  const text = t`${mention(trouble.by)} says that something is wrong with ${it}: ${wrongName(trouble.what, desk.tongue)}.`;
  const where = link === undefined ? "" : `\n${linkTo(link, t`To its card`)}`;
  const note = `${outside(trouble.note, limits.passage - where.length)}${where}`;
  return { text, blocks: [section(text), section(note), fields(factsOf(quote, task, desk))] };
}

function factsOf(quote: Quote, task: Task, { tongue }: Desk): readonly Field[] {
  const { t, counted } = tongue;
  const { state } = task;
  const whole = manuscriptOf(quote)?.characters;
  const charged = state.status === "completed" ? state.result.charged : undefined;
  return [
    [t`Charged`, chargedWords(charged, tongue)],
    [t`Approved`, counted(task.price, "credit")],
    ...(whole === undefined
      ? []
      : [[t`Own count`, counted(charactersOf(task, whole), "character")] as const]),
    [t`Task`, "taskId" in state ? `\`${outside(state.taskId, limits.nameShown)}\`` : "-"],
    [t`Key`, `\`${task.key}\``],
    [t`Quote`, `\`${quote.id}\``],
  ];
}

/** To the one who reported it. */
export function reportedReply(outcome: "told" | "not-told", { tongue: { t } }: Desk): Message {
  return say(
    outcome === "told"
      ? t`Thank you. I have told the admins, with everything that they need to look into it.`
      : t`I could tell none of the admins: Slack did not let me. Please write to them yourself.`,
  );
}
