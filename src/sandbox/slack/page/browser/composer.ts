import type { App, Part } from "./app.ts";
import { createHints } from "./command-hints.ts";
import { h, pressable } from "./dom.ts";
import { sendWords } from "./send-words.ts";
import { createStage } from "./stage.ts";

type Place = { readonly channel: string; readonly thread: string | undefined };

type Composing = {
  readonly place: () => Place | undefined;
  readonly label: () => string;
};

export type Composer = Part & { readonly add: (files: readonly File[]) => void };

/** Where one writes: text, files and samples, slash commands with their hints. Enter sends. */
export function createComposer(app: App, { place, label }: Composing): Composer {
  const text = h("textarea", { rows: 1, class: "compose-text", "aria-autocomplete": "list" });
  const send = pressable({ class: "send", "aria-label": "Send" }, "➤");
  const hints = createHints(app, text);
  const stage = createStage(app, () => {
    ready();
    text.focus();
  });

  function ready(): void {
    send.disabled = text.value.trim() === "" && stage.isEmpty();
    hints.update();
  }

  function submit(): void {
    const at = place();
    if (at === undefined || send.disabled) return;
    const words = text.value.trim();
    text.value = "";
    void sendWords(app, { ...at, words, files: stage.takeAll() });
    ready();
  }

  text.addEventListener("input", ready);
  text.addEventListener("keydown", (event) => {
    if (hints.press(event) || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  send.addEventListener("click", submit);
  ready();
  const grow = h("span", { class: "grow" });
  const foot = h("div", { class: "compose-foot" }, ...stage.buttons, grow, send);
  return {
    node: h("div", { class: "composer" }, hints.node, stage.node, text, foot),
    add: stage.add,
    update: () => call(text, label()),
  };
}

function call(text: HTMLTextAreaElement, label: string): void {
  text.placeholder = label;
  text.setAttribute("aria-label", label);
}
