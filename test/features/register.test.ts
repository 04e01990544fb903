import { expect, test } from "vitest";

import { actions } from "#features/register.ts";
import { actionIds } from "#features/shared/ids.ts";

const ids = actions.flatMap((row) => row.ids);

test("every button has a row in the table of actions, and one alone", () => {
  const missing = Object.values(actionIds).filter((id) => !ids.includes(id));

  expect(missing).toEqual([]);
  expect(ids).toEqual([...new Set(ids)]);
});
