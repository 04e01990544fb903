import { z } from "zod";

import { actions } from "../../src/features/register.ts";

/** What the row of the table of actions reads of a click; undefined for one that is none of ours. */
export function readClick(body: unknown) {
  const id = click.safeParse(body).data?.actions[0].action_id;
  return actions.find(({ ids }) => id !== undefined && ids.includes(id))?.read(body);
}

const click = z.object({
  actions: z.tuple([z.object({ action_id: z.string() })], z.unknown()),
});
