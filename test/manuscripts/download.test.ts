import type { RequestListener } from "node:http";

import { expect, test } from "vitest";

import type { SlackFile } from "#domain/manuscript.ts";
import { createDownload } from "#manuscripts/download.ts";
import { slackOnly } from "#slack/clients.ts";

import { serve } from "../partner/serve.ts";
import { collect } from "./pieces.ts";

const token = "xoxb-secret";

test("a file arrives whole, and the token goes with the question for it", async () => {
  const seen: (string | undefined)[] = [];
  await using slack = await aSlack((request, reply) => {
    seen.push(request.headers.authorization);
    reply.end("The manuscript");
  });

  const bytes = await collect(slack.download(slack.file({ size: 14 })));

  expect(bytes.toString()).toBe("The manuscript");
  expect(seen).toEqual(["Bearer xoxb-secret"]);
});

test("a text that begins as a page does arrives, since Slack names its type", async () => {
  const text = "<html> is the first word of this manual.";
  await using slack = await aSlack((_, reply) => {
    reply.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(text);
  });

  const bytes = await collect(slack.download(slack.file({ size: text.length })));

  expect(bytes.toString()).toBe(text);
});

test.for<{ answer: string; listener: RequestListener; reason: string }>([
  {
    answer: "a redirect to the login page",
    listener: (_, reply) => reply.writeHead(302, { location: "/login" }).end(),
    reason: "no-access",
  },
  {
    answer: "the login page itself",
    listener: (_, reply) =>
      reply.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end("<html>Sign in"),
    reason: "no-access",
  },
  {
    answer: "a login page without a content type",
    listener: (_, reply) => reply.end("\n<!DOCTYPE html><title>Sign in</title>".padEnd(100)),
    reason: "no-access",
  },
  { answer: "403", listener: (_, reply) => reply.writeHead(403).end(), reason: "no-access" },
  { answer: "404", listener: (_, reply) => reply.writeHead(404).end(), reason: "gone" },
  { answer: "410", listener: (_, reply) => reply.writeHead(410).end(), reason: "gone" },
  { answer: "503", listener: (_, reply) => reply.writeHead(503).end(), reason: "interrupted" },
  ...[429, 500, 502, 503].map((status) => ({
    answer: `${status} with a page of HTML`,
    listener: anHtmlPage(status),
    reason: "interrupted",
  })),
  { answer: "403 with a page of HTML", listener: anHtmlPage(403), reason: "no-access" },
  {
    answer: "more bytes than stated",
    listener: (_, reply) => reply.end("x".repeat(200)),
    reason: "interrupted",
  },
  {
    answer: "fewer bytes than stated",
    listener: (_, reply) => reply.end("x"),
    reason: "interrupted",
  },
  {
    answer: "half a file",
    listener: (_, reply) => {
      reply.writeHead(200, { "content-length": 100 }).write("half");
      setImmediate(() => reply.destroy());
    },
    reason: "interrupted",
  },
])("$answer is reported as $reason", async ({ listener, reason }) => {
  await using slack = await aSlack(listener);

  const downloading = collect(slack.download(slack.file({ size: 100 })));

  await expect(downloading).rejects.toMatchObject({ name: "ManuscriptError", reason });
});

test("an endless file is left after the bytes that Slack stated for it", async () => {
  let left = false;
  await using slack = await aSlack((_, reply) => {
    reply.on("close", () => {
      left = true;
    });
    const pour = (): void => {
      while (!reply.destroyed && reply.write("x".repeat(10_000)));
    };
    reply.on("drain", pour);
    pour();
  });

  const downloading = collect(slack.download(slack.file({ size: 50_000 })));

  await expect(downloading).rejects.toMatchObject({ reason: "interrupted" });
  await expect.poll(() => left).toBe(true);
});

test("a file above the limit is not even asked for", async () => {
  let asked = 0;
  await using slack = await aSlack((_, reply) => {
    asked += 1;
    reply.end();
  });

  const downloading = collect(slack.download(slack.file({ size: 1_000_001 })));

  await expect(downloading).rejects.toMatchObject({ reason: "too-large" });
  expect(asked).toBe(0);
});

test("a silent Slack is given up, not waited for", async () => {
  await using slack = await aSlack((_, reply) => {
    reply.writeHead(200).write("The beginning");
  });

  const downloading = collect(slack.download(slack.file({ size: 100 })));

  await expect(downloading).rejects.toMatchObject({ reason: "interrupted" });
});

test("a reader who goes away ends the download with his own reason", async () => {
  const enough = new AbortController();
  await using slack = await aSlack((_, reply) => {
    reply.writeHead(200).write("The beginning");
    enough.abort(new Error("enough"));
  });

  const downloading = collect(slack.download(slack.file({ size: 100 }), enough.signal));

  await expect(downloading).rejects.toThrow("enough");
});

test.for([
  "https://evil.example/files-pri/T1-F1/novel.txt",
  "https://slack.com.evil.example/novel.txt",
  "https://evilslack.com/novel.txt",
  "http://files.slack.com/novel.txt",
  "https://files.slack.com:8443/novel.txt",
  "https://me:you@files.slack.com/novel.txt",
  "https://files.slack.com@evil.example/novel.txt",
  "not an address",
])("the token never leaves for %s", async (url) => {
  const download = createDownload({ token, mayHaveToken: slackOnly(undefined), maxBytes: 1000 });

  const downloading = collect(download({ id: "F1", name: "novel.txt", size: 10, url }));

  await expect(downloading).rejects.toMatchObject({ reason: "not-at-slack" });
});

function anHtmlPage(status: number): RequestListener {
  return (_, reply) =>
    reply.writeHead(status, { "content-type": "text/html" }).end("<html>Something went wrong");
}

async function aSlack(listener: RequestListener) {
  const server = await serve(listener);
  return {
    file: ({ size }: { readonly size: number }): SlackFile => ({
      id: "F1",
      name: "novel.txt",
      size,
      url: `${server.origin}/files/novel.txt`,
    }),
    download: createDownload({
      token,
      mayHaveToken: slackOnly(server.origin),
      maxBytes: 1_000_000,
      idleTimeoutMs: 200,
    }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
