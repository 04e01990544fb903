import type { RoleChoice } from "../../../playground/wire.ts";
import { locales } from "../app.ts";
import type { App, Part } from "./app.ts";
import { h, pressable } from "./dom.ts";
import { createList } from "./list.ts";
import { avatar } from "./messages.ts";

type Sides = { readonly menu: () => void; readonly drawer: () => void };

/** Draws the bar at the top: the person, Slack's language, light or dark, the drawer. */
export function createTop(app: App, { menu, drawer }: Sides): Part {
  const people = h("div", { class: "people", role: "group", "aria-label": "Who you are" });
  const show = createList(people);
  const tongue = tongueSwitch(app);
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
    tongue,
    themeSwitch(),
    pressable(open, "⚙ Outside worlds"),
  );

  function update(): void {
    const { welcome, spot, screen, connection, calls } = app.state;
    tongue.value = screen?.people.find(({ id }) => id === spot.me)?.locale ?? "en-US";
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
  const face = avatar(screen?.people.find((one) => one.id === id));
  return pressable({ class: "person", ...pressed, ...be }, face, words, badge);
}

type Choices = readonly (readonly [value: string, words: string])[];

function choiceOf(label: string, choices: Choices, title?: string): HTMLSelectElement {
  const options = choices.map(([value, words]) => h("option", { value }, words));
  return h("select", { class: "theme", "aria-label": label, title }, ...options);
}

function tongueSwitch(app: App): HTMLSelectElement {
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
