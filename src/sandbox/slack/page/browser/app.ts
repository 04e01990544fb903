import type { Control } from "../../../playground/wire.ts";
import type { Deed, FileShown, Outcome } from "../wire.ts";
import type { Reading } from "./reading.ts";
import type { Spot, State } from "./state.ts";

/** What every part of the page is given. */
export type App = {
  readonly state: State;
  readonly reading: () => Reading;
  /** Does it as whoever is on the page; a trouble is shown by itself. */
  readonly perform: (deed: Deed) => Promise<Outcome>;
  readonly turn: (control: Control) => Promise<void>;
  /** A file, or a sample by its id. Shows a trouble by itself and then gives nothing. */
  readonly upload: (file: File | string) => Promise<FileShown | undefined>;
  readonly go: (to: Partial<Spot>) => void;
  /** Says what to do now, until somebody closes it. */
  readonly advise: (sentence: string) => void;
  /** Says something that needs attention. */
  readonly warn: (sentence: string) => void;
};

/** A part of the page: built once, brought up to date whenever something has changed. */
export type Part = { readonly node: HTMLElement; readonly update: () => void };
