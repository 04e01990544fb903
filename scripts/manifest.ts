import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { isSeq, parseDocument } from "yaml";

/**
 * Prints the manifest of the Slack app: manifest.yml as it stands, for Socket Mode. `--http URL` prints
 * it for HTTP, where Slack reaches Galley at this address. `--json` prints JSON, as the Slack CLI reads it.
 */
const { values } = parseArgs({
  options: { http: { type: "string" }, json: { type: "boolean", default: false } },
});

const text = readFileSync(join(import.meta.dirname, "..", "manifest.yml"), "utf8");
const manifest = parseDocument(text);

if (values.http !== undefined) {
  if (!URL.canParse(values.http) || new URL(values.http).protocol !== "https:") {
    console.error(`--http takes the address of Galley, such as https://galley.example.org.`);
    process.exit(2);
  }
  const { href } = new URL("/slack/events", values.http);
  manifest.commentBefore = [
    " The Slack app behind Galley, over HTTP: https://api.slack.com/apps → Create New App → From a manifest.",
    " Once Galley runs at this address, open Event Subscriptions in the app's settings and have the Request URL",
    " verified: Slack sends no event before.",
  ].join("\n");
  const commands = manifest.getIn(["features", "slash_commands"]);
  for (const at of isSeq(commands) ? commands.items.keys() : [])
    manifest.setIn(["features", "slash_commands", at, "url"], href);
  manifest.setIn(["settings", "event_subscriptions", "request_url"], href);
  manifest.setIn(["settings", "interactivity", "request_url"], href);
  manifest.setIn(["settings", "socket_mode_enabled"], false);
}

const yaml = values.http === undefined ? text : manifest.toString({ lineWidth: 0 });
process.stdout.write(values.json ? `${JSON.stringify(manifest, null, 2)}\n` : yaml);
