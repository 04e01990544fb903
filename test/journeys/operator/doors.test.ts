import { expect, test } from "vitest";

import { fetch } from "#lib/http.ts";

import { openGalley } from "../galley.ts";

type Galley = Awaited<ReturnType<typeof openGalley>>;

async function statusOf(at: string, method = "GET"): Promise<number> {
  return (await fetch(at, { method })).status;
}

/** Returns the status of each port for a health probe and for an unsigned delivery. */
async function askAll(galley: Galley) {
  const { slack, pages } = galley.ports();
  const ask = async (port: number) => [
    await statusOf(`http://127.0.0.1:${port}/healthz`),
    await statusOf(`http://127.0.0.1:${port}/slack/events`, "POST"),
  ];
  return { slack: await ask(slack), pages: await ask(pages) };
}

test("Slack and the operator share one port", async () => {
  await using galley = await openGalley();

  expect(await askAll(galley)).toEqual({ slack: [200, 401], pages: [200, 401] });
});

test("the operator’s pages have a port of their own, and Slack’s has none of them", async () => {
  await using galley = await openGalley({ env: { OPERATOR_PORT: "0" } });

  expect(galley.ports().pages).not.toBe(galley.ports().slack);
  expect(await askAll(galley)).toEqual({ slack: [404, 401], pages: [200, 404] });
});

test("in Socket Mode there is the operator’s port alone", async () => {
  await using galley = await openGalley({ env: { OPERATOR_PORT: "0" }, socketMode: "on" });

  expect(galley.ports().pages).toBe(galley.ports().slack);
  expect(await askAll(galley)).toMatchObject({ pages: [200, 404] });
});

test("only the named address of the machine is listened on", async () => {
  await using galley = await openGalley({ env: { HOST: "127.0.0.2" }, socketMode: "on" });
  const { pages } = galley.ports();

  expect(await statusOf(`http://127.0.0.2:${pages}/healthz`)).toBe(200);
  await expect(statusOf(`http://127.0.0.1:${pages}/healthz`)).rejects.toThrow("fetch failed");
});

test("with a wrong signing secret Slack's requests are refused, counted, and told once a minute", async () => {
  await using galley = await openGalley({ env: { SLACK_SIGNING_SECRET: "of-another-app" } });
  const { robin } = galley.slack.people;

  for (let n = 0; n < 3; n += 1) await robin.opensHome();

  const told = galley.log.filter((line) => String(line["msg"]).includes("was refused"));
  expect(told).toEqual([
    expect.objectContaining({ msg: expect.stringContaining("SLACK_SIGNING_SECRET") as unknown }),
  ]);
  const metrics = await (await fetch(`${galley.origin()}/metrics`)).text();
  expect(metrics).toMatch(/galley_slack_deliveries_total\{outcome="refused"\} [3-9]/u);
});
