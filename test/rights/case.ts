import type { ShakyHouse } from "../faults/wired-house.ts";
import type { Scene, SceneState } from "./scene.ts";

type Person = keyof Pick<
  ShakyHouse["slack"]["people"],
  "robin" | "ana" | "ada" | "sam" | "guest" | "other"
>;

/** Somebody tries something. Unless it says so, it buys nothing. */
export type Case = {
  /** Begins with its number in the list of forty-seven. */
  readonly what: string;
  readonly state?: SceneState;
  readonly does: (scene: Scene) => Promise<unknown>;
  /** The HTTP status of the answer, where the case is about one. */
  readonly answers?: number;
  /** Tasks that it buys while the store is up; while it is down nothing is ever bought. */
  readonly buys?: 1;
  /** Who hears what, while the store is up. */
  readonly hears?: readonly [Person, RegExp];
  /** Nobody but an admin may be shown this, whether the store is up or down. */
  readonly hides?: RegExp;
};
