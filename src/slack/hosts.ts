/** Domains of Slack's Web API, files and hooks: the common one, and GovSlack. */
const families = ["slack.com", "slack-gov.com"];

export const defaultApiUrl = `https://${families[0]}/api/`;

/**
 * Returns a test for the hosts that may have the bot token: those of the Slack at `apiUrl`. For an
 * `apiUrl` outside Slack's domains that is its origin alone.
 */
export function slackOnly(apiUrl: string = defaultApiUrl): (url: URL) => boolean {
  const { origin } = new URL(apiUrl);
  const family = families.find((one) => origin === `https://${one}`);
  if (family === undefined) return (url) => url.origin === origin;
  return ({ protocol, port, hostname }) =>
    protocol === "https:" && port === "" && hostname.endsWith(`.${family}`);
}
