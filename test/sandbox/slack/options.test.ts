import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

import { EVENTS, SCOPES } from "#sandbox/slack/options.ts";

test("the local Slack grants what manifest.yml asks for, and nothing more", async () => {
  const manifest = await readFile("manifest.yml", "utf8");

  expect(listBelow(manifest, "bot")).toEqual([...SCOPES].toSorted());
  expect(listBelow(manifest, "bot_events")).toEqual([...EVENTS].toSorted());
});

test("the manifest for HTTP is that for Socket Mode, with the address of Galley", async () => {
  const [socket, http] = await Promise.all([
    printed(),
    printed("--http", "https://galley.example"),
  ]);
  const address = "https://galley.example/slack/events";
  const ofHttp = manifestSchema.parse(parse(http));
  const asSocket = http
    .split("\n")
    .filter((line) => !line.includes(address))
    .join("\n")
    .replace("socket_mode_enabled: false", "socket_mode_enabled: true");

  expect(socket).toBe(await readFile("manifest.yml", "utf8"));
  expect(parse(asSocket)).toEqual(parse(socket));
  expect(ofHttp.settings).toMatchObject({
    socket_mode_enabled: false,
    event_subscriptions: { request_url: address },
    interactivity: { request_url: address },
  });
  expect(ofHttp.features.slash_commands.map(({ url }) => url)).toEqual([address, address]);
});

test.for(["galley.example", "http://galley.example"])(
  "no manifest for HTTP is printed with the address %s, where Slack sends nothing",
  async (address) => {
    await expect(printed("--http", address)).rejects.toMatchObject({ code: 2, stdout: "" });
  },
);

test("`slack run` gets the manifest as JSON and starts the bot", async () => {
  const { hooks } = hooksSchema.parse(JSON.parse(await readFile(".slack/hooks.json", "utf8")));
  const json = manifestSchema.parse(JSON.parse(await printed("--json")));

  expect(hooks).toEqual({
    "get-manifest": "npm run --silent manifest -- --json",
    start: "npm start",
  });
  expect(json.oauth_config.scopes.bot.toSorted()).toEqual([...SCOPES].toSorted());
  expect(json.settings.event_subscriptions.bot_events.toSorted()).toEqual([...EVENTS].toSorted());
  expect(json.settings.socket_mode_enabled).toBe(true);
  expect(JSON.parse(await printed("--json"))).toEqual(parse(await printed()));
});

/** Returns what the script prints. */
async function printed(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/manifest.ts", ...args]);
  return stdout;
}

const words = z.array(z.string());
const hooksSchema = z.object({ hooks: z.record(z.string(), z.string()) });
const manifestSchema = z.object({
  oauth_config: z.object({ scopes: z.object({ bot: words }) }),
  settings: z.object({
    event_subscriptions: z.object({ bot_events: words, request_url: z.string().optional() }),
    interactivity: z.object({ request_url: z.string().optional() }),
    socket_mode_enabled: z.boolean(),
  }),
  features: z.object({
    slash_commands: z.array(z.object({ command: z.string(), url: z.string().optional() })),
  }),
});

function listBelow(yaml: string, key: string): readonly string[] {
  const [, after = ""] = yaml.split(`\n    ${key}:\n`);
  const [list = ""] = after.split(/^(?! +- )/m);
  return Array.from(list.matchAll(/- ([\w.:]+)/g), ([, item = ""]) => item).toSorted();
}
