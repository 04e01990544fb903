import { readFile } from "node:fs/promises";

import { expect, test } from "vitest";
import { z } from "zod";

import { EVENTS, SCOPES } from "#sandbox/slack/options.ts";

test("the local Slack grants what manifest.yml asks for, and nothing more", async () => {
  const manifest = await readFile("manifest.yml", "utf8");

  expect(listBelow(manifest, "bot")).toEqual([...SCOPES].toSorted());
  expect(listBelow(manifest, "bot_events")).toEqual([...EVENTS].toSorted());
});

test("the three manifests are one: for Socket Mode, over HTTP, and for `slack run`", async () => {
  const [socket, http, json] = await Promise.all(
    ["manifest.yml", "manifest.http.yml", "manifest.json"].map((name) => readFile(name, "utf8")),
  );
  const below = (text = "") => text.slice(text.indexOf("_metadata"));
  const withoutHost = below(http)
    .split("\n")
    .filter((line) => !line.includes("https://HOST/slack/events"))
    .join("\n")
    .replace("socket_mode_enabled: false", "socket_mode_enabled: true");
  const { oauth_config, settings, features } = manifestSchema.parse(JSON.parse(json ?? ""));

  expect(withoutHost).toBe(below(socket));
  expect(http?.match(/https:\/\/HOST\//gu)).toHaveLength(4);
  expect(oauth_config.scopes.bot.toSorted()).toEqual([...SCOPES].toSorted());
  expect(settings.event_subscriptions.bot_events.toSorted()).toEqual([...EVENTS].toSorted());
  expect(settings.socket_mode_enabled).toBe(true);
  expect(features.slash_commands.map(({ command }) => command)).toEqual(
    [...below(socket).matchAll(/- command: (\S+)/gu)].map(([, command]) => command),
  );
});

test("`slack run` finds the manifest and starts the bot", async () => {
  const { hooks } = hooksSchema.parse(JSON.parse(await readFile(".slack/hooks.json", "utf8")));

  expect(hooks).toEqual({ "get-manifest": "cat manifest.json", start: "npm start" });
});

const words = z.array(z.string());
const hooksSchema = z.object({ hooks: z.record(z.string(), z.string()) });
const manifestSchema = z.object({
  oauth_config: z.object({ scopes: z.object({ bot: words }) }),
  settings: z.object({
    event_subscriptions: z.object({ bot_events: words }),
    socket_mode_enabled: z.boolean(),
  }),
  features: z.object({ slash_commands: z.array(z.object({ command: z.string() })) }),
});

function listBelow(yaml: string, key: string): readonly string[] {
  const [, after = ""] = yaml.split(`\n    ${key}:\n`);
  const [list = ""] = after.split(/^(?! +- )/m);
  return Array.from(list.matchAll(/- ([\w.:]+)/g), ([, item = ""]) => item).toSorted();
}
