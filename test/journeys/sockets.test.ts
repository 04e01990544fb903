import { expect, test } from "vitest";

import { fetch } from "../../src/http.ts";
import { type House, openHouse } from "./house.ts";

test("a socket that breaks is told of while it is away, and when it is back", async () => {
  await using house = await openHouse({ socketMode: "on" });
  await said(house, "Slack is connected through Socket Mode", 1);
  const refused = { fault: "refused", error: "internal_error" } as const;
  house.slack.faults.onCall("apps.connections.open", refused, 2);

  house.slack.sockets.cut();
  await said(house, "waiting for Slack", 1);
  const away = { ready: await page(house, "/readyz"), metrics: await page(house, "/metrics") };
  await house.passing(2000, () => lines(house, "Slack is connected through Socket Mode")[1]);

  expect(away.ready).toMatch(/Socket Mode is not connected/u);
  expect(away.metrics).toContain("galley_slack_socket_connected 0");
  house.clock.skip(2000);
  expect(await page(house, "/readyz")).toMatch(/^ready$/mu);
  expect(await page(house, "/metrics")).toContain("galley_slack_socket_connected 1");
});

function lines({ log }: House, words: string) {
  return log.filter(({ msg }) => msg === words);
}

async function said(house: House, words: string, times: number): Promise<void> {
  await house.passing(0, () => lines(house, words)[times - 1]);
}

async function page(house: House, path: string): Promise<string> {
  return await (await fetch(`${house.origin()}${path}`)).text();
}
