import type { Desk } from "../../../core/ports.ts";
import { type Quote, findTask } from "../../../core/quote.ts";
import type { Step } from "../../../core/steps.ts";
import { hasEnded, isInquiry } from "../../../core/task.ts";
import { settleTask } from "../../translation/rules/task-transitions.ts";
import { inquiryOf } from "../rules/inquiries.ts";
import { type Fate, chargeOf, fateOf, findOut, ruleOf } from "../rules/verdicts.ts";
import { changeVerdict, probeEntry, wakeWaiting } from "./probe-inquiries.ts";

type Deps = Pick<Desk, "ledger" | "inquiries" | "settings" | "now" | "wake">;
type ReadDeps = Pick<Desk, "inquiries" | "settings" | "now">;

/**
 * The same steps, where an inquiry that cannot be sent now waits in the desk's own lane: what is not sent
 * takes no request of the budget.
 */
export async function weighed(
  desk: ReadDeps,
  quote: Quote,
  steps: readonly Step[],
): Promise<readonly Step[]> {
  if (!steps.some(isInquirySend)) return steps;
  const fate = await readFates(desk, quote);
  return steps.map((step) => {
    if (!isInquirySend(step)) return step;
    const { key } = step;
    const decided = fate(key);
    if (decided.do === "ask") return step;
    return { do: "weigh-inquiry", key, at: decided.do === "wait" ? decided.until : 0 };
  });
}

/** Leaves an inquiry out that is not to be made, or lets it be found out whether its kind costs credits. */
export async function weighInquiry(desk: Deps, quote: Quote, key: string): Promise<void> {
  const fate = await readFates(desk, quote);
  switch (fate(key).do) {
    case "ask":
    case "wait":
      return;
    case "leave": {
      const state = { status: "rejected", at: desk.now(), reason: "not-asked" } as const;
      await desk.ledger.change(quote.id, (before) =>
        settleTask(before, key, (task) => (hasEnded(task) ? task : { ...task, state })),
      );
      return;
    }
    case "find-out": {
      const { policy } = await desk.settings.read(quote.place.workspace);
      await desk.inquiries.change((verdicts) => findOut(verdicts, { policy, now: desk.now() }));
      desk.wake(probeEntry);
      await wakeWaiting(desk);
    }
  }
}

/** An inquiry that was thought to be free, and says that it was charged, is the last of its kind. */
export async function noteInquiry(desk: Deps, quote: Quote, key: string): Promise<Quote> {
  const task = findTask(quote, key);
  const credits = task === undefined ? 0 : chargeOf(task);
  if (task === undefined || !isInquiry(task) || credits === 0) return quote;
  const inquiry = inquiryOf(task);
  const { policy } = await desk.settings.read(quote.place.workspace);
  const untold = ruleOf(policy, inquiry) === "always" ? undefined : ("inquiry" as const);
  const isNews = await changeVerdict(desk, inquiry, (before) =>
    before?.status === "charged" ? before : { status: "charged", credits, untold },
  );
  if (isNews) {
    desk.wake(probeEntry);
    await wakeWaiting(desk);
  }
  return quote;
}

async function readFates(
  { inquiries, settings, now }: ReadDeps,
  quote: Quote,
): Promise<(key: string) => Fate> {
  const verdicts = await inquiries.read();
  const { policy } = await settings.read(quote.place.workspace);
  return (key) => {
    const task = findTask(quote, key);
    if (task === undefined) return { do: "leave" };
    return fateOf(verdicts, inquiryOf(task), { policy, now: now() });
  };
}

/** What nobody approved. */
function isInquirySend(step: Step): step is Extract<Step, { do: "send" }> {
  return step.do === "send" && !step.paid;
}
