import type { DeliveryWay } from "../features/settings/rules/settings.ts";
import { type Compared, awaitsComparing } from "./comparing.ts";
import { type Notice, addNotice, changeNotice } from "./notices.ts";
import { type Quote, changeTask, findTask, manuscriptOf } from "./quote.ts";
import { chaptersIn } from "./slice.ts";
import { type Task, partOf } from "./task.ts";

/** Larger results are not posted as files: a file is held in memory on its way. Bytes. */
export const largestFileBytes = 32 * 1024 * 1024;

/** Why a notice of such a result is parked. */
export const tooLarge = "too-large";
/** The operator lets no result come from its host. */
export const hostNotAllowed = "host-not-allowed";

/** It brings a text that can be fetched. */
export function bringsText({ kind }: Pick<Task, "kind">): boolean {
  return kind === "translation" || kind === "preview";
}

/** It brings the whole text, not some chapters or the opening. */
export function isWholeTranslation({ kind, slice }: Pick<Task, "kind" | "slice">): boolean {
  return kind === "translation" && slice === undefined;
}

/** The chapters that a run is about; undefined: the whole, or nobody can tell. */
export function chaptersOf(quote: Quote, task: Task | undefined) {
  const manuscript = manuscriptOf(quote);
  const slice = task && partOf(task);
  if (slice === undefined || manuscript === undefined) return undefined;
  const chapters = chaptersIn(manuscript, slice);
  return chapters.titles.length === 0 ? undefined : chapters;
}

/** Takes the workspace’s choice for a run that has just ended; once. */
export function withDelivery(quote: Quote, key: string, way: DeliveryWay): Quote {
  if (findTask(quote, key)?.delivery?.way !== "due") return quote;
  const decided = changeTask(quote, key, (task) => ({
    ...task,
    delivery: { ...task.delivery, way },
  }));
  return way === "link" ? decided : addNotice(decided, fileOf(key));
}

/** Once: what was found is not found again. */
export function withComparison(
  quote: Quote,
  key: string,
  found: Compared | "again" | "none",
): Quote {
  return changeTask(quote, key, (task) =>
    awaitsComparing(task)
      ? { ...task, delivery: { way: "due", ...task.delivery, comparison: found } }
      : task,
  );
}

/** Somebody wants the file in the thread: it is posted once, and again only after it has gone from there. */
export function wantFile(quote: Quote, key: string, isGone: boolean): Quote {
  const notice = fileNotice(quote, key);
  if (notice === undefined) return addNotice(quote, fileOf(key));
  const isOver = notice.state.status === "parked" || (notice.state.status === "said" && isGone);
  return isOver ? changeNotice(quote, notice.id, { status: "due" }) : quote;
}

/** The result as a file in the thread, as far as somebody wanted it there. */
export function fileNotice({ notices }: Pick<Quote, "notices">, key: string): Notice | undefined {
  return notices.find(({ about }) => about.kind === "result-file" && about.key === key);
}

/** What an outcome says of its result that may still change; undefined while it says nothing of it. */
export function resultFace(quote: Quote, key: string): string | undefined {
  const { way, comparison } = findTask(quote, key)?.delivery ?? {};
  const state = fileNotice(quote, key)?.state;
  const isCompared = comparison !== undefined && !awaitsComparing({ delivery: { comparison } });
  const isPlain = way === undefined || way === "link";
  if (state === undefined && isPlain && !isCompared) return undefined;
  const putBack = state?.status === "said" ? state.putBack?.status : undefined;
  const why = state?.status === "parked" ? state.why : (putBack ?? false);
  return [way, state?.status, why, ...(isCompared ? ["compared"] : [])].join(" ");
}

function fileOf(key: string) {
  return { kind: "result-file", key } as const;
}
