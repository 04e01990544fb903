import type { Message } from "../../model.ts";
import { locales } from "../app.ts";
import type { RoleChoice } from "../playground-wire.ts";
import { h, pressable } from "./dom.ts";
import { type Item, createList } from "./list.ts";
import { avatar } from "./messages.ts";
import { type App, type Part, type State, directChannel, isMessage } from "./state.ts";

type Sides = { readonly menu: () => void; readonly drawer: () => void };

/** Draws the bar at the top: the person, Slack's language, light or dark, the drawer. */
export function createTop(app: App, { menu, drawer }: Sides): Part {
  const people = h("div", { class: "people", role: "group", "aria-label": "Who you are" });
  const show = createList(people);
  const locale = languageSwitch(app);
  const status = h("span", { class: "connection", role: "status" });
  const narrow = { class: "top-button only-narrow", "aria-label": "Conversations", click: menu };
  const open = { class: "top-button", "data-open": "drawer", click: drawer };
  const node = h(
    "header",
    { class: "top" },
    pressable(narrow, "☰"),
    h("h1", {}, "Galley ", h("span", {}, "playground")),
    people,
    status,
    h("span", { class: "grow" }),
    locale,
    themeSwitch(),
    pressable(open, "⚙ Outside worlds"),
  );

  function update(): void {
    const { welcome, spot, screen, connection, calls } = app.state;
    locale.value = screen?.people.find(({ id }) => id === spot.me)?.locale ?? "en-US";
    status.textContent = connection === "live" ? "" : "Connection lost; trying again…";
    show(
      (welcome?.roles ?? []).map((choice) => ({
        key: choice.id,
        signature: [choice.id === spot.me, screen?.people.length, calls.get(choice.id)],
        draw: () => personButton(app, choice),
      })),
    );
  }

  return { node, update };
}

function personButton(app: App, { id, name: lower, role }: RoleChoice): HTMLElement {
  const { spot, screen, calls } = app.state;
  const count = calls.get(id);
  const badge = count !== undefined && h("span", { class: "badge" }, String(count));
  const name = lower.slice(0, 1).toUpperCase() + lower.slice(1);
  const pressed = { "aria-pressed": String(id === spot.me), "data-focus": id };
  const be = { title: `Be ${name}, ${role}`, click: () => app.go({ me: id }) };
  const words = h("span", { class: "person-words" }, h("strong", {}, name), h("span", {}, role));
  const face = avatar(screen?.people ?? [], id);
  return pressable({ class: "person", ...pressed, ...be }, face, words, badge);
}

type Choices = readonly (readonly [value: string, words: string])[];

function choiceOf(label: string, choices: Choices, title?: string): HTMLSelectElement {
  const options = choices.map(([value, words]) => h("option", { value }, words));
  return h("select", { class: "theme", "aria-label": label, title }, ...options);
}

function languageSwitch(app: App): HTMLSelectElement {
  const title = "The language of everybody’s Slack. Galley hears of it within a minute.";
  const select = choiceOf("Slack’s language", locales, title);
  select.addEventListener("change", () => {
    for (const [locale, words] of locales.filter(([value]) => value === select.value)) {
      app.warn(`Slack is in ${words} now. Galley hears of it within a minute.`);
      void app.perform({ deed: "speak", locale });
    }
  });
  return select;
}

const themes = [
  ["system", "System colours"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

function themeSwitch(): HTMLElement {
  const select = choiceOf("Colours", themes);
  const wear = () => {
    document.documentElement.dataset["theme"] = select.value;
  };
  select.value = localStorage.getItem("theme") ?? "system";
  wear();
  select.addEventListener("change", () => {
    localStorage.setItem("theme", select.value);
    wear();
  });
  return select;
}

/** Lists this person's conversations, and Galley with its Home. */
export function createSidebar(app: App, close: () => void): Part {
  const title = h("div", { class: "workspace" });
  const places = h("div");
  const show = createList(places);
  const node = h("nav", { class: "sidebar", "aria-label": "Conversations" }, title, places);

  const line = (entry: Line) =>
    lineItem(app.state, entry, () => {
      app.go({ place: entry.place, thread: undefined });
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
