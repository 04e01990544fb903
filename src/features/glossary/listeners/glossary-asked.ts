import type { SlashCommand } from "@slack/bolt";

import type { Message } from "../../../slack/blocks.ts";
import type { ListenerDeps } from "../../listener-deps.ts";
import { findTerms } from "../actions/look-up-terms.ts";
import { noGlossaryReply } from "../views/no-glossary-reply.ts";
import { openTerms } from "./terms-reviewed.ts";

/** `/translate glossary` opens the terms directly if there are any, so that no further click is needed. */
export async function glossaryAsked(
  deps: ListenerDeps,
  { channel_id: channel, user_id: person, trigger_id: trigger }: SlashCommand,
): Promise<Message | undefined> {
  const found = await findTerms(deps.ports, channel);
  if (found.status === "none") return noGlossaryReply(found, await deps.contexts.forPerson(person));
  await openTerms(deps, { ...found, person, trigger });
  return undefined;
}
