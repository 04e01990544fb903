import { commands } from "../app.ts";
import type { App, Part } from "./app.ts";
import { createHints } from "./command-hints.ts";
import { h, pressable } from "./dom.ts";
import { createStage } from "./stage.ts";

type Place = { readonly channel: string; readonly thread: string | undefined };

type Composing = {
  readonly place: () => Place | undefined;
  readonly label: () => string;
};

export type Composer = Part & { readonly add: (files: readonly File[]) => void };

/**
 * Creates the field for writing: text, files and samples, slash commands with their hints. Enter
 * sends.
 */
export function createComposer(app: App, { place, label }: Composing): Composer {
  const text = h("textarea", { rows: 1, class: "compose-text", "aria-autocomplete": "list" });
  const send = pressable({ class: "send", "aria-label": "Send" }, "➤");
  const hints = createHints(text);
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
    const files = stage.takeAll();
    if (words.startsWith("/") && files.length === 0) runCommand(app, words, at);
    else void app.perform({ deed: "post", text: written(app, words), files, ...at });
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
  const update = () => {
    text.placeholder = label();
    text.setAttribute("aria-label", label());
  };
  const node = h("div", { class: "composer" }, hints.node, stage.node, text, foot);
  return { node, add: stage.add, update };
}

function runCommand(app: App, words: string, { channel, thread }: Place): void {
  const [command = "", ...rest] = words.split(" ");
  const isKnown = commands.some((one) => one.command === command);
  if (!isKnown) app.warn(`${command} is not a valid command.`);
  else if (thread !== undefined) app.warn("Slack takes no slash commands in threads.");
  else void app.perform({ deed: "command", channel, command, text: rest.join(" ") });
}

/** Returns the text as Slack's own clients send it: signs escaped, people and channels by id. */
function written(app: App, words: string): string {
  const { people = [], channels = [] } = app.state.screen ?? {};
  const escaped = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return escaped.replaceAll(/([@#])([\w-]+)/gu, (whole, sign: string, name: string) => {
    const known = [...(sign === "@" ? people : channels)].find((one) => one.name === name);
    return known === undefined ? whole : `<${sign}${known.id}>`;
  });
}
