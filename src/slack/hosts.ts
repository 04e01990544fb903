/** Below each of these live a Slack's Web API, files and hooks: the one for all, and GovSlack. */
const families = ["slack.com", "slack-gov.com"];

export const defaultApiUrl = `https://${families[0]}/api/`;

/**
 * Who may have the bot token: the hosts of that Slack whose Web API is asked (`apiUrl`). Where it is none of
 * Slack's own, that one origin and nobody else.
 */
export function slackOnly(apiUrl: string = defaultApiUrl): (url: URL) => boolean {
  const { origin } = new URL(apiUrl);
  const family = families.find((one) => origin === `https://${one}`);
  if (family === undefined) return (url) => url.origin === origin;
  return ({ protocol, port, hostname }) =>
    protocol === "https:" && port === "" && hostname.endsWith(`.${family}`);
}
