import type { Tongue } from "../../../slack/i18n/tongue.ts";
import { when } from "../../../slack/mrkdwn.ts";
import type { NoFunds } from "../rules/account.ts";

/** Why the credits could not be set aside, with every number that the refusal rests on. */
export function noFundsWords(outcome: NoFunds, it: string, tongue: Tongue): string {
  const { t, counted } = tongue;
  const credits = (count: number) => counted(count, "credit");
  switch (outcome.status) {
    case "short-of-credits": {
      const { balance, promised, needed, missing, readAt } = outcome;
      return promised === 0
        ? t`${it} takes ${credits(needed)}. The balance, read at ${when(readAt)}, is ${credits(balance)}: ${credits(missing)} are missing. Nothing was bought. It can be approved once the account is topped up.`
        : t`${it} takes ${credits(needed)}. The balance, read at ${when(readAt)}, is ${credits(balance)}, of which ${credits(promised)} are promised to others: ${credits(missing)} are missing. Nothing was bought. It can be approved once the account is topped up or the others have come to less.`;
    }
    case "over-month-cap": {
      const { cap, spent, promised, needed } = outcome;
      const left = Math.max(0, cap - spent - promised);
      return t`${it} takes ${credits(needed)}. This channel may spend ${credits(cap)} a month (UTC); ${credits(spent)} are spent and ${credits(promised)} promised, which leaves ${credits(left)}. Nothing was bought. An admin can raise the cap with \`/translate settings\`.`;
    }
  }
}
