import { createComposer } from "./composer.ts";
import { h, pressable } from "./dom.ts";
import { onDrop } from "./elements.ts";
import { createList, createScroll } from "./list.ts";
import { messageItems } from "./messages.ts";
import { type App, type Part, type State, channelShown, isMessage, talkIn } from "./state.ts";

/** A channel or the direct message with Galley. A manuscript can be dropped anywhere on it. */
export function createConversation(app: App): Part {
  const title = h("h2");
  const topic = h("p");
  const nothing = h("p", { class: "nothing" });
  const label = () => `Message ${nameOf(app)}`;
  const pane = createPane(app, { words: "Messages", thread: () => undefined, label });
  pane.scroller.prepend(nothing);
  const head = h("div", { class: "pane-head" }, title, topic);
  const hint = "Drop the manuscript here";
  const target = h("div", { class: "drop-here", "aria-hidden": "true" }, hint);
  const look = { class: "conversation", "aria-label": "Conversation" };
  const node = h("section", look, head, ...pane.nodes, target);
  onDrop(node, pane.add);

  function update(): void {
    const channel = channelShown(app.state);
    node.hidden = channel === undefined;
    if (channel === undefined) return;
    const { screen } = app.state;
    const place = screen?.channels.find(({ id }) => id === channel);
    const isGalleyHere = place?.members.includes(screen?.bot ?? "") === true;
    title.textContent = nameOf(app);
    topic.textContent =
      place?.kind === "im"
        ? "Your direct messages with Galley"
        : `${place?.members.length ?? 0} members, ${isGalleyHere ? "Galley among them" : "Galley is not here"}`;
    const isEmpty = pane.show(channel) === 0;
    nothing.textContent = isEmpty ? (isGalleyHere ? emptyWords : deafWords) : "";
    markSeen(app.state, channel);
  }

  return { node, update };
}

const emptyWords =
  "Nothing was said here yet. Drop a manuscript here, or choose one with Samples: Galley answers in its thread.";
const deafWords =
  "Nothing was said here yet. Galley is no member of this channel and hears nothing of it.";

export function createThread(app: App): Part {
  const thread = () => app.state.spot.thread;
  const pane = createPane(app, { words: "Thread", thread, label: () => "Reply…" });
  const close = { "aria-label": "Close the thread", click: () => app.go({ thread: undefined }) };
  const cross = pressable({ class: "tool", ...close }, "×");
  const grow = h("span", { class: "grow" });
  const head = h("div", { class: "pane-head" }, h("h2", {}, "Thread"), grow, cross);
  const node = h("aside", { class: "thread", "aria-label": "Thread" }, head, ...pane.nodes);
  onDrop(node, pane.add);

  function update(): void {
    const channel = thread() === undefined ? undefined : channelShown(app.state);
    node.hidden = channel === undefined || pane.show(channel) === 0;
  }

  return { node, update };
}

type Pane = {
  /** Its name for screen readers. */
  readonly words: string;
  readonly thread: () => string | undefined;
  readonly label: () => string;
};

/** Messages with a composer below: of a conversation, or of a thread. */
function createPane(app: App, { words, thread, label }: Pane) {
  const list = h("ol", { class: "messages", "aria-label": words });
  const look = { class: "scroller", tabindex: 0, "aria-label": `${words} that were posted` };
  const scroller = h("div", look, list);
  const scroll = createScroll(scroller);
  const draw = createList(list);
  const place = () => {
    const channel = channelShown(app.state);
    return channel === undefined ? undefined : { channel, thread: thread() };
  };
  const composer = createComposer(app, { place, label });
  return {
    scroller,
    nodes: [scroller, composer.node],
    add: composer.add,
    /** Returns how many messages are there. */
    show(channel: string): number {
      const all = talkIn(app.state, channel, thread());
      draw(messageItems(app, all, thread() === undefined ? "conversation" : "thread"));
      const mine = all.findLast((one) => !isMessage(one) || one.user === app.state.spot.me);
      scroll.follow(`${thread() ?? channel} ${mine?.ts}`);
      composer.update();
      return all.length;
    },
  };
}

function markSeen({ said, seen }: State, channel: string): void {
  const all = [...said.values()].filter((one) => isMessage(one) && one.channel === channel);
  const newest = all
    .map(({ ts }) => ts)
    .sort()
    .at(-1);
  seen.set(channel, newest ?? "");
}

function nameOf({ state }: App): string {
  if (state.spot.place === "galley") return "Galley";
  const name = state.screen?.channels.find(({ id }) => id === state.spot.place)?.name;
  return `#${name ?? ""}`;
}
