import type { MessageMetadata } from "@slack/types";
import { z } from "zod";

import { encodings } from "../core/manuscript.ts";
import type { Notice } from "../core/notices.ts";
import { type Quote, findTask } from "../core/quote.ts";
import type { Slice } from "../core/slice.ts";
import { type Task, partnerActions, partOf } from "../core/task.ts";
import { cardTask, otherCardTasks } from "./estimate/rules/card-face.ts";
import type { Supplied } from "./glossary/rules/glossary.ts";
import { encodingTaken, isMarked } from "./intake/rules/reading.ts";
import type { CardFacts, TextOnCard } from "./records/rules/recovery.ts";

export const eventTypes = {
  quote: "translation_quote",
  task: "translation_task",
  notice: "translation_notice",
} as const;

/**
 * Returns the card's own record of the runs that are being or were sent. Anyone in the workspace can
 * read it, so it holds ids alone. `first_sent_at` is the time of the approval, in ms since 1970;
 * `others` are the runs beside the first.
 */
export function cardMetadata(quote: Quote): MessageMetadata {
  const task = cardTask(quote);
  const payload = {
    ...cardSearch(quote).event_payload,
    ...(task !== undefined && { ...runOf(task), ...textOf(quote) }),
  };
  const others = fitting(otherCardTasks(quote).map(runOf), metadataBytes - bytesOf(payload));
  return {
    event_type: eventTypes.quote,
    event_payload: { ...payload, ...(others.length > 0 && { others }) },
  };
}

/** Returns the part that never changes, by which the card is found. */
export function cardSearch(quote: Quote): MessageMetadata {
  return { event_type: eventTypes.quote, event_payload: { quote_id: quote.id } };
}

function runOf(task: Task) {
  const { key, approval, glossary } = task;
  const part = partOf(task);
  return {
    key,
    // A slice is written as `0-100,250-400`, a glossary as a hash: nobody reads terms there.
    ...(part !== undefined && { part: part.map(({ from, to }) => `${from}-${to}`).join(",") }),
    ...(glossary !== undefined && { glossary: `${glossary.strategy}-${glossary.hash}` }),
    ...(approval !== undefined && { first_sent_at: approval.at }),
    ...taskIdOf(task),
  };
}

function fitting<Run>(runs: readonly Run[], room: number): Run[] {
  let left = room;
  return runs.filter((run) => {
    left -= bytesOf(run) + 1;
    return left > 0;
  });
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Slack documents no limit: 8 kB are known to pass, and the rest is left to Slack's own fields. */
const metadataBytes = 7500;

/**
 * Returns the metadata of a notice. That of a run names its task, without `task_id` when the partner
 * never named one. One run may have two outcomes, a failure and a late result: the notice's id tells
 * them apart.
 */
export function noticeMetadata(quote: Quote, { id, about }: Notice): MessageMetadata {
  const notice = { quote_id: quote.id, notice: id };
  const task = "key" in about ? findTask(quote, about.key) : undefined;
  if (task === undefined) return { event_type: eventTypes.notice, event_payload: notice };
  const run = { ...taskIdOf(task), action: partnerActions[task.kind], key: task.key };
  return { event_type: eventTypes.task, event_payload: { ...run, ...notice } };
}

/** Returns the part that never changes: the run may have gone on since that post. */
export function noticeSearch(quote: Quote, notice: Notice): MessageMetadata {
  const { event_type } = noticeMetadata(quote, notice);
  return { event_type, event_payload: { quote_id: quote.id, notice: notice.id } };
}

/**
 * Leaves out UTF-8, which every reading detects by itself. Includes the choice on emphasis, because
 * another reading may decide otherwise.
 */
function textOf({ reading }: Quote): { readonly encoding?: string; readonly marked?: boolean } {
  const [encoding, marked] = [encodingTaken(reading), isMarked(reading)];
  return {
    ...(encoding !== undefined && encoding !== "utf-8" && { encoding }),
    ...(marked !== undefined && { marked }),
  };
}

function taskIdOf(task: Task): { readonly task_id?: string } {
  return "taskId" in task.state ? { task_id: task.state.taskId } : {};
}

/** Parses the runs in a card's metadata; empty if it names none. */
export function parseCardFacts(payload: unknown): readonly CardFacts[] {
  const first = cardFacts.safeParse(payload).data;
  const others = z.object({ others: z.array(cardFacts) }).safeParse(payload).data?.others ?? [];
  return [...(first === undefined ? [] : [first]), ...others];
}

/** Parses how the text of a card's runs was read; no encoding means UTF-8. */
export function parseCardText(payload: unknown): TextOnCard {
  return cardText.safeParse(payload).data ?? {};
}

const cardText = z
  .object({ encoding: z.enum(encodings).optional(), marked: z.boolean().optional() })
  .transform(({ encoding, marked: isMarked }) => ({ encoding, isMarked }));

const cardFacts = z
  .object({
    key: z.string().min(1),
    first_sent_at: z.number(),
    task_id: z.string().optional(),
    part: z.string().transform(parseSlice).optional(),
    glossary: z.string().transform(parseGlossary).optional(),
  })
  .transform(({ first_sent_at, task_id, ...run }): CardFacts => ({
    ...run,
    firstSentAt: first_sent_at,
    taskId: task_id,
  }));

export function parseSlice(word: string): Slice | undefined {
  const ranges = word.split(",").map((range) => {
    const [, from, to] = /^(\d{1,12})-(\d{1,12})$/u.exec(range) ?? [];
    return { from: Number(from ?? Number.NaN), to: Number(to ?? Number.NaN) };
  });
  return ranges.every(({ from, to }) => from < to) ? ranges : undefined;
}

export function parseGlossary(word: string): Supplied | undefined {
  return supplied.safeParse(word.split("-")).data;
}

const supplied = z
  .tuple([z.enum(["merge", "replace", "skip"]), z.string().regex(/^[0-9a-f]{64}$/u)])
  .transform(([strategy, hash]) => ({ strategy, hash }));
