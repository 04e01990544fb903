import type { NoFunds } from "../../domain/account.ts";
import { when } from "../mrkdwn.ts";
import { credits } from "./words.ts";

/** Why the credits could not be set aside, with every number that the refusal rests on. */
export function noFundsWords(outcome: NoFunds, it: string): string {
  switch (outcome.status) {
    case "short-of-credits": {
      const { balance, promised, needed, missing, readAt } = outcome;
      const beside = promised === 0 ? "" : `, of which ${credits(promised)} are promised to others`;
      return `${it} takes ${credits(needed)}. The balance, read at ${when(readAt)}, is ${credits(balance)}${beside}: ${credits(missing)} are missing. Nothing was bought. It can be approved once the account is topped up${promised === 0 ? "" : " or the others have come to less"}.`;
    }
    case "over-month-cap": {
      const { cap, spent, promised, needed } = outcome;
      return `${it} takes ${credits(needed)}. This channel may spend ${credits(cap)} a month (UTC); ${credits(spent)} are spent and ${credits(promised)} promised, which leaves ${credits(Math.max(0, cap - spent - promised))}. Nothing was bought. An admin can raise the cap with \`/translate settings\`.`;
    }
  }
}
