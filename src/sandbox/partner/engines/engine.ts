import type { Term } from "../task.ts";

/** Languages as codes (`auto` is never one of them) and the terms to be used as they stand. */
export type Translation = {
  readonly source: string;
  readonly target: string;
  readonly glossary: readonly Term[];
};

/** Turns a text, given and returned in pieces, into another language; line breaks stay as they are. */
export type Engine = {
  readonly translate: (text: AsyncIterable<string>, task: Translation) => AsyncIterable<string>;
};
