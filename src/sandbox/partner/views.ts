import { producesText } from "./task.ts";
import type { Task } from "./task.ts";

/** The fields that the creation response shows (Contract, Task: the first table). */
export function createdView(task: Task): Record<string, unknown> {
  if (task.status !== "pending") return taskView(task);
  return {
    ...commonFields(task),
    char_count: task.announced,
    estimated_credits: task.announced,
  };
}

/** A task that is over, with the fields of its action (Contract, Task: the second table). */
export function taskView(task: Task): Record<string, unknown> {
  const common = {
    ...commonFields(task),
    char_count: task.characters,
    estimated_credits: task.action === "glossary_extraction" ? task.price : task.characters,
  };
  // Not in the contract: what a task that did not complete looks like.
  if (task.status !== "completed") return { ...common, stage: task.status, credits_charged: 0 };
  return {
    ...common,
    progress: 1,
    stage: "completed",
    ...(task.hidesCharge === true ? {} : { credits_charged: task.charged }),
    ...actionFields(task),
  };
}

/** A task that runs: progress from 0 to below 1. */
export function runningView(task: Task, progress: number): Record<string, unknown> {
  return {
    ...createdView(task),
    ...(producesText(task.action) && progress > 0.05 ? { source_lang: task.language } : {}),
    progress,
    // Not in the contract: stages other than `completed`.
    stage: progress < 0.05 ? "queued" : "working",
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

export function outputName(task: Task): string {
  return `${task.fileName.replace(/\.[^.]*$/, "")}.${task.targetLang}.txt`;
}

/** A rule of thumb: about four letters of an alphabet a token, about one character of a CJK script. */
function estimateTokens(task: Task): number {
  const perCharacter = ["zh", "ja", "ko"].includes(task.language) ? 0.9 : 0.25;
  return Math.ceil(task.characters * perCharacter);
}
