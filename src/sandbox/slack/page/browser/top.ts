import type { RoleChoice } from "../../../playground/wire.ts";
import { locales } from "../locales.ts";
import type { App, Part } from "./app.ts";
import { h, pressable } from "./dom.ts";
import { createList } from "./list.ts";
import { avatar } from "./messages.ts";

type Sides = { readonly menu: () => void; readonly drawer: () => void };

/** The bar above everything: who one is, light or dark, the drawer. */
export function createTop(app: App, { menu, drawer }: Sides): Part {
  const people = h("div", { class: "people", role: "group", "aria-label": "Who you are" });
  const show = createList(people);
  const tongue = tongueSwitch(app);
  const status = h("span", { class: "connection", role: "status" });
  const node = h(
    "header",
    { class: "top" },
    pressable(
      { class: "top-button only-narrow", "aria-label": "Conversations", click: menu },
      "☰",
    ),
    h("h1", {}, "Galley ", h("span", {}, "playground")),
    people,
    status,
    h("span", { class: "grow" }),
    tongue,
    themeSwitch(),
    pressable({ class: "top-button", "data-open": "drawer", click: drawer }, "⚙ Outside worlds"),
  );

  function update(): void {
    const { welcome, spot, screen, connection } = app.state;
    tongue.value = screen?.people.find(({ id }) => id === spot.me)?.locale ?? "en-US";
    status.textContent = connection === "live" ? "" : "Connection lost; trying again…";
    show(
      (welcome?.roles ?? []).map((choice) => ({
        key: choice.id,
        signature: [choice.id === spot.me, screen?.people.length],
        draw: () => personButton(app, choice),
      })),
    );
  }

  return { node, update };
}

function personButton(app: App, { id, name, role }: RoleChoice): HTMLElement {
  const { spot, screen } = app.state;
  const person = screen?.people.find((one) => one.id === id);
  const pressed = { "aria-pressed": String(id === spot.me), "data-focus": id };
  const be = { title: `Be ${capital(name)}, ${role}`, click: () => app.go({ me: id }) };
  return pressable(
    { class: "person", ...pressed, ...be },
    avatar(person),
    h("span", { class: "person-words" }, h("strong", {}, capital(name)), h("span", {}, role)),
  );
}

const capital = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);

function tongueSwitch(app: App): HTMLSelectElement {
  const select = h(
    "select",
    {
      class: "theme",
      "aria-label": "Slack’s language",
      title: "The language of everybody’s Slack. The desk hears of it within a minute.",
    },
    ...locales.map(([value, words]) => h("option", { value }, words)),
  );
  select.addEventListener("change", () => {
    for (const [locale, words] of locales.filter(([value]) => value === select.value)) {
      app.warn(`Slack is in ${words} now. The desk hears of it within a minute.`);
      void app.perform({ deed: "speak", locale });
    }
  });
  return select;
}

const themes = { system: "System colours", light: "Light", dark: "Dark" } as const;

function themeSwitch(): HTMLElement {
  const select = h(
    "select",
    { class: "theme", "aria-label": "Colours" },
    ...Object.entries(themes).map(([value, words]) => h("option", { value }, words)),
  );
  const wear = (name: string) => {
    if (name === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = name;
  };
  select.value = localStorage.getItem("theme") ?? "system";
  wear(select.value);
  select.addEventListener("change", () => {
    localStorage.setItem("theme", select.value);
    wear(select.value);
  });
  return select;
}
