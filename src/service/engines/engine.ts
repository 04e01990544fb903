import type { Term } from "#service/contract/task.ts";
import { extractTerms } from "#service/contract/text.ts";

/** Languages as codes (never `auto`), and terms to be used unchanged. */
export type Translation = {
  readonly source: string;
  readonly target: string;
  readonly glossary: readonly Term[];
};

export type Gap = "untranslated" | "doubtful";

/** A long translation beside its text: its task, its finished parts and its limits. */
export type Job = Translation & {
  readonly taskId: string;
  /** Requests to a model take turns by account, and light ones go first. */
  readonly account: string;
  readonly isLight: boolean;
  /** Code points of the text. */
  readonly characters: number;
  /** Returns a part that was finished before, by its name; `finish` keeps one more. */
  readonly finished: (name: string) => Promise<string | undefined>;
  readonly finish: (name: string, text: string) => Promise<void>;
  /** Reports the progress, from 0 to 1. */
  readonly progress: (share: number) => void;
  /** Reports a paragraph, counted from 1, or a part of one, in the order of the text. */
  readonly gap: (kind: Gap, paragraph: number, characters: number) => void;
  /**
   * The time, epoch ms, after which no request is repeated: the rest stays in the source language.
   */
  readonly deadline: number;
  readonly signal: AbortSignal;
};

/** Translates a text, given and returned in pieces; line breaks stay as they are. */
export type Translate = (
  text: AsyncIterable<string>,
  translation: Translation,
) => AsyncIterable<string>;

export type Engine = {
  readonly translate: (text: AsyncIterable<string>, job: Job) => AsyncIterable<string>;
  /** Returns names and terms of a text with preferred translations. */
  readonly extract: (text: string, job: Job) => Promise<readonly Term[]>;
  /** Returns the reason why it cannot translate from one language to the other, in a sentence. */
  readonly refuses?: (pair: Pick<Translation, "source" | "target">) => string | undefined;
  /** Returns the reason why it cannot work, in a sentence. A model may have to be loaded first. */
  readonly ready: (timeoutMs: number) => Promise<string | undefined>;
};

/** An engine without a model: terms stay as they are. */
export function plainEngine(translate: Translate): Engine {
  return {
    translate,
    extract: async (text) => extractTerms(text),
    ready: async () => undefined,
  };
}

/** No answer came until the task's deadline. */
export class TranslationFailedError extends Error {
  override readonly name = "TranslationFailedError";
}
