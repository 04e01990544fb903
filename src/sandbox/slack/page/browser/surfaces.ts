import { initialValues, type Values } from "../../blocks/values.ts";
import { type Fields, fieldsOf, textOf } from "../../json.ts";
import type { Entered, Place } from "../wire.ts";
import type { App } from "./app.ts";
import { isConfirmed } from "./dialogs.ts";
import type { Reading } from "./reading.ts";

/** The surroundings of blocks: their reader, and the effect of a click on them. */
export type Surface = {
  readonly reading: Reading;
  /**
   * Sends a click or a choice, after its confirm dialog; returns false when the person cancelled
   * it.
   */
  readonly act: (element: Fields, option?: Entered) => Promise<boolean>;
  /** Puts a file into Slack and returns its id. */
  readonly upload: (file: File) => Promise<string>;
  /** The input blocks of a modal, by block id: their values are read from here when it is sent. */
  readonly fields: Map<string, Field> | undefined;
  /** Returns the present value of a stateful element, by block id and action id. */
  readonly held: (block: Fields, element: Fields) => Fields;
};

export type Field = {
  readonly read: () => Entered;
  readonly isOptional: boolean;
  /** Shows an error; an empty text removes it. */
  readonly complain: (words: string) => void;
  readonly focus: () => void;
};

/** An element that a person uses. */
export type Control = {
  readonly node: HTMLElement;
  /** The node that a label names and that takes the focus. */
  readonly main: HTMLElement;
  /** Returns the chosen or typed value; an empty list for buttons. */
  readonly read: () => Entered;
};

/** The data for drawing an element, and the callback after a choice. */
export type Drawing = {
  readonly element: Fields;
  /** Its present value, as in `state.values`. */
  readonly held: Fields;
  readonly surface: Surface;
  readonly chosen: () => void;
};

type Standing = {
  readonly place: Place;
  readonly fields?: Map<string, Field>;
  /** `state.values` of a view; a message's elements hold their own. */
  readonly values?: Values;
};

/** Connects blocks with the actions of the person on the page. */
export function surfaceOf(app: App, { place, fields, values }: Standing): Surface {
  return {
    reading: app.reading(),
    fields,
    async act(element, option) {
      if (!(await isConfirmed(element, app.reading()))) return false;
      const action = textOf(element["action_id"]);
      // Every click carries the values of the modal's fields.
      const typed = fields && entered(fields);
      await app.perform({ deed: "click", place, action, option, values: typed });
      return true;
    },
    upload: async (file) => (await app.upload(file))?.id ?? "",
    held(block, element) {
      const [blockId, actionId] = [textOf(block["block_id"]), textOf(element["action_id"])];
      const given = values?.[blockId]?.[actionId] ?? initialValues([block])[blockId]?.[actionId];
      return fieldsOf(given);
    },
  };
}

/** Returns the values of these fields, by block id. */
export const entered = (fields: ReadonlyMap<string, Field>) =>
  Object.fromEntries([...fields].map(([id, field]) => [id, field.read()] as const));
