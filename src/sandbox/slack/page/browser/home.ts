import type { App, Part } from "./app.ts";
import { drawBlocks } from "./blocks.ts";
import { h } from "./dom.ts";
import { createList } from "./list.ts";
import { surfaceOf } from "./surfaces.ts";

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
