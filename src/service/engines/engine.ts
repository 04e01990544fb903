import type { Stretch, Term } from "../contract/task.ts";
import { extractTerms } from "../contract/terms.ts";

/** Languages as codes (`auto` is never one of them) and the terms to be used as they stand. */
export type Translation = {
  readonly source: string;
  readonly target: string;
  readonly glossary: readonly Term[];
};

/** What a long translation needs beside its text. */
export type Job = Translation & {
  readonly taskId: string;
  /** Of the text. */
  readonly characters: number;
  /** A part that was finished before, by its name, and how to keep one more. */
  readonly finished: (name: string) => Promise<string | undefined>;
  readonly finish: (name: string, text: string) => Promise<void>;
  /** Tells how far it is, from 0 to 1. */
  readonly progress: (share: number) => void;
  readonly gap: (kind: "untranslated" | "doubtful", stretch: Stretch) => void;
  /** From then on, epoch ms, nothing is asked again: what is left stands in the source language. */
  readonly deadline: number;
  readonly signal: AbortSignal;
};

/** Turns a text, given and returned in pieces, into another language; line breaks stay as they are. */
export type Translate = (
  text: AsyncIterable<string>,
  translation: Translation,
) => AsyncIterable<string>;

export type Engine = {
  readonly translate: (text: AsyncIterable<string>, job: Job) => AsyncIterable<string>;
  /** Names and terms of a text with preferred translations. */
  readonly extract: (text: string, job: Job) => Promise<readonly Term[]>;
  /** What keeps it from working, in a sentence. */
  readonly ready: () => Promise<string | undefined>;
};

/** An engine without a model: terms stay as they are. */
export function plainEngine(translate: Translate): Engine {
  return {
    translate,
    extract: async (text) => extractTerms(text),
    ready: async () => undefined,
  };
}

/** An engine gave up before any paragraph was translated. */
export class NothingTranslated extends Error {
  override readonly name = "NothingTranslated";
}
