import { z } from "zod";

import { listOf } from "#domain/fields.ts";
import type { Supplied } from "#domain/glossary/glossary.ts";
import { encodings } from "#domain/manuscript.ts";
import type { CardRun, CardSource, TextOnCard } from "#domain/recovery.ts";
import type { Slice } from "#domain/slice.ts";
import { taskKinds } from "#domain/task.ts";

/** Parses the runs in a card's metadata; empty if it names none. */
export function parseCardFacts(payload: unknown): readonly CardRun[] {
  const first = cardFacts.safeParse(payload).data;
  const others = z.object({ others: listOf(cardFacts) }).safeParse(payload).data?.others ?? [];
  return [...(first === undefined ? [] : [first]), ...others];
}

/** Parses which manuscript a card is of. */
export function parseCardSource(payload: unknown): CardSource | undefined {
  return cardSource.safeParse(payload).data;
}

const word = z.string().min(1);
const cardSource = z.object({ file: word, message: word, target: word });

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
    run: z.string().transform(parseRun).optional(),
    slice: z.string().transform(parseSlice).optional(),
    glossary: z.string().transform(parseGlossary).optional(),
  })
  .transform(({ first_sent_at, task_id, run, ...rest }): CardRun => ({
    ...rest,
    ...run,
    approvedAt: first_sent_at,
    taskId: task_id,
  }));

function parseRun(words: string): Pick<CardRun, "kind" | "target" | "generation"> {
  const [, kind, generation, target] = /^(\w+) (\d{1,9}) (\S+)$/u.exec(words) ?? [];
  const { data } = z.enum(taskKinds).safeParse(kind);
  return data && target ? { kind: data, target, generation: Number(generation) } : {};
}

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
