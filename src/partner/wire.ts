import * as z from "zod";

import { UnexpectedReply } from "../core/faults.ts";
import type { DeliveryFile, Download, Outcome, PartnerTask, Term, Usage } from "../core/partner.ts";

/** Leaves a field out when it is missing, null or of another shape: no reply is rejected for it. */
function loosely<T extends z.ZodType>(schema: T) {
  return schema.optional().catch(undefined);
}

const count = z.int().nonnegative();
const fraction = z.number().min(0).max(1);
const word = z.string().max(200);

/** An id goes into a path: "." and ".." would name another resource there. */
const taskId = z.string().regex(/^(?!\.{1,2}$)[^\p{C}]{1,200}$/u);

const usage = z.object({
  api_key_prefix: word,
  balance_credits: z.int(),
  period_used_credits: z.int(),
  period_start: word,
  period_end: word.nullish(),
  rate_limit_per_minute: z.int().positive(),
});

const term = z.object({
  source: z.string().min(1).max(1000),
  target: z.string().max(1000),
  confidence: loosely(fraction),
});

const file = z.object({
  file_id: word,
  file_name: loosely(z.string()),
  file_size: loosely(count),
  type: loosely(word),
});

const task = z.object({
  task_id: taskId,
  // Contract, States: only two words are shown. The task exists whatever the word is.
  status: word.catch(""),
  action: loosely(word),
  target_lang: loosely(word),
  char_count: loosely(count),
  total_characters: loosely(count),
  estimated_credits: loosely(count),
  estimated_tokens: loosely(count),
  progress: loosely(fraction),
  credits_charged: loosely(count),
  source_lang: loosely(word.min(1)),
  detected_language: loosely(word.min(1)),
  terms: loosely(z.array(z.unknown())),
  download_files: loosely(z.array(z.unknown())),
});

const download = z.object({
  download_url: z.string(),
  file_name: loosely(z.string()),
  file_size: loosely(count),
});

/** Contract, GET /usage. Throws UnexpectedReply, as all readers here. */
export function readUsage(reply: unknown): Usage {
  const found = open(reply, { name: "a usage record", schema: usage });
  return {
    keyPrefix: found.api_key_prefix,
    balanceCredits: found.balance_credits,
    periodUsedCredits: found.period_used_credits,
    periodStart: found.period_start,
    periodEnd: found.period_end ?? undefined,
    requestsPerMinute: found.rate_limit_per_minute,
  };
}

/** Contract, Task. The reply must name the requested task id or action. */
export function readTask(
  reply: unknown,
  asked: { readonly taskId: string } | { readonly action: string },
): PartnerTask {
  const found = open(reply, { name: "a task", schema: task });
  if ("taskId" in asked && found.task_id !== asked.taskId) {
    throw new UnexpectedReply("the task that was asked for");
  }
  if ("action" in asked && found.action !== undefined && found.action !== asked.action) {
    throw new UnexpectedReply(`a task of action ${asked.action}`);
  }
  return {
    taskId: found.task_id,
    status: found.status,
    outcome: outcomeOf(found.status),
    action: found.action,
    targetLang: found.target_lang,
    characters: found.char_count ?? found.total_characters,
    estimatedCredits: found.estimated_credits,
    estimatedTokens: found.estimated_tokens,
    progress: found.progress,
    chargedCredits: found.credits_charged,
    sourceLang: known(found.detected_language) ?? known(found.source_lang),
    terms: found.terms?.flatMap(readTerm),
    files: found.download_files?.flatMap(readFile),
  };
}

/** Contract, Download response. The link is not checked here: `safeLink` judges it. */
export function readDownload(reply: unknown): Download {
  const found = open(reply, { name: "a download", schema: download });
  return { url: found.download_url, fileName: found.file_name, fileSize: found.file_size };
}

type Expected<T> = { readonly name: string; readonly schema: z.ZodType<T> };

/** Contract, Response envelope. */
function open<T>(reply: unknown, { name, schema }: Expected<T>): T {
  const found = z.object({ success: z.literal(true), data: schema }).safeParse(reply);
  if (found.success) {
    return found.data.data;
  }
  const faults = found.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new UnexpectedReply(`${name} (${faults.join("; ")})`);
}

function outcomeOf(status: string): Outcome {
  if (status === "completed" || status === "pending") {
    return status;
  }
  // Not in the contract: these words mean the end of a task without a result.
  const hasFailed = /^(failed|error|cancelled|canceled|rejected|expired)$/iu.test(status);
  return hasFailed ? "failed" : "unrecognised";
}

/** Contract, Task: `auto` stands for "not detected yet"; so does `und`, the tag for no language at all. */
function known(sourceLang: string | undefined): string | undefined {
  return sourceLang === "auto" || sourceLang === "und" ? undefined : sourceLang;
}

function readTerm(entry: unknown): Term[] {
  const found = term.safeParse(entry);
  return found.success ? [{ ...found.data, confidence: found.data.confidence }] : [];
}

function readFile(entry: unknown): DeliveryFile[] {
  const found = file.safeParse(entry);
  return found.success
    ? [
        {
          fileId: found.data.file_id,
          fileName: found.data.file_name,
          fileSize: found.data.file_size,
          type: found.data.type,
        },
      ]
    : [];
}
