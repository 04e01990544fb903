import type { App, Part } from "./app.ts";
import { createComposer } from "./composer.ts";
import { h } from "./dom.ts";
import { onDrop } from "./fields.ts";
import { createList } from "./list.ts";
import { messageItems } from "./messages.ts";
import { createScroll } from "./scroll.ts";
import { channelShown, type State, talkIn } from "./state.ts";

/** A channel or the direct message with the desk. A manuscript can be dropped anywhere on it. */
export function createConversation(app: App): Part {
  const title = h("h2", {});
  const topic = h("p", {});
  const list = h("ol", { class: "messages", "aria-label": "Messages" });
  const nothing = h("p", { class: "nothing" });
  const scroll = createScroll(
    h("div", { class: "scroller", tabindex: 0, "aria-label": "Messages" }, nothing, list),
  );
  const show = createList(list);
  const composer = createComposer(app, {
    place: () => {
      const channel = channelShown(app.state);
      return channel === undefined ? undefined : { channel, thread: undefined };
    },
    label: () => `Message ${nameOf(app)}`,
  });
  const head = h("div", { class: "pane-head" }, title, topic);
  const target = h(
    "div",
    { class: "drop-here", "aria-hidden": "true" },
    "Drop the manuscript here",
  );
  const look = { class: "conversation", "aria-label": "Conversation" };
  const node = h("section", look, head, scroll.node, composer.node, target);
  onDrop(node, composer.add);

  function update(): void {
    const channel = channelShown(app.state);
    node.hidden = channel === undefined;
    if (channel === undefined) return;
    const all = talkIn(app.state, channel);
    title.textContent = nameOf(app);
    topic.textContent = topicOf(app, channel);
    nothing.textContent = all.length > 0 ? "" : emptyWords(app, channel);
    show(messageItems(app, all, "conversation"));
    scroll.follow(channel);
    composer.update();
    markSeen(app.state, channel);
  }

  return { node, update };
}

function markSeen({ messages, seen }: State, channel: string): void {
  const all = [...messages.values()].filter((message) => message.channel === channel);
  seen.set(
    channel,
    all
      .map(({ ts }) => ts)
      .sort()
      .at(-1) ?? "",
  );
}

function nameOf({ state }: App): string {
  if (state.spot.place === "galley") return "Galley";
  const name = state.screen?.channels.find(({ id }) => id === state.spot.place)?.name;
  return `#${name ?? ""}`;
}

function topicOf(app: App, channel: string): string {
  const place = app.state.screen?.channels.find(({ id }) => id === channel);
  if (place?.kind === "im") return "Your direct messages with the desk";
  const isDeskHere = place?.members.includes(app.state.screen?.bot ?? "") === true;
  const count = `${place?.members.length ?? 0} members`;
  return isDeskHere ? `${count}, the desk is one of them` : `${count}, the desk is not here`;
}

function emptyWords(app: App, channel: string): string {
  const place = app.state.screen?.channels.find(({ id }) => id === channel);
  const isDeskHere = place?.members.includes(app.state.screen?.bot ?? "") === true;
  return isDeskHere
    ? "Nothing was said here yet. Drop a manuscript here, or choose one with Samples: the desk answers in its thread."
    : "Nothing was said here yet. The desk is no member of this channel and hears nothing of it.";
}
