import { once } from "node:events";
import { createServer, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

import { expect, test } from "vitest";

import { startModel } from "./model-server.ts";
import { aService } from "./running.ts";

type Service = Awaited<ReturnType<typeof aService>>;

/** Begins an upload of a known key; it has no end. */
function begin({ url, key }: Service, { host = "galley" } = {}) {
  const sent = request(`${url}/tasks`, {
    method: "POST",
    headers: {
      host,
      authorization: `Bearer ${key}`,
      "content-type": "multipart/form-data; boundary=b",
    },
  });
  sent.on("error", () => undefined);
  const status = new Promise<number | undefined>((resolve) => {
    sent.on("response", (response) => resolve(response.resume().statusCode));
  });
  sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n');
  return {
    status,
    write: (text: string) => void sent.write(text),
    end: () => void sent.end("\r\n--b--\r\n"),
  };
}

test("an odd Host is refused with 400", async () => {
  await using service = await aService();

  expect(await begin(service, { host: "a/b" }).status).toBe(400);
});

test("a known key may upload for long, but not ever more slowly, and leaves nothing then", async () => {
  await using service = await aService({ pace: { graceMs: 300, leastBytesPerSecond: 1000 } });
  const steady = begin(service);
  const slow = begin(service);
  const cut = new AbortController();
  void slow.status.then(() => cut.abort());

  // Each second of the steady one is worth several of waiting.
  while (!cut.signal.aborted) {
    steady.write("a".repeat(1000));
    slow.write("a");
    await delay(10);
  }
  steady.end();

  expect(await slow.status).toBe(408);
  expect(await steady.status).toBe(400);
  expect(await service.records.tasks.all()).toEqual([]);
});

test("200 probes of a service that starts are one question to the model", async () => {
  const answers = Promise.withResolvers<void>();
  await using model = await startModel({ thinks: () => answers.promise });
  const env = { SERVICE_ENGINE: "openai", MODEL_BASE_URL: model.url, MODEL_NAME: "scripted" };
  await using service = await aService({ env });

  const probes = Array.from({ length: 200 }, () => service.call(`${service.origin}/readyz`));
  await expect.poll(() => model.requests()).toBe(1);
  answers.resolve();
  const statuses = (await Promise.all(probes)).map(({ status }) => status);

  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(model.requests()).toBe(1);
});

test("/readyz and a metric say that the model is away for everybody, and that it is back", async () => {
  let isAway = true;
  const choices = [{ message: { content: "1 La mer." }, finish_reason: "stop" }];
  const model = createServer((_, response) => {
    response.writeHead(isAway ? 500 : 200).end(JSON.stringify({ choices }));
  }).listen(0, "127.0.0.1");
  await once(model, "listening");
  const bound = model.address();
  const env = {
    SERVICE_ENGINE: "openai",
    MODEL_BASE_URL: `http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}/v1`,
    MODEL_NAME: "a-model",
    MODEL_REQUESTS_AT_ONCE: "2",
  };
  await using service = await aService({ env });
  const page = (name: string) => service.call(`${service.origin}${name}`);
  const away = async () => /^service_model_away (\d)$/mu.exec((await page("/metrics")).text)?.[1];

  expect(await away()).toBe("0");
  await service.task({ file: "Mara saw the sea.\n", glossary_strategy: "replace" });
  await expect.poll(away).toBe("1");
  const { status, text } = await page("/readyz");
  isAway = false;

  await expect.poll(away).toBe("0");
  expect([status, text]).toEqual([503, expect.stringContaining("the model does not answer")]);
  model.closeAllConnections();
  model.close();
});

test("the operator's pages may have a port of their own", async () => {
  await using service = await aService({ env: { SERVICE_OPERATOR_PORT: "0" } });

  expect(service.pages).not.toBe(service.origin);
  expect((await service.call(`${service.pages}/healthz`)).status).toBe(200);
  expect((await service.call(`${service.origin}/metrics`)).status).toBe(404);
  expect((await service.call(`${service.pages}/api/b2b/v1/usage`)).status).toBe(404);
  expect((await service.call("/usage")).status).toBe(200);
});
