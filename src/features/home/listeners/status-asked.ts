import type { SlashCommand } from "@slack/bolt";

import type { Message } from "../../../slack/blocks.ts";
import { linksTo } from "../../actions.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { showStatus } from "../actions/show-home.ts";
import { newestFirst, statusLimit, statusReply } from "../views/quote-line.ts";

/** `/translate status`, and with words after it the manuscripts that have them in their names. */
export async function statusAsked(
  deps: ListenerDeps,
  { user_id: person }: SlashCommand,
  search: string | undefined,
): Promise<Message> {
  const quotes = await showStatus(deps.ports, { person, search });
  const links = await linksTo(deps, person, newestFirst(quotes).slice(0, statusLimit));
  return statusReply(quotes, { context: await deps.contexts.forPerson(person), search, links });
}
