import { expect, test } from "vitest";

import { fetch } from "#lib/http.ts";

import { quoted } from "../deeds.ts";
import { type Galley, openGalley } from "../galley.ts";

test("a socket that breaks is told of while it is away, and when it is back", async () => {
  await using galley = await openGalley({ socketMode: "on" });
  await said(galley, "Slack is connected through Socket Mode", 1);
  const refused = { fault: "refused", error: "internal_error" } as const;
  galley.slack.faults.onCall("apps.connections.open", refused, 2);

  galley.slack.sockets.cut();
  await said(galley, "waiting for Slack", 1);
  const away = { ready: await page(galley, "/readyz"), metrics: await page(galley, "/metrics") };
  await galley.passing(2000, () => lines(galley, "Slack is connected through Socket Mode")[1]);

  expect(away.ready).toMatch(/Socket Mode is not connected/u);
  expect(away.metrics).toContain("galley_slack_socket_connected 0");
  galley.clock.skip(2000);
  expect(await page(galley, "/readyz")).toMatch(/^ready$/mu);
  expect(await page(galley, "/metrics")).toContain("galley_slack_socket_connected 1");
});

test("odd frames of a socket end nothing: the bot still answers", async () => {
  await using galley = await openGalley({ socketMode: "on" });
  await said(galley, "Slack is connected through Socket Mode", 1);

  for (const frame of oddFrames) galley.slack.sockets.sendFrame(frame);
  const { card } = await quoted(galley);

  expect(galley.drawn(card)).toContain("[ Approve ·");
});

const oddFrames = [
  "null",
  "7",
  "[]",
  "no JSON",
  "{}",
  '{"type":"events_api"}',
  '{"type":"events_api","envelope_id":"e-1","payload":null}',
  '{"type":"interactive","envelope_id":"e-2","payload":[]}',
  '{"type":"slash_commands","envelope_id":7,"payload":{}}',
];

function lines({ log }: Galley, words: string) {
  return log.filter(({ msg }) => msg === words);
}

async function said(galley: Galley, words: string, times: number): Promise<void> {
  await galley.passing(0, () => lines(galley, words)[times - 1]);
}

async function page(galley: Galley, path: string): Promise<string> {
  return await (await fetch(`${galley.origin()}${path}`)).text();
}
