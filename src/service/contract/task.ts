import { z } from "zod";

export const actions = [
  "translation",
  "preview_translation",
  "token_estimate",
  "glossary_extraction",
  "preview_metadata",
] as const;
export type Action = (typeof actions)[number];

export const strategies = ["merge", "replace", "skip"] as const;

const termSchema = z.object({ source: z.string(), target: z.string(), confidence: z.number() });
export type Term = z.infer<typeof termSchema>;

/** Paragraphs, counted from 1, and their characters. */
const stretchSchema = z.object({ from: z.number(), to: z.number(), characters: z.number() });
export type Stretch = z.infer<typeof stretchSchema>;

/** One task as the records keep it: characters are code points, times are epoch milliseconds. */
export const taskSchema = z.object({
  id: z.string(),
  account: z.string(),
  /** Leading characters of the key that made it. */
  keyPrefix: z.string(),
  idempotencyKey: z.string().optional(),
  fingerprint: z.string(),
  action: z.enum(actions),
  fileName: z.string(),
  targetLang: z.string(),
  strategy: z.enum(strategies),
  /** Pairs and not an object, so that a term called `__proto__` stays a term. */
  glossary: z.array(z.tuple([z.string(), z.string()])),
  /** Code points of the whole source, even when the task works on a part. */
  sourceCharacters: z.number(),
  /** Code points that the task works on. */
  characters: z.number(),
  /** The char_count of the creation response: counted, or reserved by estimated_chars. */
  announced: z.number(),
  /** Credits to be charged when it completes. */
  price: z.number(),
  reserved: z.number(),
  language: z.string(),
  createdAt: z.number(),
  /** Signs its download links. */
  linkSecret: z.string(),
  /** A note of its host: the sandbox keeps a fault here. */
  note: z.unknown().optional(),
  status: z.string(),
  endedAt: z.number().optional(),
  charged: z.number(),
  terms: z.array(termSchema).readonly().optional(),
  /** The name of its output among its texts, until that is erased. */
  output: z.string().optional(),
  outputBytes: z.number().optional(),
  isErased: z.boolean().optional(),
  /** Paragraphs that its output has in the source language. */
  untranslated: z.array(stretchSchema).optional(),
  /** Paragraphs whose translation did not pass every check. */
  doubtful: z.array(stretchSchema).optional(),
});
export type Task = z.infer<typeof taskSchema>;

/** The fields that the end of a task sets. */
export type TaskEnd = Pick<Task, "status" | "charged"> & {
  readonly endedAt: number;
} & Partial<Pick<Task, "terms" | "output" | "outputBytes" | "untranslated" | "doubtful">>;

export function producesText(action: Action): boolean {
  return action === "translation" || action === "preview_translation";
}

/** True for what only informs, and was found when it was asked for. */
export function isInquiry(action: Action): boolean {
  return action === "token_estimate" || action === "preview_metadata";
}

export function outputName(task: Task): string {
  return `${task.fileName.replace(/\.[^.]*$/, "")}.${task.targetLang}.txt`;
}

/**
 * Returns the fields of a task (Contract, Task).
 *
 * @param progress of a running task, from 0 to below 1; a new one names none yet
 */
export function taskView(task: Task, progress?: number): Record<string, unknown> {
  const { status, action, characters, announced } = task;
  const isPending = status === "pending";
  const isNew = isPending && (progress ?? 0) <= 0.05;
  const estimated = action === "glossary_extraction" ? task.price : characters;
  const common = {
    task_id: task.id,
    status,
    action,
    file_name: task.fileName,
    ...(producesText(action) && { source_lang: isNew ? "auto" : task.language }),
    target_lang: task.targetLang,
    char_count: isPending ? announced : characters,
    estimated_credits: isPending ? announced : estimated,
    created_at: new Date(task.createdAt).toISOString(),
  };
  if (isPending) {
    // Not in the contract: stages other than `completed`.
    const stage = isNew ? "queued" : "working";
    return progress === undefined ? common : { ...common, progress, stage };
  }
  // Not in the contract: the fields of a task that did not complete.
  if (status !== "completed") return { ...common, stage: status, credits_charged: 0 };
  const ending = { progress: 1, stage: "completed", credits_charged: task.charged };
  return { ...common, ...ending, ...actionFields(task) };
}

function actionFields(task: Task): Record<string, unknown> {
  switch (task.action) {
    case "translation":
    case "preview_translation":
      return {
        ...gapsOf(task),
        download_files: task.output === undefined ? [] : [fileView(task)],
      };
    case "token_estimate":
      return {
        detected_language: task.language,
        total_characters: task.characters,
        estimated_tokens: estimateTokens(task),
      };
    case "glossary_extraction":
      return { detected_language: task.language, terms: task.terms ?? [] };
    case "preview_metadata":
      return {
        detected_language: task.language,
        metadata: { file_name: task.fileName, sample_characters: task.characters },
      };
  }
}

function fileView(task: Task): Record<string, unknown> {
  return {
    file_id: "translated",
    file_name: outputName(task),
    url: `/api/tasks/download-file/${task.id}`,
    file_size: task.outputBytes ?? 0,
    type: "translated",
  };
}

/** Not in the contract: how a task names paragraphs that it could not translate. */
function gapsOf({ untranslated = [], doubtful = [] }: Task): Record<string, unknown> {
  if (untranslated.length + doubtful.length === 0) return {};
  return { metadata: { untranslated, doubtful } };
}

/** A rule of thumb: about four letters of an alphabet a token, about one character of a CJK script. */
function estimateTokens(task: Task): number {
  const perCharacter = ["zh", "ja", "ko"].includes(task.language) ? 0.9 : 0.25;
  return Math.ceil(task.characters * perCharacter);
}
