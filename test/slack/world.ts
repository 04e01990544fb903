import { startSlackSandbox } from "#sandbox/slack/slack.ts";
import { createBoltLog, createClients } from "#slack/clients.ts";

/** Starts a local Slack, with Galley's own clients to it. */
export async function aSlack(options: Partial<Parameters<typeof startSlackSandbox>[0]> = {}) {
  const slack = await startSlackSandbox({ now: Date.now, ...options });
  const clients = createClients({
    token: slack.botToken,
    apiUrl: slack.apiUrl,
    logger: createBoltLog(),
  });
  return { slack, clients, [Symbol.asyncDispose]: () => slack.close() };
}
