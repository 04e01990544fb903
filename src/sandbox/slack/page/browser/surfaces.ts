import { initialValues, type Values } from "../../blocks/values.ts";
import { type Fields, fieldsOf, textOf } from "../../json.ts";
import type { Entered, Place } from "../wire.ts";
import type { App } from "./app.ts";
import { isConfirmed } from "./dialogs.ts";
import type { Reading } from "./reading.ts";

/** Where blocks stand: who reads them, and what a click on them does. */
export type Surface = {
  readonly reading: Reading;
  /** Sends a click or a choice, after its confirm dialog; false when the person thought better of it. */
  readonly act: (element: Fields, option?: Entered) => Promise<boolean>;
  /** Puts a file into Slack and gives its id. */
  readonly upload: (file: File) => Promise<string>;
  /** The input blocks of a modal, by block id: what they hold is read from here when it is sent. */
  readonly fields: Map<string, Field> | undefined;
  /** What a stateful element holds already, by block id and action id. */
  readonly held: (block: Fields, element: Fields) => Fields;
};

export type Field = {
  readonly read: () => Entered;
  readonly isOptional: boolean;
  /** Shows what is wrong with it; an empty text takes the words away. */
  readonly complain: (words: string) => void;
  readonly focus: () => void;
};

/** An element that a person uses. */
export type Control = {
  readonly node: HTMLElement;
  /** What a label belongs to and the focus goes to. */
  readonly main: HTMLElement;
  /** What is chosen or typed; nothing for buttons. */
  readonly read: () => Entered;
};

/** What draws an element needs, and what happens once something is chosen. */
export type Drawing = {
  readonly element: Fields;
  /** What it holds already, as `state.values` would say it. */
  readonly held: Fields;
  readonly surface: Surface;
  readonly chosen: () => void;
};

type Standing = {
  readonly place: Place;
  readonly fields?: Map<string, Field>;
  /** `state.values` of a view; a message's elements hold what they say themselves. */
  readonly values?: Values;
};

/** Connects blocks with the deeds of the person on the page. */
export function surfaceOf(app: App, { place, fields, values }: Standing): Surface {
  return {
    reading: app.reading(),
    fields,
    async act(element, option) {
      if (!(await isConfirmed(element, app.reading()))) return false;
      const action = textOf(element["action_id"]);
      // What the fields of a modal hold goes along with every click.
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

/** What these fields hold, by block id. */
export const entered = (fields: ReadonlyMap<string, Field>) =>
  Object.fromEntries([...fields].map(([id, field]) => [id, field.read()] as const));
