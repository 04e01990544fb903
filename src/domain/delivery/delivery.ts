import { type Notice, type NoticeAbout, addNotice, changeNotice } from "#domain/notices.ts";
import { type Quote, changeTask, findTask, manuscriptOf, paidTasks } from "#domain/quote.ts";
import { chaptersIn } from "#domain/slice.ts";
import { type Task, partOf } from "#domain/task.ts";

import { type Compared, awaitsComparing } from "./compare.ts";

/** Larger results are not posted as files: a file is held in memory on its way. Bytes. */
export const largestFileBytes = 32 * 1024 * 1024;

export function bringsText({ kind }: Task): boolean {
  return kind === "translation" || kind === "preview";
}

export function isWholeTranslation({ kind, slice }: Task): boolean {
  return kind === "translation" && slice === undefined;
}

/** Returns the chapters of a run; undefined for the whole, or if they cannot be named. */
export function chaptersOf(quote: Quote, task: Task | undefined) {
  const manuscript = manuscriptOf(quote);
  const slice = task && partOf(task);
  if (slice === undefined || manuscript === undefined) return undefined;
  const chapters = chaptersIn(manuscript, slice);
  return chapters.titles.length === 0 ? undefined : chapters;
}

/** Returns the newest finished run of each product, language and slice, newest first. */
export function finishedRuns(quote: Quote): readonly Task[] {
  const names = new Set<string>();
  return paidTasks(quote)
    .toReversed()
    .filter((task) => {
      const name = JSON.stringify([task.kind, task.target, partOf(task)]);
      if (task.state.status !== "completed" || names.has(name)) return false;
      names.add(name);
      return true;
    });
}

/** Stores a comparison, once: a finished one is not replaced. */
export function withComparison(
  quote: Quote,
  key: string,
  comparison: Compared | "again" | "none",
): Quote {
  return changeTask(quote, key, (task) =>
    task.delivery && awaitsComparing(task)
      ? { ...task, delivery: { ...task.delivery, comparison } }
      : task,
  );
}

/** Queues the file for the thread: once, and again only after it has gone from there. */
export function wantFile(quote: Quote, key: string, isGone: boolean): Quote {
  const notice = fileNotice(quote, key);
  if (notice === undefined) return addNotice(quote, { kind: "result-file", key });
  const isOver =
    notice.state.status === "undeliverable" || (notice.state.status === "said" && isGone);
  return isOver ? changeNotice(quote, notice.id, { status: "due" }) : quote;
}

export function fileNotice({ notices }: Quote, key: string): Notice | undefined {
  return notices.find(({ about }) => about.kind === "result-file" && about.key === key);
}

/** Returns the preview whose text the notice shows; undefined when it is about something else. */
export function previewShown(quote: Quote, about: NoticeAbout): Task | undefined {
  if (about.kind !== "outcome" && about.kind !== "late-result") return undefined;
  const task = findTask(quote, about.key);
  return task?.kind === "preview" && task.state.status === "completed" ? task : undefined;
}

/**
 * Counts the places of a result that people should look at: what the comparison with the source found,
 * and what the partner named. A result that cannot be compared is one place.
 */
export function placesToCheck({ delivery, state }: Task): number {
  const comparison = delivery?.comparison;
  const { gaps } = state.status === "completed" ? state.result : {};
  const gapCount = [...(gaps?.untranslated ?? []), ...(gaps?.doubtful ?? [])].reduce(
    (sum, { from, to }) => sum + to - from + 1,
    0,
  );
  if (typeof comparison !== "object") return gapCount;
  const { isUnaligned, missing, shortened = 0, repeated = 0, same, forbidden = [] } = comparison;
  // The partner's own list names paragraphs that it left as they were.
  const differences = (isUnaligned === true ? 1 : missing) + shortened + repeated;
  return differences + Math.max(gapCount, same) + forbidden.length;
}

/** Returns what an outcome says of its result and may change; undefined for nothing. */
export function resultDigest(quote: Quote, key: string): string | undefined {
  const { way, comparison } = findTask(quote, key)?.delivery ?? {};
  const state = fileNotice(quote, key)?.state;
  const isCompared = comparison !== undefined && !awaitsComparing({ delivery: { comparison } });
  const isPlain = way === undefined || way === "link";
  if (state === undefined && isPlain && !isCompared) return undefined;
  const putBack = state?.status === "said" ? state.putBack?.status : undefined;
  const why = state?.status === "undeliverable" ? state.why : (putBack ?? false);
  return [way, state?.status, why, ...(isCompared ? ["compared"] : [])].join(" ");
}

/**
 * Returns `The Lighthouse.fr.txt` for `The Lighthouse.txt` in French; for some chapters, `The
 * Lighthouse.ch1-17.fr.txt`. The partner never gets the manuscript's name.
 */
export function deliveryFileName(
  name: string,
  target: string,
  chapters?: ReturnType<typeof chaptersIn>,
  ending = "txt",
): string {
  if (chapters === undefined) return `${namedFor(name, target)}.${ending}`;
  const rows = chapters.rows.map(({ first, last }) =>
    first === last ? first : `${first}-${last}`,
  );
  return `${namedFor(name, `ch${rows.slice(0, mostRows).join("_")}.${target}`)}.${ending}`;
}

/** Returns the name of a translated document: `The Lighthouse.epub` → `The Lighthouse.fr.epub`. */
export function documentFileName(name: string, target: string): string {
  const ending = /\.(?<ending>[a-z0-9]{1,8})$/iu.exec(name)?.groups?.["ending"] ?? "docx";
  return `${namedFor(name, target)}.${ending.toLowerCase()}`;
}

export function glossaryFileName(name: string, target: string, ending: string): string {
  return `${namedFor(name, target)}.glossary.${ending}`;
}

const mostRows = 8;

export function titleOf({ name }: { readonly name: string }): string {
  return name.replace(fileEnding, "");
}

/** Returns `.epub` for `The Lighthouse.epub`; empty for a name without an ending. */
export function endingOf({ name }: { readonly name: string }): string {
  return fileEnding.exec(name)?.[0] ?? "";
}

const fileEnding = /(?<=.)\.[a-z0-9]{1,8}$/iu;

function namedFor(name: string, target: string): string {
  const stem = safe(name.replace(/\.[^.]*$/u, "")) || "manuscript";
  return `${stem}.${safe(target) || "target"}`;
}

function safe(text: string): string {
  const clean = text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, " ");
  return Array.from(clean).slice(0, 80).join("").trim();
}
