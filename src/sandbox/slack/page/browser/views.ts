import type { View } from "../../model.ts";
import type { Entered } from "../wire.ts";
import { drawBlocks } from "./blocks.ts";
import { h, pressable } from "./dom.ts";
import { createList } from "./list.ts";
import { wordsOf } from "./mrkdwn.ts";
import type { App, Part } from "./state.ts";
import { type Field, createDialog, entered, surfaceOf } from "./surfaces.ts";

export function createModal(app: App): Part {
  const node = h("div", {});
  let current: { readonly dialog: HTMLDialogElement; readonly view: View } | undefined;

  function update(): void {
    const view = app.state.screen?.modal;
    if (view?.id === current?.view.id && view?.hash === current?.view.hash) return;
    current?.dialog.close();
    current?.dialog.remove();
    current = view === undefined ? undefined : { dialog: drawModal(app, view), view };
    if (current === undefined) return;
    node.append(current.dialog);
    current.dialog.showModal();
    current.dialog.querySelector<HTMLElement>(".block :is(select, input, textarea)")?.focus();
  }

  return { node, update };
}

function drawModal(app: App, view: View): HTMLDialogElement {
  const fields = new Map<string, Field>();
  const leave = () => void app.perform({ deed: "close" });
  const send = pressable({ class: "button primary", "data-focus": "submit" }, wordsOf(view.submit));
  send.addEventListener("click", () => void submit(app, { fields, send }));
  const cancel = pressable({ class: "button", click: leave }, wordsOf(view.close) || "Cancel");
  const surface = surfaceOf(app, { place: "modal", fields, values: view.values });
  const body = drawBlocks(view.blocks, surface);
  const foot = [cancel, view.submit !== undefined && send];
  return createDialog({ title: view.title, body, foot, leave });
}

type Sending = { readonly fields: ReadonlyMap<string, Field>; readonly send: HTMLButtonElement };

/** Slack itself keeps a form whose required fields are empty; the bot decides everything else. */
async function submit(app: App, { fields, send }: Sending): Promise<void> {
  const empty = [...fields].filter(([, field]) => !field.isOptional && isEmpty(field.read()));
  for (const [, field] of fields) field.complain("");
  for (const [, field] of empty) field.complain("Please complete this required field.");
  empty[0]?.[1].focus();
  if (empty.length > 0) return;
  send.disabled = true;
  const outcome = await app.perform({ deed: "submit", values: entered(fields) });
  send.disabled = false;
  if (outcome.status !== "errors") return;
  for (const [blockId, words] of Object.entries(outcome.errors)) {
    fields.get(blockId)?.complain(words);
  }
  fields.get(Object.keys(outcome.errors)[0] ?? "")?.focus();
}

const isEmpty = (entered: Entered) => entered.length === 0;

export function createHome(app: App): Part {
  const body = h("div", { class: "home-body" });
  const show = createList(body);
  const node = h(
    "section",
    { class: "home", "aria-label": "Galley’s Home" },
    h("div", { class: "pane-head" }, h("h2", {}, "Galley’s Home")),
    h("div", { class: "scroller", tabindex: 0, "aria-label": "Home" }, body),
  );

  function update(): void {
    const { spot, screen } = app.state;
    node.hidden = spot.place !== "home";
    const view = screen?.home;
    show([
      {
        key: "home",
        signature: [view],
        draw: () =>
          view === undefined
            ? h("p", { class: "nothing" }, "Galley has not published this tab yet.")
            : drawBlocks(view.blocks, surfaceOf(app, { place: "home", values: view.values })),
      },
    ]);
  }

  return { node, update };
}
