import { expect, test } from "vitest";

import { actionIds } from "../../src/features/ids.ts";
import { actions } from "../../src/features/register.ts";

const ids = actions.flatMap((row) => row.ids);

test("every button has a row in the table of actions, and one alone", () => {
  const missing = Object.values(actionIds).filter((id) => !ids.includes(id));

  expect(missing).toEqual([]);
  expect(ids).toEqual([...new Set(ids)]);
});
