import type { Galley } from "../../journeys/galley.ts";
import type { Scene, SceneState } from "./scene.ts";

type Person = keyof Pick<
  Galley["slack"]["people"],
  "robin" | "ana" | "ada" | "sam" | "guest" | "other"
>;

/** An attempt by somebody. It approves nothing unless it says so. */
export type Case = {
  /** Begins with its number in the list of forty-seven. */
  readonly what: string;
  readonly state?: SceneState;
  readonly does: (scene: Scene) => Promise<unknown>;
  /** The HTTP status of the answer, where the case is about one. */
  readonly answers?: number;
  /** The number of tasks that it creates while the store is up; while it is down there are none. */
  readonly buys?: 1;
  /** The person who receives a message, and its text, while the store is up. */
  readonly hears?: readonly [Person, RegExp];
  /** Text that only admins may see, whether the store is up or down. */
  readonly hides?: RegExp;
};
