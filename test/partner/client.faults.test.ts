import diagnostics from "node:diagnostics_channel";
import { Socket } from "node:net";
import { inspect } from "node:util";

import { expect, test } from "vitest";

import { createPartner } from "#partner/client.ts";

import {
  aCreate,
  answer,
  aPartner,
  apiKey,
  arrivedOf,
  aTask,
  aText,
  envelope,
} from "./a-partner.ts";
import { serve } from "./serve.ts";

test.for([
  [300, "UnavailableError"],
  [301, "UnavailableError"],
  [400, "BadRequestError"],
  [401, "UnauthorizedError"],
  [402, "PaymentRequiredError"],
  [403, "UnavailableError"],
  [404, "NotFoundError"],
  [409, "IdempotencyConflictError"],
  [418, "UnavailableError"],
  [429, "RateLimitedError"],
  [500, "UnavailableError"],
  [503, "UnavailableError"],
] as const)("status %i is %s, whatever the body looks like", async ([status, name]) => {
  const bodies = ["", "<html>", '{"success":true', JSON.stringify(envelope(aTask()))];

  for (const body of bodies) {
    await using service = await aPartner(
      answer(status, body, { location: "https://evil.example" }),
    );
    await expect(service.partner.createTask(aCreate())).rejects.toMatchObject({
      name,
      message: `the partner answered ${status}`,
    });
  }
});

test.for([
  [{ error: { code: "BAD_REQUEST", message: "No \n such\tlanguage." } }, "No such language"],
  [{ message: `Bearer ${apiKey} asks for xx` }, "Bearer [secret] asks for xx"],
  [{ error: { code: "BAD_REQUEST" } }, "BAD_REQUEST"],
  [{ error: { message: "a".repeat(9000) } }, "a".repeat(200)],
  [{ error: "no", message: ["none"] }, undefined],
] as const)("a refusal that says %j is one for that reason", async ([body, reason]) => {
  await using service = await aPartner(answer(400, body));

  await expect(service.partner.createTask(aCreate())).rejects.toMatchObject({
    name: "BadRequestError",
    reason,
  });
});

test("a refusal whose reason does not come is a refusal all the same", async () => {
  const deadlines: AbortController[] = [];
  await using service = await aPartner(
    (request, reply) => {
      request.resume().on("end", () => reply.writeHead(400).write('{"error":{"message":"No'));
    },
    {
      deadline: () => {
        const one = new AbortController();
        if (deadlines.push(one) > 1) one.abort();
        return one.signal;
      },
    },
  );

  await expect(service.partner.createTask(aCreate())).rejects.toMatchObject({
    name: "BadRequestError",
    reason: undefined,
  });
  expect(deadlines).toHaveLength(2);
});

test("a limit that is exceeded tells how long to wait", async () => {
  await using service = await aPartner(answer(429, "", { "retry-after": "7" }));

  await expect(service.partner.usage()).rejects.toMatchObject({ retryAfterMs: 7000 });
});

test("a limit that names a date is measured by the partner's own clock", async () => {
  const headers = {
    date: "Fri, 20 Nov 2026 12:00:00 GMT",
    "retry-after": "Fri, 20 Nov 2026 12:00:30 GMT",
  };
  await using service = await aPartner(answer(429, "", headers));

  await expect(service.partner.usage()).rejects.toMatchObject({ retryAfterMs: 30_000 });
});

test("a refusal is heard while the text is still on its way", async () => {
  await using service = await aPartner((_, reply) => {
    reply.writeHead(402, { connection: "keep-alive" }).end("{}");
  });
  const stopped = Promise.withResolvers<void>();
  const text = {
    ...aText("It rained."),
    open: async function* open(signal: AbortSignal) {
      yield Buffer.from("It ");
      await new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
        signal.addEventListener("abort", () => stopped.resolve());
      });
    },
  };

  await expect(service.partner.createTask(aCreate({ text }))).rejects.toMatchObject({
    name: "PaymentRequiredError",
  });
  await stopped.promise;
});

test.for([
  { reply: "nothing", body: "" },
  { reply: "a page", body: "<html>secret words</html>" },
  { reply: "half an answer", body: '{"success":true,"data":{"task_id":"secret words' },
  { reply: "a list", body: "[]" },
  { reply: "a refusal under 200", body: '{"success":false,"data":{"task_id":"secret words"}}' },
  { reply: "another action", body: JSON.stringify(envelope(aTask({ action: "secret words" }))) },
  { reply: "a book", body: JSON.stringify(envelope(aTask({ x: "secret words".repeat(200_000) }))) },
  { reply: "bytes that are no text", body: JSON.stringify(envelope(aTask({ task_id: "\u00ff" }))) },
])("$reply instead of a task is an unexpected reply, and is not quoted", async ({ body }) => {
  await using service = await aPartner((request, reply) => {
    request.resume().on("end", () => reply.end(Buffer.from(body, "latin1")));
  });

  const fault: unknown = await service.partner
    .createTask(aCreate())
    .catch((error: unknown) => error);

  expect(fault).toMatchObject({ name: "UnexpectedReplyError" });
  expect(inspect(fault, { depth: 9 })).not.toContain("secret words");
});

test("the task of somebody else is not taken for the one that was asked for", async () => {
  await using service = await aPartner(answer(200, envelope(aTask({ task_id: "task-2" }))));

  await expect(service.partner.task("task-1")).rejects.toMatchObject({
    name: "UnexpectedReplyError",
  });
});

test("a partner that hangs up is no clear answer", async () => {
  await using service = await aPartner((request) => request.socket.destroy());

  await expect(service.partner.createTask(aCreate())).rejects.toMatchObject({
    name: "UnavailableError",
    cause: { code: "UND_ERR_SOCKET" },
  });
});

test.for(["EHOSTUNREACH", "ENETUNREACH", "ECONNREFUSED"])(
  "nor is a network that reports %s once the request is out",
  async (code) => {
    const connections: Socket[] = [];
    const note = (told: unknown) => {
      if (told instanceof Object && "socket" in told && told.socket instanceof Socket)
        connections.push(told.socket);
    };
    diagnostics.subscribe("undici:client:connected", note);
    await using service = await aPartner(async (request) => {
      await arrivedOf(request);
      for (const one of connections) one.destroy(Object.assign(new Error("broken"), { code }));
    });

    const creating = service.partner.createTask(aCreate());

    await expect(creating).rejects.toMatchObject({ name: "UnavailableError", cause: { code } });
    diagnostics.unsubscribe("undici:client:connected", note);
  },
);

test("a partner that does not answer in time is no clear answer", async () => {
  const deadline = new AbortController();
  const limits: number[] = [];
  await using service = await aPartner(
    (request) => request.resume().on("end", () => deadline.abort()),
    {
      timeoutMs: 1000,
      deadline: (ms) => {
        limits.push(ms);
        return deadline.signal;
      },
    },
  );

  const creating = service.partner.createTask(aCreate());

  await expect(creating).rejects.toMatchObject({ name: "UnavailableError" });
  expect(limits).toEqual([1003]);
});

test("a text that takes longer than the deadline ends as no clear answer", async () => {
  const deadline = new AbortController();
  await using service = await aPartner(() => deadline.abort(), { deadline: () => deadline.signal });
  const text = {
    ...aText("It rained."),
    open: async function* open(signal: AbortSignal) {
      yield Buffer.from("It ");
      yield Buffer.from("r");
      await new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new Error("aborted")));
      });
    },
  };

  await expect(service.partner.createTask(aCreate({ text }))).rejects.toMatchObject({
    name: "UnavailableError",
  });
});

test("a partner that nobody can reach has got nothing", async () => {
  const nobody = await serve(() => undefined);
  await nobody[Symbol.asyncDispose]();
  const partner = createPartner({ baseUrl: nobody.origin, apiKey, now: () => 0 });

  await expect(partner.usage()).rejects.toMatchObject({ name: "UnreachableError" });
  await expect(partner.createTask(aCreate())).rejects.toMatchObject({
    name: "UnreachableError",
    cause: { code: "ECONNREFUSED" },
  });
});

test("a server that is not the partner over TLS has got nothing", async () => {
  await using plain = await serve(() => undefined);
  const baseUrl = plain.origin.replace("http:", "https:");
  const partner = createPartner({ baseUrl, apiKey, now: () => 0 });

  await expect(partner.createTask(aCreate())).rejects.toMatchObject({ name: "UnreachableError" });
});

test("the key shows in no error, however the partner throws it back", async () => {
  await using service = await aPartner(
    answer(200, envelope(aTask({ task_id: 7, status: apiKey, [apiKey]: apiKey })), {
      "x-echo": apiKey,
    }),
  );
  const partner = createPartner({ baseUrl: `http://${apiKey}.invalid/`, apiKey, now: () => 0 });

  const faults = await Promise.allSettled([service.partner.createTask(aCreate()), partner.usage()]);

  expect(inspect([faults, partner], { depth: 9, showHidden: true })).not.toContain(apiKey);
  expect(faults).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
});
