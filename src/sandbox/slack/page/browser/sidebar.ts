import type { Message } from "../../model.ts";
import type { App, Part } from "./app.ts";
import { h, pressable } from "./dom.ts";
import { createList, type Item } from "./list.ts";
import { directChannel, isMessage, type State } from "./state.ts";

/** Lists this person's conversations, and Galley with its Home. */
export function createSidebar(app: App, close: () => void): Part {
  const title = h("div", { class: "workspace" });
  const places = h("div");
  const show = createList(places);
  const node = h("nav", { class: "sidebar", "aria-label": "Conversations" }, title, places);

  const line = (given: Line) =>
    lineItem(app.state, given, () => {
      app.go({ place: given.place, thread: undefined });
      close();
    });

  function update(): void {
    const { screen } = app.state;
    if (screen === undefined) return;
    title.textContent = screen.workspace;
    const open = screen.channels.filter(({ kind }) => kind !== "im");
    show([
      heading("Channels"),
      ...open.map(({ id, name, kind }) =>
        line({ place: id, sign: kind === "private" ? "🔒" : "#", words: name, channel: id }),
      ),
      heading("Apps"),
      line({ place: "galley", sign: "✉", words: "Galley", channel: directChannel(screen) }),
      line({ place: "home", sign: "⌂", words: "Galley’s Home", channel: undefined }),
    ]);
  }

  return { node, update };
}

const heading = (words: string): Item => ({
  key: words,
  signature: [],
  draw: () => h("h2", {}, words),
});

type Line = {
  readonly place: string;
  readonly sign: string;
  readonly words: string;
  readonly channel: string | undefined;
};

function lineItem(state: State, { place, sign, words, channel }: Line, enter: () => void): Item {
  const isHere = state.spot.place === place;
  const fresh = isHere ? [] : freshIn(state, channel);
  const isMentioned = fresh.some(({ text }) => text.includes(`<@${state.spot.me}>`));
  const look = fresh.length > 0 ? "place is-fresh" : "place";
  const current = isHere ? "page" : undefined;
  return {
    key: place,
    signature: [look, isHere, isMentioned, words],
    draw: () =>
      pressable(
        { class: look, "aria-current": current, "data-focus": place, click: enter },
        h("span", { class: "sign", "aria-hidden": "true" }, sign),
        h("span", {}, words),
        isMentioned && h("span", { class: "badge" }, "new"),
      ),
  };
}

/** Returns the messages since this conversation was last on the screen. */
function freshIn({ said, seen, spot }: State, channel: string | undefined): readonly Message[] {
  const since = seen.get(channel ?? "") ?? "";
  return [...said.values()]
    .filter(isMessage)
    .filter((one) => one.channel === channel && one.ts > since && one.user !== spot.me);
}
