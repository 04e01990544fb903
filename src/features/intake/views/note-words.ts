import { outside } from "../../../slack/mrkdwn.ts";
import { noteChars } from "../rules/request-details.ts";

/** What somebody said to a decision, as they said it. */
export function noteWords(note: string): string {
  return `“${outside(note, noteChars)}”`;
}
