import { expect, test } from "vitest";

import { createResults } from "../../src/partner/results.ts";
import { serve } from "./serve.ts";

const over = new AbortController().signal;

test("a result is read without our key", async () => {
  await using files = await serve((request, response) => {
    response.end(JSON.stringify(Object.keys(request.headers)));
  });

  const headers = await textAt("http://127.0.0.1:1/api", files.origin);

  expect(headers).not.toContain("authorization");
});

test.for([
  [302, "UnexpectedReply"],
  [403, "NotFound"],
  [410, "NotFound"],
  [500, "Unavailable"],
] as const)(
  "a download that answers %i is a %s, and no text",
  async ([status, name], { expect }) => {
    await using files = await serve((_, response) => {
      response.writeHead(status, { location: "/elsewhere" }).end("no result");
    });

    const reading = textAt("http://127.0.0.1:1/api", files.origin);

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

  await expect(reading).rejects.toMatchObject({ name: "UnexpectedReply" });
  expect(asked).toBe(0);
});

async function textAt(baseUrl: string, url: string): Promise<string> {
  const pieces = await Array.fromAsync(createResults({ baseUrl })(url, over));
  return Buffer.concat(pieces).toString();
}
