import type { BudgetSpent } from "#domain/book/budget.ts";
import type { InquiryNews, People } from "#domain/context.ts";
import type { LowBalance } from "#domain/spending/account.ts";
import { type Message, limits, say } from "#slack/blocks.ts";
import { type SlackClients, slackCall } from "#slack/clients.ts";
import type { Locale } from "#slack/i18n/locale.ts";
import { outside } from "#slack/mrkdwn.ts";
import type { ViewContext, ViewContexts } from "#slack/people.ts";

export type Telling = {
  readonly clients: SlackClients;
  readonly people: People;
  readonly contexts: ViewContexts;
  readonly onFault?: (error: unknown) => void;
};

type AlertOptions = Required<Telling> & {
  /** True for one of several replicas that meet the same trouble at the same time. */
  readonly once: (name: string, forMs: number) => Promise<boolean>;
};

/** Only a courtesy: the audit log and the records are what counts. */
export function createAlerts(deps: AlertOptions) {
  const { once, onFault } = deps;
  const tellAll = async (alert: Alert): Promise<void> => {
    const name = nameOf(alert);
    const forMs = typeof alert === "string" ? quietMs : (pauses[alert.about] ?? quietMs);
    if (name !== undefined && !(await once(`alert.${name}`, forMs))) return;
    await tellAdmins(deps, (context) => alertMessage(alert, context));
  };
  return (alert: Alert): void => {
    tellAll(alert).catch(onFault);
  };
}

/** Tells every admin directly. Returns whether at least one could be reached. */
export async function tellAdmins(
  { clients, people, contexts, onFault = () => undefined }: Telling,
  draw: (context: ViewContext) => Message,
): Promise<boolean> {
  const { admins } = await people.roles("lately", { isPartial: true });
  let isTold = false;
  for (const channel of admins) {
    const message = draw(await contexts.forPerson(channel));
    try {
      await slackCall(() => clients.once.chat.postMessage({ channel, ...message }));
      isTold = true;
    } catch (error) {
      onFault(error);
    }
  }
  return isTold;
}

/**
 * Names an alert that several replicas may meet at once. An alert that a single write noted needs
 * no name.
 */
function nameOf(alert: Alert): string | undefined {
  if (typeof alert === "string") return alert;
  if (alert.about === "group-refused") return `${alert.about}.${alert.group}`;
  if (alert.about === "stuck") return `${alert.about}.${alert.step}`;
  const isNotedOnce = alert.about === "low-balance" || alert.about === "book-budget";
  return isNotedOnce ? undefined : alert.about;
}

const quietMs = 60_000;
const pauses: { readonly [About in Exclude<Alert, string>["about"]]?: number } = {
  "group-refused": 86_400_000,
  "files-unserved": 86_400_000,
  stuck: 3_600_000,
};

/** Alerts that each admin gets directly, whoever's request caused them. */
export type Alert =
  | "key-refused"
  | "key-accepted"
  | { readonly about: "group-refused"; readonly group: string; readonly code: string }
  | ({ readonly about: "low-balance" } & LowBalance)
  | ({ readonly about: "book-budget" } & BudgetSpent)
  /** A step that keeps failing, and the requester cannot be told or Galley itself is at fault. */
  | { readonly about: "stuck"; readonly step: string; readonly why: string }
  | { readonly about: "files-unserved"; readonly count: number }
  | InquiryNews;

export function alertMessage(alert: Alert, { locale }: ViewContext): Message {
  const { t, counted } = locale;
  if (alert === "key-refused") {
    return say(
      t`The partner no longer accepts Galley’s API key. Running translations are safe; if the key was revoked, set a valid PARTNER_API_KEY and restart Galley.`,
    );
  }
  if (alert === "key-accepted") return say(t`The partner accepts Galley’s API key again.`);
  if (alert.about === "low-balance") {
    const credits = (count: number) => counted(count, "credit");
    const { balance, line, reserved } = alert;
    return say(
      t`The partner account is down to ${credits(balance)}, below your warning line of ${credits(line)}. Approvals reserve ${credits(reserved)} of it; please top it up.`,
    );
  }
  if (alert.about === "book-budget") return say(budgetWords(alert, locale));
  if (alert.about === "stuck") {
    return say(
      t`The step ${`\`${alert.step}\``} of a card has kept failing (${alert.why}). Galley keeps trying; its log says more.`,
    );
  }
  if (alert.about === "files-unserved") {
    return say(
      t`Slack hasn’t served ${counted(alert.count, "manuscript")} lately. If this goes on, the scope \`files:read\` may be missing; \`npm run doctor\` checks it.`,
    );
  }
  if (alert.about === "rate") return say(rateWords(alert.rate, locale));
  if (alert.about === "group-refused") {
    const { group, code } = alert;
    return say(
      t`Slack no longer gives me the members of the user group ${group} (${code}). Until that is fixed it counts as empty; people who are listed by id keep their rights.`,
    );
  }
  if (alert.about === "unordered") {
    return say(
      t`The partner account was charged ${counted(alert.credits, "credit")} that nobody ordered. If other programs use the account, set PARTNER_ACCOUNT_SHARED.`,
    );
  }
  return say(
    t`The partner account was charged ${counted(alert.credits, "credit")} that nobody ordered, so Galley no longer asks the partner for languages and estimates. You can switch that on again in \`/translate settings\`. If other programs use the account, set PARTNER_ACCOUNT_SHARED.`,
  );
}

function budgetWords(spent: BudgetSpent, { t, counted, percentOf }: Locale): string {
  const { percent, budget, per } = spent;
  const name = outside(spent.name, limits.nameShown);
  const part = percentOf(percent / 100);
  const credits = counted(budget, "credit");
  const used =
    per === "month"
      ? t`${name} has used ${part} of its ${credits} for this month.`
      : t`${name} has used ${part} of its ${credits}.`;
  return percent < 100
    ? used
    : `${used} ${t`Galley approves nothing of it automatically now; approvers still can.`}`;
}

export function rateWords(rate: number, { t, counted }: Locale): string {
  return t`The partner estimates ${counted(rate, "credit")} for 1,000 characters. Galley’s price is its own count, one credit a character.`;
}
