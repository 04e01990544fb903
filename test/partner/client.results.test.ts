import { inspect } from "node:util";

import { describe, expect, test } from "vitest";

import { createOpenResult, onlyPublic } from "#partner/client.ts";

import { serve } from "./serve.ts";

const home = "http://127.0.0.1:1/api";
const over = new AbortController().signal;

test("a result is read without our key, and as it stands", async () => {
  await using files = await serve((request, response) => {
    const { authorization = "no key", "accept-encoding": encoding } = request.headers;
    response.end(`${authorization}, ${encoding}`);
  });

  expect(await textAt(home, files.origin)).toBe("no key, identity");
});

test.for([
  [204, "UnavailableError"],
  [300, "UnexpectedReplyError"],
  [302, "UnexpectedReplyError"],
  [400, "UnavailableError"],
  [403, "NotFoundError"],
  [410, "NotFoundError"],
  [500, "UnavailableError"],
] as const)(
  "a download that answers %i is a %s, and no text",
  async ([status, name], { expect }) => {
    await using files = await serve((_, response) => {
      response.writeHead(status, { location: "/elsewhere" }).end("no result");
    });

    const reading = textAt(home, files.origin);

    await expect(reading).rejects.toMatchObject({ name });
  },
);

test("a name that leads to a private address is not followed for a partner out in the world", async () => {
  let asked = 0;
  await using files = await serve((_, response) => {
    asked += 1;
    response.end("secret");
  });

  const reading = textAt(
    "https://partner.example/api",
    files.origin.replace("127.0.0.1", "localhost"),
  );

  await expect(reading).rejects.toMatchObject({ name: "UnexpectedReplyError" });
  expect(asked).toBe(0);
});

test("a result that breaks off is a fault that does not quote its link", async () => {
  await using files = await serve((_, response) => {
    response.writeHead(200, { "content-length": 100 }).write("It ");
    setImmediate(() => response.destroy());
  });

  const fault: unknown = await textAt(home, `${files.origin}/secret-link`).catch(
    (error: unknown) => error,
  );

  expect(fault).toMatchObject({ name: "UnavailableError" });
  expect(inspect(fault, { depth: 9 })).not.toContain("secret-link");
});

test("a refusal that goes on for ever keeps no connection", async () => {
  const whole = Promise.withResolvers<boolean>();
  await using files = await serve((_, response) => {
    response.on("close", () => whole.resolve(response.writableFinished));
    response.writeHead(404).write("It is ");
  });

  await expect(textAt(home, files.origin)).rejects.toMatchObject({ name: "NotFoundError" });

  expect(await whole.promise).toBe(false);
});

test("who stops reading a result lets go of the connection", async () => {
  const whole = Promise.withResolvers<boolean>();
  await using files = await serve((_, response) => {
    response.on("close", () => whole.resolve(response.writableFinished)).write("It ");
  });

  for await (const _ of createOpenResult({ baseUrl: home })(files.origin, over)) break;

  expect(await whole.promise).toBe(false);
});

describe("a name is followed", () => {
  const one = { address: "203.0.113.7", family: 4 };
  const two = { address: "2001:db8::7", family: 6 };

  test("to the public addresses that it leads to", async () => {
    expect(await lookedUp([one, two], { all: true })).toEqual([null, [one, two]]);
    expect(await lookedUp([one, two], {})).toEqual([null, one.address, one.family]);
  });

  test.each([
    ["a private address among others", [one, { address: "10.1.2.3", family: 4 }]],
    ["nothing", []],
  ])("to no address when it leads to %s", async (_, addresses) => {
    expect(await lookedUp(addresses, { all: true })).toMatchObject({
      0: { name: "UnexpectedReplyError" },
    });
  });

  test("to a private address when it is the partner’s own name", async () => {
    const inside = { address: "10.1.2.3", family: 4 };

    expect(await lookedUp([inside], { all: true }, null, "cdn.example")).toEqual([null, [inside]]);
  });

  test("to no address when it is not known", async () => {
    const unknown = new Error("ENOTFOUND");

    expect(await lookedUp([], { all: true }, unknown)).toMatchObject({ 0: unknown });
  });
});

/** Returns the answer to a connection that looks up a name. */
function lookedUp(
  addresses: { address: string; family: number }[],
  options: { readonly all?: true },
  error: Error | null = null,
  partner = "partner.example",
): Promise<readonly unknown[]> {
  const look = onlyPublic((_, asked, answer) => answer(error, asked.all ? addresses : []), partner);
  return new Promise((heard) => look("cdn.example", options, (...answer) => heard(answer)));
}

async function textAt(baseUrl: string, url: string): Promise<string> {
  const pieces = await Array.fromAsync(createOpenResult({ baseUrl })(url, over));
  return Buffer.concat(pieces).toString();
}
