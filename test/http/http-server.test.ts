import { once } from "node:events";

import { describe, expect, test } from "vitest";

import { type Pages, type Routes, createHttpServer } from "#http/http-server.ts";
import { fetch } from "#lib/http.ts";
import { createMetrics, emptyBacklog } from "#operator/metrics.ts";

const slack: Routes["slack"] = async (_, response) => void response.end("from Slack");

async function aServer(changes: Partial<Pages> & Pick<Routes, "slack"> = {}) {
  const metrics = createMetrics({
    notes: () => [],
    waiting: () => 7,
    ready: async () => [],
    countBacklog: async () => ({ backlog: emptyBacklog(), isWhole: true }),
  });
  const { slack: front, ...pages } = { slack, ...changes };
  const server = createHttpServer({
    slack: front,
    pages: { ready: async () => [], metrics, ...pages },
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const ask = async (path: string, method = "GET") => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return { status: reply.status, text: await reply.text() };
  };
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { metrics, ask, [Symbol.asyncDispose]: close };
}

describe("an operator", () => {
  test.each(["/healthz", "/healthz?probe=1"])("sees at %s that the process lives", async (path) => {
    await using server = await aServer({ ready: async () => ["No."] });

    expect(await server.ask(path)).toEqual({ status: 200, text: "ok\n" });
    expect((await server.ask(path, "HEAD")).status).toBe(200);
  });

  test("sees whether Galley can work, and else why not, a line each", async () => {
    const reasons: string[] = [];
    await using server = await aServer({ ready: async () => reasons });

    expect(await server.ask("/readyz")).toEqual({ status: 200, text: "ready\n" });
    reasons.push("The store takes no writes.", "The worker has not started yet.");
    expect(await server.ask("/readyz")).toEqual({
      status: 503,
      text: "The store takes no writes.\nThe worker has not started yet.\n",
    });
  });

  test("counts decisions, steps, deliveries and what is open", async () => {
    await using server = await aServer();
    server.metrics.event("approved");
    server.metrics.event("approved");
    server.metrics.step("send", "failed");
    server.metrics.delivery("taken");

    const { text } = await server.ask("/metrics");

    expect(text).toContain('galley_events_total{kind="approved"} 2');
    expect(text).toContain('galley_steps_total{step="send",outcome="failed"} 1');
    expect(text).toContain('galley_slack_deliveries_total{outcome="taken"} 1');
    expect(text).toContain("galley_agenda_quotes 7");
  });
});

describe("Slack", () => {
  test("is answered at its one address", async () => {
    await using server = await aServer();

    expect(await server.ask("/slack/events", "POST")).toEqual({ status: 200, text: "from Slack" });
  });

  test("has no address in Socket Mode", async () => {
    await using server = await aServer({ slack: undefined });

    expect((await server.ask("/slack/events", "POST")).status).toBe(404);
  });
});

test.each([
  ["/", "GET"],
  ["/slack/events", "GET"],
  ["/metrics", "POST"],
  ["/healthz/", "GET"],
])("nothing is at %s for %s", async (path, method) => {
  await using server = await aServer();

  expect((await server.ask(path, method)).status).toBe(404);
});

test("a fault of ours is answered, not left hanging", async () => {
  await using server = await aServer({ slack: async () => Promise.reject(new Error("a bug")) });

  expect(await server.ask("/slack/events", "POST")).toEqual({
    status: 500,
    text: "internal error\n",
  });
});

test("whoever connects and sends nothing, or never ends, has a few seconds", () => {
  const server = createHttpServer({ slack });

  expect(server.headersTimeout).toBeLessThanOrEqual(5000);
  expect(server.requestTimeout).toBeLessThanOrEqual(10_000);
});
