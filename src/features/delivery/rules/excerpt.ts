import type { NoticeAbout } from "../../../core/notices.ts";
import { type Quote, findTask } from "../../../core/quote.ts";
import type { Task } from "../../../core/task.ts";
import type { Line } from "./lines.ts";

/** Source and translation of a preview. They are read for one reply and kept nowhere else. */
export type Excerpt =
  /** Both have the same number of paragraphs. */
  | {
      readonly kind: "paired";
      readonly rows: readonly (readonly [source: string, target: string])[];
    }
  | { readonly kind: "apart"; readonly source: string; readonly target: string };

/** Code points of a preview that are read; a longer one is not paired. */
export const excerptChars = 40_000;

/** Returns the preview whose text the notice shows; undefined when it is about something else. */
export function previewShown(quote: Quote, about: NoticeAbout): Task | undefined {
  if (about.kind !== "outcome" && about.kind !== "late-result") return undefined;
  const task = findTask(quote, about.key);
  return task?.kind === "preview" && task.state.status === "completed" ? task : undefined;
}

/** `isWhole`: no line of the preview is missing in either. */
export function excerptOf(
  source: readonly Line[],
  target: readonly Line[],
  isWhole: boolean,
): Excerpt | undefined {
  if (source.length === 0 || target.length === 0) return undefined;
  const parts = isWrapped(source) ? paragraphs : everyLine;
  const [ours, theirs] = [parts(source), parts(target)];
  return isWhole && ours.length === theirs.length
    ? { kind: "paired", rows: ours.map((text, n) => [text, theirs[n] ?? ""]) }
    : { kind: "apart", source: asRead(source), target: asRead(target) };
}

/**
 * Returns true when lines are broken at a width: most end amid a sentence, and blank lines separate
 * paragraphs.
 */
function isWrapped(lines: readonly Line[]): boolean {
  const broken = lines.filter((_, n) => lines[n + 1]?.begins === "line");
  return broken.filter(({ text }) => sentenceEnd.test(text)).length * 2 < broken.length;
}

function everyLine(lines: readonly Line[]): readonly string[] {
  return lines.map(({ text }) => text);
}

function paragraphs(lines: readonly Line[]): readonly string[] {
  return asRead(lines).split("\n\n");
}

function asRead(lines: readonly Line[]): string {
  const before = { paragraph: "\n\n", line: "\n", rest: "" } as const;
  return lines
    .map(({ text, begins }) => `${before[begins]}${text}`)
    .join("")
    .trim();
}

const sentenceEnd = /[.!?…:;。！？：；]["'”’»)\]」』）]?$/u;
