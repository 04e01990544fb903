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

/** One task as the books keep it: characters are code points, times are epoch milliseconds. */
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
  outputBytes: z.number().optional(),
  /** Paragraphs that its output has in the source language. */
  untranslated: z.array(stretchSchema).optional(),
  /** Paragraphs whose translation did not pass every check. */
  doubtful: z.array(stretchSchema).optional(),
});
export type Task = z.infer<typeof taskSchema>;

/** The fields that the end of a task sets. */
export type TaskEnd = Pick<Task, "status" | "charged"> & {
  readonly endedAt: number;
} & Partial<Pick<Task, "terms" | "outputBytes" | "untranslated" | "doubtful">>;

export function producesText(action: Action): boolean {
  return action === "translation" || action === "preview_translation";
}

export function outputName(task: Task): string {
  return `${task.fileName.replace(/\.[^.]*$/, "")}.${task.targetLang}.txt`;
}

/** Returns the fields of the creation response (Contract, Task: the first table). */
export function createdView(task: Task): Record<string, unknown> {
  if (task.status !== "pending") return endedView(task);
  return {
    ...commonFields(task),
    char_count: task.announced,
    estimated_credits: task.announced,
  };
}

/** Returns the fields of a running task; its progress is from 0 to below 1. */
export function runningView(task: Task, progress: number): Record<string, unknown> {
  return {
    ...createdView(task),
    ...(producesText(task.action) && progress > 0.05 ? { source_lang: task.language } : {}),
    progress,
    // Not in the contract: stages other than `completed`.
    stage: progress < 0.05 ? "queued" : "working",
  };
}

/**
 * Returns the fields of an ended task, with those of its action (Contract, Task: the second table).
 */
export function endedView(task: Task): Record<string, unknown> {
  const common = {
    ...commonFields(task),
    char_count: task.characters,
    estimated_credits: task.action === "glossary_extraction" ? task.price : task.characters,
  };
  // Not in the contract: the fields of a task that did not complete.
  if (task.status !== "completed") return { ...common, stage: task.status, credits_charged: 0 };
  return {
    ...common,
    progress: 1,
    stage: "completed",
    credits_charged: task.charged,
    ...actionFields(task),
  };
}

function commonFields(task: Task): Record<string, unknown> {
  return {
    task_id: task.id,
    status: task.status,
    action: task.action,
    file_name: task.fileName,
    ...(producesText(task.action)
      ? { source_lang: task.status === "pending" ? "auto" : task.language }
      : {}),
    target_lang: task.targetLang,
    created_at: new Date(task.createdAt).toISOString(),
  };
}

function actionFields(task: Task): Record<string, unknown> {
  switch (task.action) {
    case "translation":
    case "preview_translation":
      return {
        ...gapsOf(task),
        download_files: [
          {
            file_id: "translated",
            file_name: outputName(task),
            url: `/api/tasks/download-file/${task.id}`,
            file_size: task.outputBytes ?? 0,
            type: "translated",
          },
        ],
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
