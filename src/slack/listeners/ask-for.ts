import { type AskPosting, askForLanguage } from "../../usecases/ask-for-language.ts";
import type { Message } from "../views/blocks.ts";
import { alreadyQuotedReply, quotedReply, typoReply } from "../views/command-replies.ts";
import type { Front } from "./front.ts";

/** Records that somebody wants this manuscript quoted for a language, and says what becomes of it. */
export async function askFor({ desk, facts }: Front, posting: AskPosting): Promise<Message> {
  const outcome = await askForLanguage(desk, posting);
  switch (outcome.status) {
    case "quoted":
      return quotedReply(outcome.quote, facts);
    case "already-quoted":
      return alreadyQuotedReply(outcome.quote, facts);
    case "not-offered":
      return typoReply(posting.target, facts);
  }
}
