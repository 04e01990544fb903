import type { Charges, Control, FaultChoice, TaskRow, Worlds } from "../playground-wire.ts";
import { h, pressable } from "./dom.ts";
import type { App, Part } from "./state.ts";

/** Draws the partner's account, speed and faults, Slack's faults, and Galley's process. */
export function createWorlds(app: App): Part {
  const columns = [
    [scenesPart(app), botPart(app), slackFaults(app)],
    [partnerPart(app)],
    [partnerFaults(app), tasks(app)],
  ];
  const elements = columns.map((parts) => h("div", {}, ...parts.map(({ node }) => node)));
  const update = () => columns.flat().forEach((part) => part.update());
  return { node: h("div", { class: "worlds" }, ...elements), update };
}

const section = (title: string, ...children: readonly HTMLElement[]) =>
  h("section", { "aria-label": title }, h("h3", {}, title), ...children);

const row = (...children: readonly HTMLElement[]) => h("div", { class: "row" }, ...children);

function turning(app: App, words: string, control: Control, look = "button small") {
  return pressable({ class: look, click: () => void app.turn(control) }, words);
}

/** Draws the scenarios about money, each by one click, and their results so far. */
function scenesPart(app: App): Part {
  const scenes = createChoices(({ label, explains }) => {
    app.advise(explains);
    void app.turn({ control: "scenario", scenario: label });
  });
  const update = () => {
    const { welcome, worlds } = app.state;
    scenes.show(welcome?.scenarios, worlds === undefined ? "" : tallyWords(worlds.charges));
  };
  return { node: section("Behind the scenes", ...scenes.nodes), update };
}

function tallyWords({ once, again, repeated }: Charges): string {
  if (once === 0) return "Nothing is charged yet.";
  const texts = once === 1 ? "1 text" : `${once} texts`;
  const requests = repeated === 1 ? "1 request" : `${repeated} requests`;
  const repeats = repeated === 0 ? "" : ` ${requests} came again and cost nothing.`;
  return again === 0
    ? `${texts} charged once ✓${repeats}`
    : `${texts} charged, ${again} of them again.${repeats}`;
}

function botPart(app: App): Part {
  const state = h("p", { role: "status" });
  const button = (wish: "kill" | "start" | "kill and restart", words: string, look = "button") =>
    turning(app, words, { control: "bot", wish }, look);
  const both = button("kill and restart", "Kill and restart Galley", "button danger");
  const kill = button("kill", "Kill");
  const start = button("start", "Start");
  const hint = h("p", { class: "hint" }, "A real SIGKILL in the middle of whatever it does.");
  const words = { running: "is running", starting: "is starting", stopped: "is not running" };
  const update = () => {
    const now = app.state.worlds?.bot ?? "starting";
    state.textContent = `Galley ${words[now]}.`;
    both.disabled = now !== "running";
    kill.disabled = now !== "running";
    start.disabled = now !== "stopped";
  };
  return { node: section("Galley", state, row(both, kill, start), hint), update };
}

const speeds: readonly (readonly [number, string])[] = [
  [200, "200 characters a second"],
  [2000, "2,000 characters a second"],
  [20_000, "20,000 characters a second"],
  [200_000, "200,000 characters a second"],
  [1_000_000_000, "at once"],
];

/** Draws the partner's account in figures, and the controls for its balance, limit and speed. */
function partnerPart(app: App): Part {
  const facts = h("dl", { class: "figures" });
  const meter = h("meter", { min: 0, "aria-label": "Requests of the last minute" });
  const rate = h("span");
  const options = speeds.map(([value, words]) => h("option", { value }, words));
  const speed = h("select", { class: "select", "aria-label": "Speed of the partner" }, ...options);
  speed.addEventListener("change", () => {
    void app.turn({ control: "speed", charsPerSecond: Number(speed.value) });
  });
  const node = section(
    "The partner",
    facts,
    h("p", { class: "rate" }, meter, rate),
    knob(app, "Balance", (credits) => ({ control: "balance", credits })),
    knob(app, "Requests a minute", (requests) => ({ control: "limit", requests })),
    h("label", { class: "inline" }, "Speed ", speed),
    row(
      turning(app, "Revoke the key", { control: "key", wish: "revoke" }),
      turning(app, "Make it valid again", { control: "key", wish: "restore" }),
    ),
  );

  function count(worlds: Worlds): void {
    const recent = worlds.requestsAt.filter((at) => at > Date.now() - 60_000).length;
    meter.max = worlds.limit;
    meter.value = recent;
    rate.textContent = `${recent} of ${worlds.limit} requests in the last minute, ${worlds.refused} refused`;
  }

  function update(): void {
    const { worlds } = app.state;
    if (worlds === undefined) return;
    const { balance: Balance, reserved: Reserved, available: Available, charged: Charged } = worlds;
    facts.replaceChildren(
      ...Object.entries({ Balance, Reserved, Available, Charged }).map(([name, credits]) =>
        h("div", {}, h("dt", {}, name), h("dd", {}, credits.toLocaleString("en"))),
      ),
    );
    if (document.activeElement !== speed) speed.value = nearest(worlds.charsPerSecond);
    count(worlds);
  }

  // The minute moves on by itself, without a request.
  setInterval(() => app.state.worlds && count(app.state.worlds), 1000);
  return { node, update };
}

/** Returns the choice that is closest to the partner's speed. */
function nearest(charsPerSecond: number): string {
  const distance = (value: number) => Math.abs(Math.log(value / charsPerSecond));
  const [first] = speeds.toSorted(([one], [other]) => distance(one) - distance(other));
  return String(first?.[0] ?? "");
}

function knob(app: App, words: string, wish: (value: number) => Control): HTMLElement {
  const name = words.toLowerCase();
  const look = { class: "input", type: "number", min: 0, step: 1 };
  const input = h("input", { ...look, "aria-label": `New ${name}` });
  const set = () => {
    if (input.value === "" || !input.checkValidity()) return;
    void app.turn(wish(input.valueAsNumber));
    input.value = "";
  };
  input.addEventListener("keydown", ({ key }) => {
    if (key === "Enter") set();
  });
  const face = { class: "button small", "aria-label": `Set ${name}`, click: set };
  return h("div", { class: "inline" }, `${words} `, input, pressable(face, "Set"));
}

function partnerFaults(app: App): Part {
  const action = h("select", { class: "select", "aria-label": "Which requests it strikes" });
  const faults = createChoices(({ label }) => {
    void app.turn({ control: "partner-fault", fault: label, action: action.value });
  });
  const node = section(
    "Faults of the partner",
    h("label", { class: "inline" }, "The next ", action),
    ...faults.nodes,
    turning(app, "Clear all faults", { control: "clear-faults" }, "button"),
  );
  const update = () => {
    const { welcome, worlds } = app.state;
    if (action.options.length === 0 && welcome !== undefined) {
      const entries = welcome.actions.map((name) => [name, name.replaceAll("_", " ")] as const);
      const all = [...entries, ["", "request of any kind"] as const];
      action.append(...all.map(([value, words]) => h("option", { value }, words)));
    }
    const waiting = (worlds?.waitingFaults ?? []).join(", ");
    faults.show(welcome?.partnerFaults, waiting ? `Waiting: ${waiting}.` : "No fault waits.");
  };
  return { node, update };
}

function slackFaults(app: App): Part {
  const faults = createChoices(({ label }) => {
    void app.turn({ control: "slack-fault", fault: label });
  });
  const again = turning(app, "Deliver what waits", { control: "redeliver" }, "button");
  const update = () => {
    const count = app.state.worlds?.waitingDeliveries ?? 0;
    const waiting = `${count} waiting for Slack’s next try.`;
    faults.show(app.state.welcome?.slackFaults, count === 0 ? "Every event has arrived." : waiting);
    again.disabled = count === 0;
  };
  return { node: section("Faults of Slack", ...faults.nodes, again), update };
}

/** Creates a button for each choice, once the page knows them, and a line below. */
function createChoices(choose: (choice: FaultChoice) => void) {
  const buttons = row();
  const below = h("p", { role: "status" });
  const button = (choice: FaultChoice) => {
    const look = { class: "button small", title: choice.explains };
    return pressable({ ...look, click: () => choose(choice) }, choice.label);
  };
  return {
    nodes: [buttons, below],
    show(choices: readonly FaultChoice[] = [], words: string): void {
      if (buttons.childElementCount === 0) buttons.append(...choices.map(button));
      below.textContent = words;
    },
  };
}

const headings = ["Action", "File", "Status", "Characters", "Reserved", "Charged", "Key"];

function tasks(app: App): Part {
  const body = h("tbody");
  const head = h("tr", {}, ...headings.map((words) => h("th", { scope: "col" }, words)));
  const caption = h("caption", {}, "The partner’s tasks, newest first");
  const table = h("table", {}, caption, h("thead", {}, head), body);
  const look = { class: "scrolls", role: "region", tabindex: 0, "aria-label": "Tasks" };
  const update = () => body.replaceChildren(...(app.state.worlds?.tasks ?? []).map(drawTask));
  return { node: h("section", {}, h("div", look, table)), update };
}

function drawTask(task: TaskRow): HTMLElement {
  const { action, fileName, targetLang, status, characters, reserved, charged } = task;
  const key = task.idempotencyKey ?? "";
  const cells = [action.replaceAll("_", " "), `${fileName} → ${targetLang}`, status];
  const figures = [characters, reserved, charged].map((count) => count.toLocaleString("en"));
  return h(
    "tr",
    { "data-action": action },
    ...cells.map((words) => h("td", {}, words)),
    ...figures.map((words) => h("td", { class: "right" }, words)),
    h("td", {}, h("code", { title: key }, key.slice(0, 8))),
  );
}
