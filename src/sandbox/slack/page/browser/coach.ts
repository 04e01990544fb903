import type { Control } from "../../../playground/wire.ts";
import type { Deed } from "../wire.ts";
import { h, pressable } from "./dom.ts";

type Step = { readonly say: string; readonly isDone: (done: Deed | Control) => boolean };

/** The first steps on the page; after them a newcomer has approved something. */
const steps: readonly Step[] = [
  {
    say: "You are Robin. Press Samples, choose the Japanese story, and send it.",
    isDone: (done) => "deed" in done && done.deed === "post" && done.files.length > 0,
  },
  {
    say: "Galley names a price. Become Ana, at the top, and press Approve in the thread.",
    isDone: (done) => "deed" in done && done.deed === "click" && done.action === "quote.approve",
  },
  {
    say: "Galley translates. Become Robin again, and press Download.",
    isDone: (done) => "deed" in done && done.deed === "click" && done.action === "task.fresh_link",
  },
  {
    say: "Now let something go wrong: press Outside worlds, then Lost answer. Nothing is charged twice.",
    isDone: (done) => "control" in done && done.control === "scenario",
  },
];

const kept = "coach";

/**
 * Shows one line below the top: the first steps, each until it is done, and the advice of a
 * scenario.
 */
export function createCoach() {
  const words = h("p", { role: "status" });
  const close = pressable({ class: "tool", "aria-label": "Close the hint", click: shut }, "×");
  const node = h("section", { class: "coach", "aria-label": "What to do now" }, words, close);

  const reached = () => Number(localStorage.getItem(kept));
  let advice: string | undefined;

  function show(): void {
    const step = steps[reached()];
    const sentence = advice ?? (step && `${reached() + 1} of ${steps.length} · ${step.say}`);
    node.hidden = sentence === undefined;
    words.textContent = sentence ?? "";
  }

  function reach(step: number): void {
    localStorage.setItem(kept, String(step));
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
    follow(done: Deed | Control): void {
      if (steps[reached()]?.isDone(done) === true) reach(reached() + 1);
    },
  };
}
