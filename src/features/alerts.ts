import type { People } from "../core/ports.ts";
import { type Message, say } from "../slack/blocks.ts";
import { type SlackClients, slackCall } from "../slack/clients.ts";
import type { ViewContext, ViewContexts } from "../slack/people.ts";
import type { InquiryOff } from "./estimate/rules/inquiries.ts";
import type { LowBalance } from "./spending/rules/account.ts";

type Deps = {
  readonly clients: SlackClients;
  readonly people: Pick<People, "roles">;
  readonly contexts: Pick<ViewContexts, "forPerson">;
  /** True for one of several replicas that meet the same trouble at the same time. */
  readonly once: (name: string, forMs: number) => Promise<boolean>;
  readonly onFault: (error: unknown) => void;
};

/** Tells every admin directly. Only a courtesy: the audit log and the records are what counts. */
export function createAlerts({ clients, people, contexts, once, onFault }: Deps) {
  const tellAll = async (alert: Alert): Promise<void> => {
    const name = nameOf(alert);
    if (name !== undefined && !(await once(`alert.${name}`, quietMs))) return;
    const { admins } = await people.roles();
    for (const channel of admins) {
      const message = alertMessage(alert, await contexts.forPerson(channel));
      await slackCall(() => clients.once.chat.postMessage({ channel, ...message })).catch(onFault);
    }
  };
  return (alert: Alert): void => {
    tellAll(alert).catch(onFault);
  };
}

/**
 * Names an alert that several replicas may meet at once. An alert that a single write noted needs
 * no name.
 */
function nameOf(alert: Alert): string | undefined {
  if (typeof alert === "string") return alert;
  return alert.about === "inquiry-off" ? `${alert.about}.${alert.inquiry}` : undefined;
}

const quietMs = 60_000;

/** Alerts that each admin gets directly, whoever's request caused them. */
export type Alert =
  | "key-refused"
  | "key-accepted"
  | ({ readonly about: "low-balance" } & LowBalance)
  | ({ readonly about: "inquiry-off" } & InquiryOff);

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
    const { balance, line, promised } = alert;
    return say(
      t`The partner account is down to ${credits(balance)}, below your warning line of ${credits(line)}. Approvals reserve ${credits(promised)} of it; please top it up.`,
    );
  }
  const what =
    alert.inquiry === "language"
      ? t`Let the partner detect the language`
      : t`Let the partner estimate the price`;
  return say(
    alert.why === "unclear"
      ? t`Galley switched off “${what}”, because it may cost credits. You can switch it on in \`/translate settings\`.`
      : t`Galley switched off “${what}”, because it cost ${counted(alert.credits, "credit")}. You can switch it on in \`/translate settings\`.`,
  );
}
