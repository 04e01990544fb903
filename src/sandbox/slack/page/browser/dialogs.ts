import { fieldsOf, isFields, type Fields } from "../../json.ts";
import { freshId, h, pressable } from "./dom.ts";
import { drawText, wordsOf } from "./mrkdwn.ts";
import type { Reading } from "./reading.ts";

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
  return dialog;
}

/** Asks as Slack does before an element with a `confirm`; returns true at once when it has none. */
export async function isConfirmed(element: Fields, reading: Reading): Promise<boolean> {
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
