import type { LowBalance } from "../../../domain/money/account.ts";
import type { Tongue } from "../../locale/tongue.ts";
import { type Message, say } from "../blocks.ts";
import type { Desk } from "../desk.ts";

/** What the admins are told directly, whoever's request brought it up. */
export type Alert =
  | "key-refused"
  | "key-accepted"
  | "estimates-charged"
  | ({ readonly about: "low-balance" } & LowBalance);

export function alertMessage(alert: Alert, { tongue }: Desk): Message {
  const { t } = tongue;
  if (typeof alert === "object") return lowBalance(alert, tongue);
  switch (alert) {
    case "key-refused":
      return say(
        t`The partner no longer accepts this desk’s API key. I have stopped asking and look again every five minutes. Running translations are kept and nothing is lost. If the key was revoked, set a valid PARTNER_API_KEY and start the desk again.`,
      );
    case "key-accepted":
      return say(t`The partner accepts this desk’s API key again. The work goes on.`);
    case "estimates-charged":
      return say(
        t`The partner charged credits for an estimate or for naming a language. I ask for no further ones by myself. The cards show our own count, which is what the price is made of, and an approver can have the partner asked from there, at a price that is named first.`,
      );
  }
}

function lowBalance({ balance, promised, line }: LowBalance, tongue: Tongue): Message {
  const { t, counted } = tongue;
  const credits = (count: number) => counted(count, "credit");
  return say(
    [
      t`The partner account is down to ${credits(balance)}, below the ${credits(line)} at which you want to be warned.`,
      promisedWords(balance, promised, tongue),
      t`Please top it up; \`/translate-usage\` shows where the credits go. I say this again only after the balance was above that line.`,
    ].join(" "),
  );
}

function promisedWords(balance: number, promised: number, { t, counted }: Tongue): string {
  if (promised === 0) return t`Nothing of it is promised.`;
  const held = counted(promised, "credit");
  return balance < promised
    ? t`${held} of it are promised to approvals, which leaves nothing.`
    : t`${held} of it are promised to approvals, which leaves ${counted(balance - promised, "credit")}.`;
}
