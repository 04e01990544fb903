import { expect, test } from "vitest";

import { fetch } from "../../src/http.ts";
import { openHouse } from "./house.ts";

type House = Awaited<ReturnType<typeof openHouse>>;

async function statusOf(at: string, method = "GET"): Promise<number> {
  return (await fetch(at, { method })).status;
}

/** Returns the status of each port for a health probe and for an unsigned delivery. */
async function askAll(house: House) {
  const { slack, pages } = house.ports();
  const ask = async (port: number) => [
    await statusOf(`http://127.0.0.1:${port}/healthz`),
    await statusOf(`http://127.0.0.1:${port}/slack/events`, "POST"),
  ];
  return { slack: await ask(slack), pages: await ask(pages) };
}

test("Slack and the operator share one port", async () => {
  await using house = await openHouse();

  expect(await askAll(house)).toEqual({ slack: [200, 401], pages: [200, 401] });
});

test("the operator’s pages have a port of their own, and Slack’s has none of them", async () => {
  await using house = await openHouse({ env: { OPERATOR_PORT: "0" } });

  expect(house.ports().pages).not.toBe(house.ports().slack);
  expect(await askAll(house)).toEqual({ slack: [404, 401], pages: [200, 404] });
});

test("in Socket Mode there is the operator’s port alone", async () => {
  await using house = await openHouse({ env: { OPERATOR_PORT: "0" }, socketMode: "on" });

  expect(house.ports().pages).toBe(house.ports().slack);
  expect(await askAll(house)).toMatchObject({ pages: [200, 404] });
});

test("only the named address of the machine is listened on", async () => {
  await using house = await openHouse({ env: { HOST: "127.0.0.2" }, socketMode: "on" });
  const { pages } = house.ports();

  expect(await statusOf(`http://127.0.0.2:${pages}/healthz`)).toBe(200);
  await expect(statusOf(`http://127.0.0.1:${pages}/healthz`)).rejects.toThrow("fetch failed");
});
