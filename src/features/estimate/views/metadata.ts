import type { MessageMetadata } from "@slack/types";

import type { Quote } from "../../../core/quote.ts";
import { encodingTaken, isMarked } from "../../../core/reading.ts";
import { type Task, partnerActions, partOf } from "../../../core/task.ts";
import { eventTypes, glossaryWord, sliceWord } from "../../ids.ts";
import { cardTask, otherCardTasks } from "../rules/card-face.ts";

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

type Run = {
  readonly key: string;
  readonly first_sent_at?: number;
  readonly task_id?: string;
  readonly part?: string;
  readonly glossary?: string;
};

function runOf(task: Task): Run {
  const { key, approval, glossary } = task;
  const part = partOf(task);
  return {
    key,
    ...(part !== undefined && { part: sliceWord(part) }),
    ...(glossary !== undefined && { glossary: glossaryWord(glossary) }),
    ...(approval !== undefined && { first_sent_at: approval.at }),
    ...taskIdOf(task),
  };
}

/** Returns the first runs that fit into the room, in bytes. */
function fitting(runs: readonly Run[], room: number): Run[] {
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

/** Without a `task_id` when the partner never named one; `key` tells two runs of one quote apart. */
export function outcomeMetadata(quote: Quote, task: Task): MessageMetadata {
  return {
    event_type: eventTypes.task,
    event_payload: {
      ...taskIdOf(task),
      quote_id: quote.id,
      action: partnerActions[task.kind],
      key: task.key,
    },
  };
}

export function noticeMetadata(quote: Quote, noticeId: string): MessageMetadata {
  return {
    event_type: eventTypes.notice,
    event_payload: { quote_id: quote.id, notice: noticeId },
  };
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
