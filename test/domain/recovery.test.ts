import { describe, expect, test } from "vitest";

import { approve } from "#domain/approval/approving.ts";
import { type Product, type Quote, possiblyPosted } from "#domain/quote.ts";
import { recover } from "#domain/recovery.ts";
import type { Task, TaskState } from "#domain/task.ts";
import { moveTask } from "#domain/translation/transitions.ts";

import {
  aCard,
  aCoverage,
  aPostedQuote,
  aQuote,
  completed,
  minute,
  noPolicy,
  noon,
  running,
  setup,
  unknown,
} from "../builders.ts";

/** Returns the runs of these approvals that the lost ledger held. */
function approved(quote: Quote, ...products: readonly Product[]): readonly Task[] {
  const terms = { by: "U0ANA", at: noon, setup, ...noPolicy };
  const all = products.reduce((left, product) => approve(left, { product, ...terms }).quote, quote);
  return all.tasks;
}

const facts = (
  { key, kind, target, generation, slice }: Task,
  approvedAt: number,
  taskId?: string,
) => ({
  key,
  kind,
  target,
  generation,
  slice,
  approvedAt,
  taskId,
});

describe("a ledger that was lost", () => {
  const offer = aQuote({ card: aCard() });
  const [glossary, translation] = approved(offer, "glossary", "translation");
  if (glossary === undefined || translation === undefined) throw new Error("nothing was charged");

  test("learns every run that its card names, oldest first, and what each was for", () => {
    const found = recover(offer, [
      facts(translation, noon + minute),
      facts(glossary, noon, "task-7"),
    ]);

    expect(found.tasks).toMatchObject([
      {
        key: glossary.key,
        kind: "glossary",
        price: glossary.price,
        approval: { at: noon },
        state: { status: "running", taskId: "task-7", since: noon, lookedAt: noon, missing: 0 },
      },
      {
        key: translation.key,
        kind: "translation",
        price: translation.price,
        state: { status: "unknown", since: noon + minute },
      },
    ]);
  });

  test("takes no run for unsent that a card names while it is read again after a loss", () => {
    const state = { status: "approved" } as const;
    const approval = { by: "U0ANA", at: noon };
    const known = { ...offer, tasks: [{ ...translation, state, approval }] };

    const found = recover({ ...known, card: possiblyPosted }, [facts(translation, noon)]);

    expect(found.tasks).toMatchObject([{ key: translation.key, state: { status: "unknown" } }]);
    expect(recover(known, [facts(translation, noon)])).toBe(known);
  });

  test.each<readonly [string, TaskState]>([
    ["is not sent yet: its card comes first", { status: "approved" }],
    ["is done", completed()],
  ])("does not touch a run that the record says %s", (_, state) => {
    const known = { ...offer, tasks: [{ ...translation, state }] };

    expect(recover(known, [facts(translation, noon)])).toBe(known);
  });

  test.each([
    ["an approval before this one", facts(translation, noon - minute)],
    ["a task", facts(translation, noon, "task-7")],
  ])(
    "takes an approval that is not sent for one that may have been, if the card names %s",
    (_, on) => {
      const known = { ...offer, tasks: [translation] };

      expect(recover(known, [on]).tasks).toMatchObject([
        {
          key: translation.key,
          state: { status: on.taskId === undefined ? "unknown" : "running" },
        },
      ]);
    },
  );

  test.each<readonly [string, TaskState]>([
    ["runs", running()],
    ["is done", completed()],
    ["may exist", unknown],
  ])("keeps what the record says of a run that %s, whatever its card names", (_, state) => {
    const known = { ...offer, tasks: [{ ...translation, state }] };
    const named = [
      facts(translation, noon - minute),
      facts(translation, noon, "task-9"),
      facts(translation, noon),
    ];

    for (const one of named) {
      expect(recover(known, [one])).toBe(known);
      expect(recover({ ...known, card: possiblyPosted }, [one]).tasks).toBe(known.tasks);
    }
  });

  test("says that the record was lost, and names nobody as the approver", () => {
    const [task] = recover(offer, [facts(translation, noon)]).tasks;

    expect(task).toMatchObject({
      state: { status: "unknown", since: noon, fault: "lost record" },
      approval: { by: "somebody", at: noon },
      sent: { isFromCard: true },
    });
  });

  test("learns nothing of a card that names no run", () => {
    expect(recover(offer, [])).toBe(offer);
  });

  test("finds the language of a run that was bought for another one than the card's first", () => {
    const german = { ...offer, target: "de", coverage: aCoverage({ target: "de" }) };
    const [task] = approved(german, "translation");
    if (task === undefined) throw new Error("nothing was charged");

    expect(recover(offer, [facts(task, noon, "t")])).toMatchObject({
      target: "de",
      tasks: [{ target: "de", kind: "translation" }],
    });
  });

  test("takes a run that its card does not describe for the dearest", () => {
    const [task] = recover(offer, [{ key: "k", approvedAt: noon, taskId: "t" }]).tasks;

    expect(task).toMatchObject({ key: "k", kind: "translation", price: translation.price });
  });

  test("cannot take up a run before its manuscript is read", () => {
    expect(() => recover(aPostedQuote(), [facts(translation, noon)])).toThrow("no text");
  });

  test("looks for what was said of a run before it says it", () => {
    const taken = recover(offer, [facts(translation, noon, "task-7")]);

    const ended = moveTask(taken, translation.key, (task) => ({ ...task, state: completed() }));

    expect(ended.notices).toMatchObject([
      { about: { kind: "outcome" }, state: { status: "saying", since: 0 } },
    ]);
  });
});
