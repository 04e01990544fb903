import type { App, Part } from "./app.ts";
import { h, pressable } from "./dom.ts";
import { createList, type Item } from "./list.ts";
import { directChannel, type State } from "./state.ts";

/** The conversations that this person has, and the desk with its Home. */
export function createSidebar(app: App, close: () => void): Part {
  const title = h("div", { class: "workspace" });
  const channels = h("div", { class: "places" });
  const desk = h("div", { class: "places" });
  const showChannels = createList(channels);
  const showDesk = createList(desk);
  const node = h(
    "nav",
    { class: "sidebar", "aria-label": "Conversations" },
    title,
    h("h2", {}, "Channels"),
    channels,
    h("h2", {}, "Apps"),
    desk,
  );

  const enter = (place: string) => () => {
    app.go({ place, thread: undefined });
    close();
  };
  const line = (given: Line) => lineItem(app.state, given, enter(given.place));

  function update(): void {
    const { screen } = app.state;
    if (screen === undefined) return;
    title.textContent = screen.workspace;
    const open = screen.channels.filter(({ kind }) => kind !== "im");
    showChannels(
      open.map(({ id, name, kind }) =>
        line({ place: id, sign: kind === "private" ? "🔒" : "#", words: name, channel: id }),
      ),
    );
    showDesk([
      line({ place: "galley", sign: "✉", words: "Galley", channel: directChannel(screen) }),
      line({ place: "home", sign: "⌂", words: "Galley’s Home", channel: undefined }),
    ]);
  }

  return { node, update };
}

function lineItem(state: State, { place, sign, words, channel }: Line, enter: () => void): Item {
  const isHere = state.spot.place === place;
  const fresh = channel === undefined || isHere ? "none" : freshIn(state, channel);
  const look = fresh === "none" ? "place" : "place is-fresh";
  const current = isHere ? "page" : undefined;
  return {
    key: place,
    signature: [isHere, fresh, words],
    draw: () =>
      pressable(
        { class: look, "aria-current": current, "data-focus": place, click: enter },
        h("span", { class: "sign", "aria-hidden": "true" }, sign),
        h("span", {}, words),
        fresh === "mention" && h("span", { class: "badge" }, "new"),
      ),
  };
}

type Line = {
  readonly place: string;
  readonly sign: string;
  readonly words: string;
  readonly channel: string | undefined;
};

/** Whether something came in since this conversation was last on the screen. */
function freshIn({ messages, seen, spot }: State, channel: string): "none" | "some" | "mention" {
  const since = seen.get(channel) ?? "";
  const fresh = [...messages.values()].filter(
    (message) => message.channel === channel && message.ts > since && message.user !== spot.me,
  );
  if (fresh.some(({ text }) => text.includes(`<@${spot.me}>`))) return "mention";
  return fresh.length > 0 ? "some" : "none";
}
