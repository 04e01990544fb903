import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";

import { expect, test } from "vitest";

import { createLog } from "#operator/log.ts";
import { readConfig } from "#service/config.ts";
import { createChat } from "#service/engines/chat.ts";
import { TranslationFailedError } from "#service/engines/engine.ts";
import { openEngine } from "#service/engines/open-engine.ts";
import { UnusableAnswerError } from "#service/longform/translate-chunk.ts";

import { secret } from "../running.ts";

const question = [{ role: "user", content: "Mara" }] as const;

test("Retry-After is obeyed, in seconds and as a date, and holds up every request", async () => {
  const date = (clock: { now: number }) => new Date(clock.now + 30_000).toUTCString();
  await using world = await aWorld((request, response, clock) => {
    if (request === 1) response.writeHead(429, { "retry-after": "7" }).end();
    else if (request === 2) response.writeHead(503, { "retry-after": date(clock) }).end();
    else say(response, "Maro");
  });

  expect(await world.ask()).toBe("Maro");
  expect(world.clock.now - started).toBeGreaterThanOrEqual(36_000);
  expect(world.clock.now - started).toBeLessThan(40_000);
});

test("what does not answer is asked again with longer and longer waits, until the deadline", async () => {
  await using world = await aWorld((_, response) => response.writeHead(500).end());

  await expect(world.ask({ deadline: started + 600_000 })).rejects.toThrow(TranslationFailedError);

  expect(world.requests()).toBeGreaterThan(9);
  expect(world.requests()).toBeLessThan(30);
});

test.each([
  [401, "HTTP 401: check MODEL_KEY"],
  [404, "HTTP 404: check MODEL_BASE_URL and MODEL_NAME"],
])("a refusal with %i says what to fix, and repeats nothing", async (status, reason) => {
  await using world = await aWorld((_, response) => response.writeHead(status).end("Mara?"));

  await expect(world.ask({ deadline: started })).rejects.toThrow(reason);
});

test("a model has the given time to be loaded, and one that was away is asked again soon", async () => {
  let isLoaded = false;
  await using world = await aWorld((_, response) => {
    if (isLoaded) say(response, "ok");
  });
  const { engine, clock } = world;

  expect(await engine.ready(1)).toContain("the model does not answer");
  isLoaded = true;
  expect(await engine.ready(60_000)).toContain("the model does not answer");
  clock.now += 5_000;
  expect(await engine.ready(60_000)).toBeUndefined();
});

test("a field that the server does not know is left out from then on", async () => {
  const bodies: Record<string, unknown>[] = [];
  await using world = await aWorld((_, response, __, body) => {
    bodies.push(body);
    const hasTemperature = "temperature" in body;
    if (hasTemperature) response.writeHead(400).end("Unsupported value: 'temperature'");
    else say(response, "Maro");
  });

  await Promise.all([world.ask(), world.ask()]);
  await world.ask();

  expect(bodies.filter((body) => "temperature" in body)).toHaveLength(2);
  expect("temperature" in (bodies.at(-1) ?? {})).toBe(false);
  expect(bodies.every((body) => body["keep_alive"] === "1h" && "max_tokens" in body)).toBe(true);
});

test.each([
  ["too long for the model", 400, '{"error":{"type":"exceed_context_size_error"}}'],
  ["refused", 400, "bad"],
  ["cut off", 200, '{"choices":[{"message":{"content":null},"finish_reason":"length"}]}'],
])("a request that is %s is not sent again as it is", async (_, status, body) => {
  await using world = await aWorld((__, response) => response.writeHead(status).end(body));

  await expect(world.ask()).rejects.toThrow(UnusableAnswerError);
  expect(world.requests()).toBe(1);
});

test("no more requests run at once than the operator allows", async () => {
  let running = 0;
  let most = 0;
  await using world = await aWorld((_, response) => {
    running += 1;
    most = Math.max(most, running);
    setImmediate(() => {
      running -= 1;
      say(response, "Maro");
    });
  });

  const answers = await Promise.all(Array.from({ length: 12 }, () => world.ask()));

  expect(answers).toHaveLength(12);
  expect(most).toBeLessThanOrEqual(3);
});

const started = Date.UTC(2026, 4, 14);

type Answer = (
  request: number,
  response: ServerResponse,
  clock: { now: number },
  body: Record<string, unknown>,
) => unknown;

function say(response: ServerResponse, content: string): void {
  response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: "stop" }] }));
}

/** Starts our client and a server, on a clock that each wait puts forward. */
async function aWorld(answer: Answer) {
  const clock = { now: started };
  let count = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body: unknown = await readJson(request);
    count += 1;
    answer(count, response, clock, Object.fromEntries(Object.entries(body ?? {})));
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const config = readConfig({
    SERVICE_ENGINE: "openai",
    SERVICE_SECRET: secret,
    MODEL_BASE_URL: `http://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}/v1`,
    MODEL_NAME: "a-model",
    MODEL_REQUESTS_AT_ONCE: "3",
    MODEL_EXTRA: '{"keep_alive":"1h"}',
  });
  const parts = {
    log: createLog({ level: "silent", secrets: [] }),
    metrics: { asked: () => undefined, modelIs: () => undefined },
    now: () => clock.now,
    sleep: async (ms: number) => {
      clock.now += ms;
    },
  };
  const chat = createChat(config.model, parts);
  return {
    clock,
    engine: await openEngine(config, parts),
    requests: () => count,
    ask: ({ deadline = Infinity } = {}) =>
      chat.ask(question, {
        account: "press",
        isLight: false,
        deadline,
        signal: new AbortController().signal,
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
