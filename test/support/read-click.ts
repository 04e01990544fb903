import { z } from "zod";

import { actions } from "#features/register.ts";

/** Reads a click by its row in the table of actions; undefined for an action that is not ours. */
export function readClick(body: unknown) {
  const id = click.safeParse(body).data?.actions[0].action_id;
  return actions.find(({ ids }) => id !== undefined && ids.includes(id))?.read(body);
}

const click = z.object({
  actions: z.tuple([z.object({ action_id: z.string() })], z.unknown()),
});
