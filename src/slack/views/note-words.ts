import { noteChars } from "../../domain/quote/wish.ts";
import { outside } from "../mrkdwn.ts";

/** What somebody said to a decision, as they said it. */
export function noteWords(note: string): string {
  return `“${outside(note, noteChars)}”`;
}
