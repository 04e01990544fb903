import { expect, test } from "vitest";

import type { Step } from "../../src/core/steps.ts";
import { heldUntil, hold, newEntry, openSteps } from "../../src/worker/entries.ts";
import { hour, minute, noon, second } from "../builders.ts";
import { aRead } from "./world.ts";

test("a step that failed is held for a while, and no longer when the clock is set back", () => {
  const entry = newEntry("a");
  hold(entry, aRead, noon, 30 * second);

  expect(heldUntil(entry, aRead, noon)).toBe(noon + 30 * second);
  expect(heldUntil(entry, aRead, noon - second)).toBe(noon + 30 * second);
  expect(heldUntil(entry, aRead, noon - hour)).toBe(0);
});

test("a wait that counts from the future is over, but for what failed just now", () => {
  const wait: Step = { do: "show-card", at: noon + hour + minute, from: noon + hour };
  const entry = { ...newEntry("a"), steps: [wait] };

  expect(openSteps(entry, "local", noon + hour)).toEqual([wait]);
  expect(openSteps(entry, "local", noon)).toEqual([{ ...wait, at: 0 }]);
  hold(entry, wait, noon, minute);
  expect(openSteps(entry, "local", noon)).toEqual([{ ...wait, at: noon + minute }]);
});
