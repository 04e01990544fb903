import { existsSync, readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { glossaryCsv, glossaryJson } from "#features/glossary/write-glossary.ts";
import { usageReply } from "#features/spending/usage-view.ts";
import { outcomeReply } from "#features/translation/outcome-reply-view.ts";
import { createPartner, safeLink } from "#partner/client.ts";
import { inEnglish } from "#slack/i18n/locale.ts";

import { aGlossaryTask, aQuote, completed } from "../../builders.ts";
import { estimated } from "../../journeys/deeds.ts";
import { type Galley, openGalley } from "../../journeys/galley.ts";
import { aPartner, answer, apiKey } from "../../partner/a-partner.ts";
import { serve } from "../../partner/serve.ts";
import { testContext } from "../../support/context.ts";
import { answers } from "./answers.ts";
import { commands } from "./commands.ts";
import { files, offer } from "./files.ts";
import { terms } from "./terms.ts";
import { unescaped } from "./unescaped.ts";

describe("in one Galley that runs through all of it", () => {
  // All inputs share one galley, so that each also meets the traces of those before it.
  let galley: Galley;
  beforeAll(async () => {
    galley = await openGalley();
  });
  afterAll(() => galley[Symbol.asyncDispose]());

  test.for(commands)("/translate with %s is answered politely", async ([, text], { expect }) => {
    const { robin } = galley.slack.people;
    const before = told(galley);

    const { receipt } = await robin.commands("/translate", text, { channel: "#translations" });
    await galley.slack.until(() => told(galley) > before || robin.sees().modal?.submit);

    expect(receipt.status).toBe("acknowledged");
    expect(unescaped(galley.slack.records.ephemerals())).toEqual([]);
    expect(JSON.stringify(galley.slack.records.ephemerals())).not.toMatch(/[\u202E\0]/u);
    expect((await galley.partner.records()).creates).toEqual([]);
  });

  test.for(files)("a file of %s is answered politely", async ([, file, words], { expect }) => {
    const { robin } = galley.slack.people;
    const asked = (await galley.partner.records()).creates.length;
    // The bot posts once a second in each conversation.
    galley.clock.skip(1000);

    const text = "Please translate this.";
    const post = await robin.posts({ channel: "#translations", text, files: [file] });
    const reply = await galley.card(post, words);

    // The next file must not meet requests that are still under way.
    if (words === offer) await estimated(galley, reply);
    const { creates, accounts } = await galley.partner.records();

    expect(unescaped([reply.text, reply.blocks])).toEqual([]);
    expect(words === offer ? asked : creates.length).toBe(asked);
    expect(accounts.map(({ charged }) => charged)).toEqual([0]);
  });
});

test.for(terms)("a glossary with %s does no harm", async ([, body, expected], { expect }) => {
  await using service = await aPartner((request, reply) => {
    request.resume().on("end", () => reply.end(body));
  });

  const [outcome] = await Promise.allSettled([service.partner.task("task-1")]);

  const found = outcome.status === "fulfilled" ? (outcome.value.terms ?? []) : undefined;
  const read: unknown = found === undefined ? "no answer" : JSON.parse(glossaryJson(found));
  const task = aGlossaryTask({ state: completed({ terms: found }) });
  expect(read).toEqual(expected);
  expect(glossaryCsv(found ?? [])).not.toMatch(/"[=+@-]/u);
  expect(unescaped(outcomeReply(aQuote(), task, testContext))).toEqual([]);
  expect({}).not.toHaveProperty("x");
});

test.for(answers)(
  "the partner’s %s is read, or no answer",
  async ([, asked, given, outcome], { expect }) => {
    await using service = await aPartner((request, reply) => {
      request.resume().on("end", () => reply.writeHead(200, { ...given.headers }).end(given.body));
    });
    const { partner } = service;
    const ask = {
      task: () => partner.task("task-1"),
      usage: partner.usage,
      download: () => partner.download("task-1"),
    };

    const [found] = await Promise.allSettled([ask[asked]()]);

    expect(found).toMatchObject(outcome);
  },
);

test("69 a term that calls the whole channel is shown as a word", () => {
  const found = [{ source: "<!channel>", target: "<@U_1>", confidence: 1 }];
  const task = aGlossaryTask({ state: completed({ terms: found }) });

  const reply = outcomeReply(aQuote(), task, testContext);

  expect(unescaped(reply)).toEqual([]);
  expect(JSON.stringify(reply)).toContain("raw_text");
});

test("72 a body of 500 MB is left after the first two", async () => {
  let left = 0;
  await using service = await serve((request, reply) => {
    request.resume();
    reply.on("close", () => {
      left += 1;
    });
    const pour = (): void => {
      while (!reply.destroyed && reply.write("x".repeat(65_536)));
      reply.once("drain", pour);
    };
    pour();
  });
  const partner = createPartner({ baseUrl: service.origin, apiKey, now: () => 0 });

  await expect(partner.usage()).rejects.toMatchObject({ name: "UnexpectedReplyError" });

  await expect.poll(() => left).toBe(1);
});

test("73 a link into somebody’s network is never shown", () => {
  const partner = new URL("https://api.partner.example/v1");

  expect(() => safeLink("http://169.254.169.254/latest", partner)).toThrow("safe to show");
  expect(() => safeLink("https://169.254.169.254/latest", partner)).toThrow("safe to show");
});

test("a balance below nothing is said as it is", async () => {
  await using service = await aPartner(answer(200, answers.at(-1)?.[2].body));

  const usage = await service.partner.usage();

  const none = { credits: 0, count: 0 };
  const spending = { month: "2026-11", rows: [] };

  const { text } = usageReply({ usage, reserved: none, waiting: none, spending }, inEnglish);

  expect(text).toContain("-5 credits");
});

test("all seventy-four inputs are accounted for", () => {
  const tables = [commands, terms, files, answers].flatMap((table) => table.map(([what]) => what));
  const here = [...tables, "69", "72", deletedMeanwhile.what].map((what) =>
    Number.parseInt(what, 10),
  );
  const path = new URL(`../../../${deletedMeanwhile.file}`, import.meta.url);

  expect([...new Set(here)].toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 74 }, (_, n) => n + 1),
  );
  expect(existsSync(path) && readFileSync(path, "utf8")).toContain(`"${deletedMeanwhile.name}"`);
});

const deletedMeanwhile = {
  what: "60 a file that was deleted meanwhile",
  file: "test/journeys/intake/refused-files.test.ts",
  name: "a file that was deleted before it could be read is refused, and nothing is sent",
};

function told({ slack }: Galley): number {
  return slack.records.ephemerals().length;
}
