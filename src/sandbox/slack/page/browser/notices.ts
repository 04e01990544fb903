import type { Person } from "../../model.ts";
import type { Control } from "../playground-wire.ts";
import type { Deed, Said, Screen } from "../wire.ts";
import { h, pressable } from "./dom.ts";
import { mrkdwn } from "./mrkdwn.ts";
import { type App, type State, isMessage, keyOf } from "./state.ts";

const shownMs = 12_000;
const phonesShown = 2;

/** Shows sentences that need attention, and announces messages to screen readers. */
export function createNotices() {
  const alerts = h("div", { class: "alerts", role: "alert" });
  const voice = h("div", { class: "for-ears", "aria-live": "polite" });

  const warn = (sentence: string) => show("notice", sentence);

  function show(look: string, sentence: string): void {
    const close = { "aria-label": "Dismiss", click: () => notice.remove() };
    const dismiss = pressable({ class: "chip-x", ...close }, "×");
    const notice = h("div", { class: look }, h("p", {}, sentence), dismiss);
    alerts.prepend(notice);
    alerts.querySelectorAll(".notice-phone")[phonesShown]?.remove();
    setTimeout(() => notice.remove(), shownMs);
  }

  /** Announces new messages; cards have a sentence for this in their `text`. */
  function speak({ state, reading }: App, message: Said): void {
    const author = isMessage(message) ? message.user : (state.screen?.bot ?? "");
    if (state.said.has(keyOf(message)) || author === state.spot.me) return;
    const name = reading().nameOf(author) ?? "";
    const words = mrkdwn(message.text.replaceAll("\n", " "), reading()).textContent ?? "";
    voice.textContent = `${name}: ${words}`;
    const called = calledBy(message, state);
    if (called.length === 0) return;
    for (const { id } of called) state.calls.set(id, (state.calls.get(id) ?? 0) + 1);
    const names = called.map(({ realName }) => realName.split(" ")[0]).join(" and ");
    show("notice notice-phone", `On the phone of ${names}: ${words}`);
  }

  return { node: h("div", {}, alerts, voice), warn, speak };
}

/** Returns the people whom Slack would notify of a message, except the person on the page. */
function calledBy(message: Said, { screen, spot }: State): readonly Person[] {
  if (!isMessage(message) || !message.isFromBot) return [];
  const all = JSON.stringify([message.text, message.blocks]);
  const { people = [], groups = [] } = screen ?? {};
  const mentioned = groups.filter(({ id }) => all.includes(`<!subteam^${id}`));
  const isCalled = ({ id }: Person) =>
    all.includes(`<@${id}>`) || mentioned.some(({ members }) => members.includes(id));
  return people.filter((one) => one.id !== spot.me && !one.isBot && isCalled(one));
}

type Step = {
  readonly say: string;
  /** @param by the person on the page. */
  readonly isDone: (deed: Deed | Control, by: Pick<Screen, "me" | "groups">) => boolean;
};

/** The first steps on the page; after them a newcomer has approved something. */
const steps: readonly Step[] = [
  {
    say: "You are Robin. Press Samples, choose the Japanese story, and send it.",
    isDone: (deed) => "deed" in deed && deed.deed === "post" && deed.files.length > 0,
  },
  {
    say: "Galley names a price. Become Ana, at the top, and press Approve in the thread.",
    isDone: (deed, { me, groups }) =>
      "deed" in deed &&
      deed.deed === "click" &&
      deed.action === "quote.approve" &&
      groups.some(({ members }) => members.includes(me)),
  },
  {
    say: "Galley translates. Become Robin again, and press Download.",
    isDone: (deed) => "deed" in deed && deed.deed === "click" && deed.action === "task.fresh_link",
  },
  {
    say: "Now let something go wrong: press Outside worlds, then Lost answer. Nothing is charged twice.",
    isDone: (deed) => "control" in deed && deed.control === "scenario",
  },
];

const storageKey = "coach";

/** Shows one line below the top: the first steps until each is done, or a scenario's advice. */
export function createCoach() {
  const words = h("p", { role: "status" });
  const close = pressable({ class: "tool", "aria-label": "Close the hint", click: shut }, "×");
  const node = h("section", { class: "coach", "aria-label": "What to do now" }, words, close);

  const reached = () => Number(localStorage.getItem(storageKey));
  let advice: string | undefined;

  function show(): void {
    const step = steps[reached()];
    const sentence = advice ?? (step && `${reached() + 1} of ${steps.length} · ${step.say}`);
    node.hidden = sentence === undefined;
    words.textContent = sentence ?? "";
  }

  function reach(step: number): void {
    localStorage.setItem(storageKey, String(step));
    show();
  }

  function shut(): void {
    const wasAdvice = advice !== undefined;
    advice = undefined;
    reach(wasAdvice ? reached() : steps.length);
  }

  show();
  return {
    node,
    /** Replaces the steps until it is closed. */
    advise(sentence: string): void {
      advice = sentence;
      show();
    },
    /** Goes on when somebody has done the present step. */
    follow(deed: Deed | Control, by: Screen | undefined): void {
      if (by !== undefined && steps[reached()]?.isDone(deed, by) === true) reach(reached() + 1);
    },
  };
}
