import type { Fields } from "../../json.ts";
import type { Entered, Option } from "../wire.ts";
import type { Reading } from "./reading.ts";

/** Where blocks stand: who reads them, and what a click on them does. */
export type Surface = {
  readonly reading: Reading;
  /** Sends a click or a choice, after its confirm dialog; false when the person thought better of it. */
  readonly act: (element: Fields, option?: Entered) => Promise<boolean>;
  readonly search: (element: Fields, text: string) => Promise<readonly Option[]>;
  /** Puts a file into Slack and gives its id. */
  readonly upload: (file: File) => Promise<string>;
  /** In a modal: what the fields hold is read from here when it is sent. */
  readonly form: Form | undefined;
  /** What a stateful element holds already, by block id and action id. */
  readonly held: (block: Fields, element: Fields) => Fields;
};

/** The input blocks of a modal, by block id. */
export type Form = {
  readonly add: (blockId: string, field: Field) => void;
};

export type Field = {
  readonly read: () => Entered;
  readonly isOptional: boolean;
  readonly label: string;
  /** Shows what is wrong with it; nothing takes the words away. */
  readonly complain: (words: string | undefined) => void;
  readonly focus: () => void;
};

/** An element that a person uses. */
export type Control = {
  readonly node: HTMLElement;
  /** What a label belongs to and the focus goes to. */
  readonly main: HTMLElement;
  /** What is chosen or typed; nothing for buttons and menus. */
  readonly read: () => Entered;
};
