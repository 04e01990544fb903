import type { Control } from "../../../playground/wire.ts";
import type { App, Part } from "./app.ts";
import { h, pressable } from "./dom.ts";

const speeds = [
  [200, "200 characters a second"],
  [2000, "2,000 characters a second"],
  [20_000, "20,000 characters a second"],
  [200_000, "200,000 characters a second"],
  [1_000_000_000, "at once"],
] as const;

const minuteMs = 60_000;

/** The partner's account in figures, and the knobs for what it has and how fast it works. */
export function createFigures(app: App): Part {
  const facts = h("dl", { class: "figures" });
  const rate = createRate(app);
  const balance = knob(app, "Balance", (credits) => ({ control: "balance", credits }));
  const limit = knob(app, "Requests a minute", (requests) => ({ control: "limit", requests }));
  const speed = speedSelect(app);
  const pace = h("label", { class: "inline" }, "Speed ", speed);
  const keys = h("div", { class: "row" }, keyButton(app, "revoke"), keyButton(app, "mend"));
  const title = h("h3", {}, "The partner");
  const look = { "aria-label": "The partner’s account" };

  function update(): void {
    const { worlds } = app.state;
    if (worlds === undefined) return;
    const { balance: whole, available, reserved, charged } = worlds;
    const rows = { Balance: whole, Reserved: reserved, Available: available, Charged: charged };
    facts.replaceChildren(
      ...Object.entries(rows).map(([name, count]) =>
        h("div", {}, h("dt", {}, name), h("dd", {}, count.toLocaleString("en"))),
      ),
    );
    if (document.activeElement !== speed) speed.value = nearest(worlds.charsPerSecond);
    rate.update();
  }

  return { node: h("section", look, title, facts, rate.node, balance, limit, pace, keys), update };
}

const keyWords = { revoke: "Revoke the key", mend: "Make it valid again" } as const;

function keyButton(app: App, wish: "revoke" | "mend"): HTMLElement {
  const turn = () => void app.turn({ control: "key", wish });
  return pressable({ class: "button small", click: turn }, keyWords[wish]);
}

/** Requests of the last minute against the limit. */
function createRate(app: App): Part {
  const meter = h("meter", { min: 0, "aria-label": "Requests of the last minute" });
  const words = h("span", {});
  function update(): void {
    const { worlds } = app.state;
    if (worlds === undefined) return;
    const recent = worlds.requestsAt.filter((at) => at > Date.now() - minuteMs).length;
    meter.max = worlds.limit;
    meter.value = recent;
    words.textContent = `${recent} of ${worlds.limit} requests in the last minute, ${worlds.refused} refused`;
  }
  // The minute moves on by itself; nothing is asked for.
  setInterval(update, 1000);
  return { node: h("p", { class: "rate" }, meter, words), update };
}

function knob(app: App, words: string, wish: (value: number) => Control): HTMLElement {
  const input = h("input", {
    class: "input",
    type: "number",
    min: 0,
    step: 1,
    "aria-label": `New ${words.toLowerCase()}`,
  });
  const set = () => {
    if (input.value === "" || !input.checkValidity()) return;
    void app.turn(wish(input.valueAsNumber));
    input.value = "";
  };
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") set();
  });
  const button = pressable(
    { class: "button small", "aria-label": `Set ${words.toLowerCase()}`, click: set },
    "Set",
  );
  return h("div", { class: "inline" }, `${words} `, input, button);
}

function speedSelect(app: App): HTMLSelectElement {
  const options = speeds.map(([value, words]) => h("option", { value }, words));
  const select = h("select", { class: "select", "aria-label": "Speed of the partner" }, ...options);
  select.addEventListener("change", () => {
    void app.turn({ control: "speed", charsPerSecond: Number(select.value) });
  });
  return select;
}

/** The choice that comes closest to what the partner works at. */
function nearest(charsPerSecond: number): string {
  const distance = (value: number) => Math.abs(Math.log(value / charsPerSecond));
  const [first] = speeds.toSorted(([one], [other]) => distance(one) - distance(other));
  return String(first?.[0] ?? "");
}
