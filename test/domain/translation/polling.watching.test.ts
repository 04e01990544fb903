import { describe, expect, test } from "vitest";

import type { PartnerTask } from "#domain/partner.ts";
import type { Task } from "#domain/task.ts";
import {
  doubtfulLookAt,
  isResultLate,
  taskFound,
  taskNotFound,
} from "#domain/translation/polling.ts";

import {
  aGlossaryTask,
  aPartnerTask,
  aTask,
  aTerm,
  completed,
  failed,
  hour,
  minute,
  noon,
  rejectedFor,
  running,
  second,
  unknown,
  vanished,
} from "../../builders.ts";

const runs = aTask({ state: running() });

function afterLook(task: Task, found: Partial<PartnerTask>, at = noon + minute) {
  return taskFound(task, aPartnerTask(found), { at, characters: 12_345 }).state;
}

describe("a look at a run", () => {
  test("remembers the word, the progress and when it was", () => {
    const found = { outcome: "unrecognised", status: "polishing", progress: 0.5 } as const;

    expect(afterLook(runs, found)).toMatchObject({
      status: "running",
      since: noon,
      lookedAt: noon + minute,
      word: "polishing",
      progress: 0.5,
    });
  });

  test("keeps the progress that an answer leaves out", () => {
    const half = aTask({ state: running({ progress: 0.5 }) });

    expect(afterLook(half, {})).toMatchObject({ progress: 0.5 });
  });

  test("that finds it done keeps everything that it brought", () => {
    const terms = [aTerm("Marlow", "Marlow")];
    const found = { outcome: "completed", chargedCredits: 12_345, terms } as const;

    expect(afterLook(runs, found)).toMatchObject({
      status: "completed",
      since: noon,
      endedAt: noon + minute,
      result: { charged: 12_345, terms },
    });
  });

  test("says after a day that it takes long, and from then on since when", () => {
    const late = taskFound(runs, aPartnerTask(), { at: noon + 25 * hour, characters: 1 });

    expect(afterLook(runs, {}, noon + 23 * hour)).toMatchObject({ overdueSince: undefined });
    expect(late.state).toMatchObject({ overdueSince: noon + 25 * hour });
    expect(afterLook(late, {}, noon + 30 * hour)).toMatchObject({ overdueSince: noon + 25 * hour });
  });

  test("that finds it again ends its being missed", () => {
    expect(afterLook(aTask({ state: running({ missing: 4 }) }), {})).toMatchObject({ missing: 0 });
  });
});

describe("a failed run", () => {
  const failedRun = aTask({ state: failed() });

  test("is what the partner's word says", () => {
    expect(afterLook(runs, { outcome: "failed", status: "Cancelled" })).toEqual(
      failed({ word: "Cancelled", at: noon + minute, lookedAt: noon + minute }),
    );
  });

  test("is looked at again, and its result is taken when there is one after all", () => {
    expect(afterLook(failedRun, { outcome: "completed" }).status).toBe("completed");
  });

  test("goes on where the partner says that it runs, and stays failed whatever else is said", () => {
    const still = failed({ lookedAt: noon + minute });

    expect(afterLook(failedRun, { outcome: "pending" }).status).toBe("running");
    expect(afterLook(failedRun, { outcome: "failed", status: "error" })).toEqual(still);
    expect(taskNotFound(failedRun, noon + minute).state).toEqual(still);
  });
});

describe("a glossary that is done without its terms", () => {
  const glossary = aGlossaryTask({ state: running() });

  test("is looked at again, and never taken for done", () => {
    const done = { outcome: "completed", terms: undefined } as const;

    expect(afterLook(glossary, done, noon + hour)).toMatchObject({
      status: "running",
      lackingSince: noon + hour,
    });
  });

  test("is done at once when the terms are there, be they none", () => {
    const none = { outcome: "completed", terms: [] } as const;
    const one = { outcome: "completed", terms: [aTerm("Maia", "Maïa")] } as const;

    expect(afterLook(glossary, none).status).toBe("completed");
    expect(afterLook(glossary, one)).toMatchObject({ result: { terms: one.terms } });
  });
});

describe("a run that is completed without its text", () => {
  const done = aPartnerTask({ outcome: "completed" });
  const looked = (task: Task, at: number) =>
    taskFound(task, done, { at, characters: 12_345, lacksText: true });
  const once = looked(runs, noon);

  test("is late when it has lacked it for an hour", () => {
    const later = looked(looked(once, noon + minute), noon + hour);

    expect(isResultLate(looked(once, noon + hour - 1).state)).toBe(false);
    expect(later.state).toMatchObject({ status: "running", lackingSince: noon });
    expect(isResultLate(later.state)).toBe(true);
  });

  test("is looked at soon, then as rarely as a failed one", () => {
    const next = (task: Task) => {
      const { state } = task;
      return state.status === "running" ? doubtfulLookAt(state, 15_000) : undefined;
    };
    const looks = [0, 15_000, minute, hour, 2 * hour].map((ms) => looked(once, noon + ms));

    expect(looks.map((task) => (next(task) ?? 0) - noon)).toEqual([
      15_000,
      minute,
      5 * minute,
      2 * hour,
      3 * hour,
    ]);
  });

  test("is done once it is there, and runs again when the partner says so", () => {
    expect(afterLook(once, { outcome: "completed" }).status).toBe("completed");
    expect(afterLook(once, { outcome: "pending" })).toMatchObject({ lackingSince: undefined });
  });

  test("stays failed if it had failed before", () => {
    const failedRun = aTask({ state: failed() });

    expect(looked(failedRun, noon + minute).state).toMatchObject({
      status: "failed",
      lookedAt: noon + minute,
    });
  });

  test("counts from now when a clock that was ahead noted it first", () => {
    expect(looked(looked(runs, noon + hour), noon).state).toMatchObject({ lackingSince: noon });
  });
});

describe("a look at a run that a clock has dated which was ahead", () => {
  const future = noon + hour;

  test("dates it anew, so that its end is not waited for", () => {
    const ahead = aTask({ state: running({ since: future, lookedAt: future }) });

    expect(afterLook(ahead, {})).toMatchObject({ since: noon + minute, lookedAt: noon + minute });
    expect(taskNotFound(ahead, noon).state).toMatchObject({ since: noon, lookedAt: noon });
    expect(afterLook(ahead, { outcome: "completed" })).toMatchObject({ since: noon + minute });
  });

  test.each([failed({ at: future, lookedAt: future }), { ...vanished, at: future }])(
    "leaves no gap in the looks at one that is $status",
    (state) => {
      const task = aTask({ state });

      expect(taskNotFound(task, noon).state).toMatchObject({ at: noon, lookedAt: noon });
    },
  );
});

test("a run that the partner does not know is asked for five times before it counts as vanished", () => {
  let task = runs;
  const states: string[] = [];
  for (let look = 1; look <= 5; look += 1) {
    task = taskNotFound(task, noon + look * minute);
    states.push(task.state.status);
  }

  expect(states).toEqual(["running", "running", "running", "running", "vanished"]);
  expect(task.state).toEqual({ ...vanished, at: noon + 5 * minute });
});

describe("when a run in doubt is looked at", () => {
  const pollMaxMs = 15 * second;
  const looks = (begin: Task, next: (task: Task, at: number) => Task) => {
    const times: number[] = [];
    let task = begin;
    for (let at = nextLook(task); at !== undefined; at = nextLook(task)) {
      times.push((at - noon) / minute);
      task = next(task, at);
    }
    return times;
  };
  const nextLook = ({ state }: Task) =>
    state.status === "failed" || state.status === "vanished" || state.status === "running"
      ? doubtfulLookAt(state, pollMaxMs)
      : undefined;
  const hourly = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => 60 * (from + n));

  const rarely = [2, 4, 8, 16, 32, 64].map((days) => days * 24 * 60);

  test("that failed: after 1, 5, 15 and 60 minutes, hourly for a day, then ever more rarely", () => {
    const failedRun = aTask({ state: failed() });

    expect(looks(failedRun, taskNotFound)).toEqual([1, 5, 15, 60, ...hourly(2, 24), ...rarely]);
  });

  test("that failed: a look that came late is not made up for", () => {
    const state = failed({ lookedAt: noon + 7 * minute });

    expect(doubtfulLookAt(state, pollMaxMs)).toBe(noon + 15 * minute);
  });

  test("that vanished: hourly for a day, then ever more rarely", () => {
    const times = looks(aTask({ state: vanished }), taskNotFound);

    expect(times).toEqual([...hourly(1, 24), ...rarely]);
  });

  test("that vanished: also when Galley stood still for more than a day", () => {
    const state = { ...vanished, lookedAt: noon + 30 * hour };

    expect(doubtfulLookAt(state, pollMaxMs)).toBe(noon + 60 * hour);
  });

  test("that is missing: as soon as any other, then more slowly, and for half an hour at least", () => {
    const missed = taskNotFound(runs, noon);
    const times = looks(missed, (task, at) => {
      const next = taskNotFound(task, at);
      return next.state.status === "vanished" ? aTask({ state: completed() }) : next;
    });

    expect(times).toEqual([0.25, 5.25, 15.25, 30.25]);
  });
});

describe("a run that the partner did not know any more", () => {
  const lost = aTask({ state: vanished });

  test("runs again when the partner knows it again", () => {
    expect(afterLook(lost, { outcome: "pending", status: "polishing" })).toMatchObject({
      status: "running",
      taskId: "task-7",
      word: "polishing",
      lookedAt: noon + minute,
      missing: 0,
    });
  });

  test.each(["completed", "failed"] as const)("is %s when the partner says so", (outcome) => {
    expect(afterLook(lost, { outcome }).status).toBe(outcome);
  });

  test("stays so while the partner does not, and is looked for again later", () => {
    expect(taskNotFound(lost, noon + minute).state).toEqual({
      ...vanished,
      lookedAt: noon + minute,
    });
  });
});

test.each([{ status: "sending" } as const, completed(), rejectedFor("bad-request"), unknown])(
  "a late look changes nothing of a run that is %j",
  (state) => {
    const task = aTask({ state });

    expect(taskFound(task, aPartnerTask({ outcome: "failed" }), { at: noon, characters: 1 })).toBe(
      task,
    );
    expect(taskNotFound(task, noon)).toBe(task);
  },
);
