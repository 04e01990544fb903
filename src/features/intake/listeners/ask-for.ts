import type { Message } from "../../../slack/blocks.ts";
import type { Front } from "../../front.ts";
import { type HandedIn, askForQuotes } from "../actions/hand-in.ts";
import { askedReply, typoReply } from "../views/command-replies.ts";

/** Records that somebody wants manuscripts quoted, and says what becomes of it. */
export async function askFor({ desk, speaking }: Front, handed: HandedIn): Promise<Message> {
  const outcome = await askForQuotes(desk, handed);
  const speech = await speaking.to(handed.requester);
  switch (outcome.status) {
    case "taken":
      return askedReply(outcome, speech);
    case "not-offered":
      return typoReply(handed.targets?.[0] ?? "", speech);
  }
}
