import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { glossaryFileName } from "#domain/delivery/delivery.ts";
import { PartnerError } from "#domain/errors.ts";
import { linkReply } from "#features/delivery/delivery-reply-view.ts";
import { estimateCard, refusedReply } from "#features/estimate/estimate-card-view.ts";
import { glossaryCsv, glossaryJson } from "#features/glossary/write-glossary.ts";
import { outcomeReply } from "#features/translation/outcome-reply-view.ts";
import { createPartner } from "#partner/client.ts";
import { readRetryAfter } from "#partner/exchange.ts";
import { inEnglish } from "#slack/i18n/locale.ts";

import { aGlossaryTask, aPostedQuote, aQuote, aTask, completed, noon } from "../../builders.ts";
import { aCreate } from "../../partner/a-partner.ts";
import { serve } from "../../partner/serve.ts";
import { testContext } from "../../support/context.ts";
import { deliveries, nasty, replies } from "./arbitraries.ts";
import { openDeadEnd } from "./dead-end.ts";
import { fuzzMs, runs } from "./runs.ts";
import { unescaped } from "./unescaped.ts";

// An unhandled rejection fails the whole run by itself.

describe("whatever comes", { timeout: fuzzMs }, () => {
  test("whatever is typed after a command, the answer is one polite message", async () => {
    await using end = await openDeadEnd();

    await fc.assert(
      fc.asyncProperty(
        nasty,
        fc.constantFrom("/translate", "/translate-usage"),
        async (text, command) => {
          end.said.splice(0);

          const status = await end.command({ ...typed, command, text, response_url: end.answerAt });

          expect(status).toBe(200);
          expect(end.said.length).toBeGreaterThan(0);
          expect(unescaped(end.said)).toEqual([]);
        },
      ),
      runs(300),
    );
    expect(end.faults).toEqual([]);
    expectNoPollution();
  });

  test("whatever shape Slack’s payloads have, Galley stands and says nothing wrong", async () => {
    await using end = await openDeadEnd();
    let answered = 0;

    await fc.assert(
      fc.asyncProperty(deliveries, async ({ kind, body }) => {
        end.said.splice(0);

        const status = await (kind === "event" ? end.event(body) : end.interaction(body));

        answered += end.said.length;
        expect([200, 400, 500]).toContain(status);
        expect(unescaped(end.said)).toEqual([]);
      }),
      runs(400),
    );
    // Some payloads get past the receiver.
    expect(answered).toBeGreaterThan(0);
    expect(
      await end.command({
        ...typed,
        command: "/translate",
        text: "help",
        response_url: end.answerAt,
      }),
    ).toBe(200);
    expectNoPollution();
  });

  test("a click on nothing is taken, and nothing comes of it", async () => {
    await using end = await openDeadEnd();

    const status = await end.interaction({
      type: "block_actions",
      user: { id: "U1" },
      team: { id: "T1" },
      channel: { id: "C1" },
      actions: [],
    });

    expect([status, end.said, end.faults]).toEqual([200, [], []]);
  });

  test("whatever the partner answers, it is read or it is a fault, and the key is in neither", async () => {
    const answer = { status: 200, body: "", headers: {} as Record<string, string> };
    await using service = await serve((incoming, reply) => {
      incoming
        .resume()
        .on("end", () => reply.writeHead(answer.status, answer.headers).end(answer.body));
    });
    const apiKey = "gk_live_never-told";
    const partner = createPartner({ baseUrl: service.origin, apiKey, now: () => noon });
    const questions = [
      () => partner.usage(),
      () => partner.createTask(aCreate()),
      () => partner.task("task-1"),
      () => partner.download("task-1"),
    ];

    await fc.assert(
      fc.asyncProperty(replies, fc.nat({ max: 3 }), async ({ status, body }, which) => {
        Object.assign(answer, { status, body });

        const [outcome] = await Promise.allSettled([questions[which]?.()]);

        expect(outcome.status === "fulfilled" || outcome.reason instanceof PartnerError).toBe(true);
        expect(JSON.stringify(outcome)).not.toContain(apiKey);
      }),
      runs(500),
    );
    expectNoPollution();
  });

  test("whatever a Retry-After says, the wait is none or at most fifteen minutes", () => {
    const digits = fc.oneof(
      fc.bigInt().map(String),
      fc.double().map(String),
      fc.integer().map(String),
    );
    const dates = fc.date({ noInvalidDate: true }).map((date) => date.toUTCString());
    const texts = fc.oneof(
      nasty,
      digits,
      dates,
      fc.constantFrom("-1", "1e9", "0x10", "5, 7", "NaN"),
    );

    fc.assert(
      fc.property(fc.option(texts, { nil: undefined }), texts, (retryAfter, date) => {
        const wait = readRetryAfter({ retryAfter, date }, noon) ?? 0;

        expect(wait).toBeGreaterThanOrEqual(0);
        expect(wait).toBeLessThanOrEqual(15 * 60_000);
      }),
      runs(2000),
    );
  });

  test("whatever terms a glossary has, its files and its table hold them and nothing else", () => {
    const terms = fc.array(
      fc.record({
        source: nasty,
        target: nasty,
        confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      }),
      { maxLength: 60 },
    );

    fc.assert(
      fc.property(terms, (given) => {
        const task = aGlossaryTask({ state: completed({ terms: given }) });
        const reply = outcomeReply(aQuote(), task, testContext);
        const read: unknown = JSON.parse(glossaryJson(given));

        expect(Object.keys(read ?? {}).toSorted()).toEqual(
          [...new Set(given.map(({ source }) => source))].toSorted(),
        );
        expect(glossaryCsv(given).match(/^"|\r\n"/gu)?.length ?? 0).toBeGreaterThanOrEqual(
          given.length,
        );
        expect(unescaped(reply)).toEqual([]);
      }),
      runs(300),
    );
    expectNoPollution();
  });

  test("whatever a file is called, it is only a name", () => {
    fc.assert(
      fc.property(nasty, (name) => {
        const quote = aQuote({ file: { id: "F1", name } });
        const refused = aPostedQuote({
          file: { id: "F1", name },
          reading: { status: "refused", reason: "binary" },
        });
        const done = aTask({ state: completed({ charged: 1 }) });
        const link = { url: "https://p.example/x", fileSize: 1 };
        const messages = [
          estimateCard(quote, testContext),
          refusedReply(refused, testContext),
          outcomeReply({ ...quote, tasks: [done] }, done, testContext),
          linkReply(link, name, inEnglish),
        ];

        expect(unescaped(messages)).toEqual([]);
        expect(glossaryFileName(name, "fr", "csv")).not.toMatch(/[/\\\p{Cc}]/u);
      }),
      runs(500),
    );
  });
});

test("what nobody escaped is found, wherever it stands", () => {
  const sent = [
    { text: "<!channel>" },
    { blocks: [{ type: "section", text: { type: "mrkdwn", text: "a <https://x|y>" } }] },
    { blocks: [{ type: "section", text: { type: "plain_text", text: "<!here>" } }] },
    { text: "<@U0ADA> at <!date^1^{time}|noon>" },
  ];

  expect(sent.map((one) => unescaped(one).length)).toEqual([1, 1, 0, 0]);
});

const typed = {
  team_id: "T1",
  channel_id: "C1",
  user_id: "U0ADA",
  trigger_id: "1.2.3",
  token: "t",
};

function expectNoPollution(): void {
  expect({}).not.toHaveProperty("polluted");
  expect(Object.keys(Object.prototype)).toEqual([]);
}
