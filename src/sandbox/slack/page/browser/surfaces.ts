import { type Values, initialValues } from "../../blocks/values.ts";
import { type Fields, fieldsOf, isFields, textOf } from "../../json.ts";
import type { Entered, Place } from "../wire.ts";
import { freshId, h, pressable } from "./dom.ts";
import { type Reading, drawText, wordsOf } from "./mrkdwn.ts";
import type { App } from "./state.ts";

/** The surroundings of blocks: their reader, and the effect of a click on them. */
export type Surface = {
  readonly reading: Reading;
  /** Sends a click or a choice after its confirm dialog; false when the person cancelled it. */
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
      const entry = values?.[blockId]?.[actionId] ?? initialValues([block])[blockId]?.[actionId];
      return fieldsOf(entry);
    },
  };
}

/** Returns the values of these fields, by block id. */
export const entered = (fields: ReadonlyMap<string, Field>) =>
  Object.fromEntries([...fields].map(([id, field]) => [id, field.read()] as const));

type Dialog = {
  readonly title: unknown;
  readonly body: HTMLElement;
  readonly foot: readonly (HTMLElement | false)[];
  /** Called by Escape and by the cross. */
  readonly leave: () => void;
};

export function createDialog({ title, body, foot, leave }: Dialog): HTMLDialogElement {
  const id = freshId();
  const cross = pressable({ class: "tool", "aria-label": "Close", click: leave }, "×");
  const head = h("div", { class: "dialog-head" }, h("h2", { id }, wordsOf(title)), cross);
  const last = h("div", { class: "dialog-foot" }, ...foot);
  const dialog = h("dialog", { class: "dialog", "aria-labelledby": id }, head, body, last);
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    leave();
  });
  // Chromium closes a dialog by itself, without that event, for an Escape that follows another one.
  dialog.addEventListener("close", () => {
    if (dialog.isConnected) leave();
  });
  return dialog;
}

/** Asks as Slack does before an element with a `confirm`; returns true at once when it has none. */
async function isConfirmed(element: Fields, reading: Reading): Promise<boolean> {
  if (!isFields(element["confirm"])) return true;
  const { title, text, confirm, deny, style } = fieldsOf(element["confirm"]);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const look = style === "danger" ? "button danger solid" : "button primary";
  const yes = pressable({ class: look, click: () => resolve(true) }, wordsOf(confirm));
  const leave = () => resolve(false);
  const no = pressable({ class: "button", click: leave }, wordsOf(deny));
  const body = h("div", { class: "confirm" }, drawText(text, reading));
  const dialog = createDialog({ title, body, foot: [no, yes], leave });
  const comeBack = wayBack(document.activeElement);
  document.body.append(dialog);
  dialog.showModal();
  yes.focus();
  const answer = await promise;
  dialog.close();
  dialog.remove();
  comeBack();
  return answer;
}

/** Returns a function that restores the focus; the card may have been drawn again meanwhile. */
function wayBack(from: Element | null): () => void {
  const message = from?.closest("[data-ts]")?.getAttribute("data-ts") ?? "";
  const name = from?.getAttribute("data-focus") ?? "";
  const same = `[data-ts="${CSS.escape(message)}"] [data-focus="${CSS.escape(name)}"]`;
  return () => {
    if (from?.isConnected !== true) document.querySelector<HTMLElement>(same)?.focus();
  };
}
