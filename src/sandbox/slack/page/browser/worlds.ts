import type { FaultChoice, TaskRow } from "../../../playground/wire.ts";
import type { App, Part } from "./app.ts";
import { h, pressable } from "./dom.ts";
import { createFigures } from "./figures.ts";
import { createList } from "./list.ts";
import { deskWords } from "./state.ts";

/** What the partner holds, its speed and faults, Slack's faults, and the desk's own life. */
export function createWorlds(app: App): Part {
  const figures = createFigures(app);
  const columns = [[deskPart(app), slackFaults(app)], [figures], [partnerFaults(app), tasks(app)]];
  const drawn = columns.map((parts) => h("div", {}, ...parts.map(({ node }) => node)));
  const update = () => columns.flat().forEach((part) => part.update());
  return { node: h("div", { class: "worlds" }, ...drawn), update };
}

function deskPart(app: App): Part {
  const state = h("p", { role: "status" });
  const button = (wish: "kill" | "start" | "kill and restart", words: string, look = "button") =>
    pressable({ class: look, click: () => void app.turn({ control: "desk", wish }) }, words);
  const both = button("kill and restart", "Kill and restart the desk", "button danger");
  const kill = button("kill", "Kill");
  const start = button("start", "Start");
  const node = h(
    "section",
    { "aria-label": "The desk" },
    h("h3", {}, "The desk"),
    state,
    h("div", { class: "row" }, both, kill, start),
    h("p", { class: "hint" }, "A real SIGKILL in the middle of whatever it does."),
  );
  const update = () => {
    const now = app.state.worlds?.desk ?? "starting";
    state.textContent = `The desk ${deskWords[now]}.`;
    both.disabled = now !== "running";
    kill.disabled = now !== "running";
    start.disabled = now !== "stopped";
  };
  return { node, update };
}

function partnerFaults(app: App): Part {
  const action = h("select", { class: "select", "aria-label": "Which requests it strikes" });
  const buttons = h("div", { class: "row" });
  const waiting = h("p", { role: "status" });
  const clear = pressable(
    { class: "button", click: () => void app.turn({ control: "clear-faults" }) },
    "Clear all faults",
  );
  const show = createList(buttons);
  const node = h(
    "section",
    { "aria-label": "Faults of the partner" },
    h("h3", {}, "Faults of the partner"),
    h("label", { class: "inline" }, "The next ", action),
    buttons,
    waiting,
    clear,
  );
  const update = () => {
    const { welcome, worlds } = app.state;
    if (action.options.length === 0 && welcome !== undefined) {
      action.append(
        ...welcome.actions.map((name) => h("option", { value: name }, name.replaceAll("_", " "))),
        h("option", { value: "" }, "request of any kind"),
      );
    }
    const strike = ({ id }: FaultChoice) =>
      void app.turn({ control: "partner-fault", fault: id, action: action.value });
    show((welcome?.partnerFaults ?? []).map((choice) => faultItem(choice, strike)));
    const faults = worlds?.waitingFaults ?? [];
    waiting.textContent =
      faults.length === 0 ? "No fault waits." : `Waiting: ${faults.join(", ")}.`;
  };
  return { node, update };
}

function slackFaults(app: App): Part {
  const buttons = h("div", { class: "row" });
  const show = createList(buttons);
  const waiting = h("p", { role: "status" });
  const again = pressable(
    { class: "button", click: () => void app.turn({ control: "redeliver" }) },
    "Deliver what waits",
  );
  const node = h(
    "section",
    { "aria-label": "Faults of Slack" },
    h("h3", {}, "Faults of Slack"),
    buttons,
    waiting,
    again,
  );
  const update = () => {
    const strike = ({ id }: FaultChoice) => void app.turn({ control: "slack-fault", fault: id });
    show((app.state.welcome?.slackFaults ?? []).map((choice) => faultItem(choice, strike)));
    const count = app.state.worlds?.waitingDeliveries ?? 0;
    waiting.textContent =
      count === 0 ? "Every event has arrived." : `${count} waiting for Slack’s next try.`;
    again.disabled = count === 0;
  };
  return { node, update };
}

function faultItem(choice: FaultChoice, strike: (choice: FaultChoice) => void) {
  const { id, label, explains } = choice;
  return {
    key: id,
    signature: [],
    draw: () =>
      pressable({ class: "button small", title: explains, click: () => strike(choice) }, label),
  };
}

const headings = ["Action", "File", "Status", "Characters", "Reserved", "Charged", "Key"];

function tasks(app: App): Part {
  const body = h("tbody", {});
  const show = createList(body);
  const table = h(
    "table",
    {},
    h("caption", {}, "The partner’s tasks, newest first"),
    h("thead", {}, h("tr", {}, ...headings.map((words) => h("th", { scope: "col" }, words)))),
    body,
  );
  const node = h(
    "section",
    { "aria-label": "Tasks" },
    h("div", { class: "scrolls", role: "region", tabindex: 0, "aria-label": "Tasks" }, table),
  );
  const update = () =>
    show(
      (app.state.worlds?.tasks ?? []).map((task) => ({
        key: task.taskId,
        signature: [task.status, task.charged, task.reserved],
        draw: () => drawTask(task),
      })),
    );
  return { node, update };
}

function drawTask(task: TaskRow): HTMLElement {
  const { action, fileName, targetLang, status, characters, reserved, charged } = task;
  const number = (count: number) => count.toLocaleString("en");
  const key = task.idempotencyKey ?? "";
  const cells = [action.replaceAll("_", " "), `${fileName} → ${targetLang}`, status];
  const figures = [characters, reserved, charged].map(number);
  return h(
    "tr",
    { "data-action": action },
    ...cells.map((words) => h("td", {}, words)),
    ...figures.map((words) => h("td", { class: "right" }, words)),
    h("td", {}, h("code", { title: key }, key.slice(0, 8))),
  );
}
