import { type Message, say } from "./blocks.ts";

/** What the admins are told directly, whoever's request brought it up. */
export type Alert = "key-refused" | "key-accepted" | "estimates-charged";

export function alertMessage(alert: Alert): Message {
  switch (alert) {
    case "key-refused":
      return say(
        "The partner no longer accepts this desk’s API key. I have stopped asking and look again every five minutes. Running translations are kept and nothing is lost. If the key was revoked, set a valid PARTNER_API_KEY and start the desk again.",
      );
    case "key-accepted":
      return say("The partner accepts this desk’s API key again. The work goes on.");
    case "estimates-charged":
      return say(
        "The partner charged credits for an estimate or for naming a language. I ask for no further ones by myself. The cards show our own count, which is what the price is made of, and an approver can have the partner asked from there, at a price that is named first.",
      );
  }
}
