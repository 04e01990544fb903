import type { LogLine } from "../../../playground/wire.ts";
import type { App, Part } from "./app.ts";
import { h } from "./dom.ts";
import { createList } from "./list.ts";
import { createScroll } from "./scroll.ts";

const filters: Readonly<Record<string, (line: LogLine) => boolean>> = {
  "All requests": () => true,
  "With the partner": ({ to }) => to === "partner",
  "With Slack": ({ from, to }) => from === "Slack" || to === "Slack",
  "With an idempotency key": ({ idempotencyKey }) => idempotencyKey !== undefined,
};

/** Every request between desk, Slack and partner, in the order in which they were answered. */
export function createLog(app: App): Part {
  const list = h("ol", { class: "log", "aria-label": "Requests, oldest first" });
  const scroll = createScroll(
    h("div", { class: "scroller", tabindex: 0, "aria-label": "Requests" }, list),
  );
  const show = createList(list);
  const filter = h(
    "select",
    { class: "select", "aria-label": "Which requests" },
    ...Object.keys(filters).map((name) => h("option", { value: name }, name)),
  );
  const node = h(
    "div",
    { class: "log-panel" },
    h("div", { class: "log-head" }, filter),
    scroll.node,
  );

  function update(): void {
    const isWanted = filters[filter.value] ?? (() => true);
    show(
      app.state.lines.filter(isWanted).map((line) => ({
        key: String(line.number),
        signature: [],
        draw: () => drawLine(line),
      })),
    );
    scroll.follow(filter.value);
  }

  filter.addEventListener("change", update);
  return { node, update };
}

function drawLine(line: LogLine): HTMLElement {
  const { at, from, to, name, about, idempotencyKey: key, outcome, isFault, detail } = line;
  const time = new Date(at).toLocaleTimeString("en-GB");
  return h(
    "li",
    {},
    h(
      "details",
      {},
      h(
        "summary",
        {},
        h("time", {}, time),
        h(
          "span",
          { class: `way way-${from === "Slack" || to === "Slack" ? "slack" : "partner"}` },
          `${from} → ${to}`,
        ),
        h("span", { class: "what" }, h("strong", {}, name), about !== "" && ` ${about}`),
        key !== undefined &&
          h("code", { class: "key", title: `Idempotency key ${key}` }, `key ${key.slice(0, 8)}`),
        h("span", { class: isFault ? "outcome is-fault" : "outcome" }, outcome),
      ),
      key !== undefined && h("p", {}, `Idempotency-Key: ${key}`),
      h("pre", { tabindex: 0 }, detail),
    ),
  );
}
