import type { People } from "../core/ports.ts";
import { type SlackClients, slackCall } from "../slack/clients.ts";
import type { ViewContexts } from "../slack/people.ts";
import { type Alert, alertMessage } from "./translation/views/alerts.ts";

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
