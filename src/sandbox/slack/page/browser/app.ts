import type { Control } from "../../../playground/wire.ts";
import type { Deed, FileShown, Outcome } from "../wire.ts";
import type { Reading } from "./reading.ts";
import type { Spot, State } from "./state.ts";

/** The parts of the page that every other part receives. */
export type App = {
  readonly state: State;
  readonly reading: () => Reading;
  /** Performs a deed as the person on the page; shows a failure by itself. */
  readonly perform: (deed: Deed) => Promise<Outcome>;
  readonly turn: (control: Control) => Promise<void>;
  /**
   * Uploads a file, or a sample by its id. Shows a failure by itself and then returns undefined.
   */
  readonly upload: (file: File | string) => Promise<FileShown | undefined>;
  readonly go: (to: Partial<Spot>) => void;
  /** Shows what to do now, until somebody closes it. */
  readonly advise: (sentence: string) => void;
  /** Shows a sentence that needs attention. */
  readonly warn: (sentence: string) => void;
};

/** A part of the page: built once, updated after every change. */
export type Part = { readonly node: HTMLElement; readonly update: () => void };
