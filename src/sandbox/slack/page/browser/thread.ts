import type { App, Part } from "./app.ts";
import { createComposer } from "./composer.ts";
import { h, pressable } from "./dom.ts";
import { onDrop } from "./fields.ts";
import { createList } from "./list.ts";
import { messageItems } from "./messages.ts";
import { createScroll } from "./scroll.ts";
import { channelShown, threadOf } from "./state.ts";

/** The thread of a message, beside its conversation. */
export function createThread(app: App): Part {
  const list = h("ol", { class: "messages", "aria-label": "Thread" });
  const show = createList(list);
  const scroll = createScroll(
    h("div", { class: "scroller", tabindex: 0, "aria-label": "Messages of the thread" }, list),
  );
  const composer = createComposer(app, {
    place: () => {
      const channel = channelShown(app.state);
      return channel === undefined ? undefined : { channel, thread: app.state.spot.thread };
    },
    label: () => "Reply…",
  });
  const close = { "aria-label": "Close the thread", click: () => app.go({ thread: undefined }) };
  const grow = h("span", { class: "grow" });
  const cross = pressable({ class: "tool", ...close }, "×");
  const head = h("div", { class: "pane-head" }, h("h2", {}, "Thread"), grow, cross);
  const look = { class: "thread", "aria-label": "Thread" };
  const node = h("aside", look, head, scroll.node, composer.node);
  onDrop(node, composer.add);

  function update(): void {
    const channel = channelShown(app.state);
    const { thread } = app.state.spot;
    const all =
      channel === undefined || thread === undefined ? [] : threadOf(app.state, channel, thread);
    node.hidden = all.length === 0;
    show(messageItems(app, all, "thread"));
    if (all.length === 0) return;
    scroll.follow(thread ?? "");
    composer.update();
  }

  return { node, update };
}
