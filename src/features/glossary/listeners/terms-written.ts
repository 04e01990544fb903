import { tell } from "../../../slack/messages.ts";
import type { Front } from "../../front.ts";
import type { PersonMessage } from "../../payloads.ts";
import { editInThread } from "../actions/edit-in-thread.ts";
import { typedTerms } from "../rules/typed-terms.ts";
import { termsWrittenReply, whichTermsReply } from "../views/terms-written-reply.ts";

/** Takes `Aaron = 亚伦` in the thread of a card as an edit; false when the message is none. */
export async function takeTerms(front: Front, message: PersonMessage): Promise<boolean> {
  const { thread, ts, text } = message;
  const edits = thread === ts ? undefined : typedTerms(text);
  if (edits === undefined) return false;
  const outcome = await editInThread(front.desk, { ...message, edits });
  if (outcome.status === "none-of-ours") return false;
  const desk = await front.speaking.to(message.person);
  const reply =
    outcome.status === "which"
      ? whichTermsReply(outcome.quotes, desk)
      : termsWrittenReply(outcome, desk);
  await tell(front.clients, message, reply);
  return true;
}
