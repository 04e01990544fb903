import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ManuscriptError, PartnerError } from "#domain/errors.ts";
import { typedTerms } from "#domain/glossary/term-review.ts";
import { findLanguages, vocabularyOf } from "#domain/intake/find-languages.ts";
import { parseMonth } from "#domain/spending/spend.ts";
import { parseTermsForm, parseTermsMemory } from "#features/glossary/terms-form-view.ts";
import { parseRequestForm, parseFormPlace } from "#features/intake/request-form-view.ts";
import { actions } from "#features/register.ts";
import { parseFormMemory, parseSettings } from "#features/settings/settings-form-view.ts";
import { typedNumber, typedZone } from "#features/settings/typed-values-view.ts";
import {
  parseCardFacts,
  parseCardText,
  parseGlossary,
  parseSlice,
} from "#features/shared/card-facts.ts";
import { settingsPages } from "#features/shared/ids.ts";
import * as ids from "#features/shared/ids.ts";
import { isSystemMessage, parseFiles, parseMessage, typedIn } from "#features/shared/payloads.ts";
import { runBlocks } from "#features/translation/admin-card-view.ts";
import { readTerms } from "#manuscripts/documents/read-terms.ts";
import { formatOf } from "#manuscripts/manuscripts.ts";
import { readDownload, readTask, readUsage, safeLink } from "#partner/client.ts";
import { readRetryAfter } from "#partner/exchange.ts";
import { readDelivery } from "#slack/http-receiver.ts";
import { spokenLanguages } from "#slack/i18n/locale.ts";

import { noon, setup } from "../../builders.ts";
import { testContext } from "../../support/context.ts";
import { anything, deliveries, nasty, replies } from "./arbitraries.ts";
import { fuzzMs, runs } from "./runs.ts";

const vocabulary = vocabularyOf(setup.languages, spokenLanguages);

type Parser = readonly [name: string, parse: (given: string) => unknown];

/**
 * Words, dates, numbers and pieces of Galley's own texts, mixed with text that nobody would write.
 */
const words = fc.oneof(
  nasty,
  fc.string({ unit: "grapheme" }),
  fc.json(),
  fc
    .array(
      fc.constantFrom("fr", "q1", "/", ":", ".", "-", "1", "2026-11", "offer", "=", "→", "\n"),
      {
        maxLength: 12,
      },
    )
    .map((parts) => parts.join("")),
);

const ofText: readonly Parser[] = [
  ["terms in a reply", typedTerms],
  ["languages", (text) => findLanguages(text, vocabulary)],
  ["a month", parseMonth],
  ["a number", typedNumber],
  ["a time zone", typedZone],
  ["a slice", parseSlice],
  ["a glossary's word", parseGlossary],
  ["a menu", ids.parseMenuValue],
  ["a result's menu", ids.parseTaskMenuValue],
  ["a run", ids.parseTaskValue],
  ["an offer", ids.parseOffer],
  ["a card's place", ids.parseCardPlace],
  ["a form's place", parseFormPlace],
  ["the memory of the settings", parseFormMemory],
  ["the memory of terms", parseTermsMemory],
  ["a result's place", ids.parseResultPlace],
  ["a wait", (text) => readRetryAfter({ retryAfter: text, date: text }, noon)],
];

const ofValues: readonly (readonly [name: string, parse: (given: unknown) => unknown])[] = [
  ["a message", parseMessage],
  ["a message of nobody's", isSystemMessage],
  ["files", parseFiles],
  ["a card's metadata", parseCardFacts],
  ["how a card's text was read", parseCardText],
  ["a request", (values) => parseRequestForm(values, { ...testContext, now: noon })],
  ...settingsPages.map(
    (page) =>
      [`settings, ${page}`, (values: unknown) => parseSettings(values, page, testContext)] as const,
  ),
  ["terms in a form", parseTermsForm],
  ["a task's id", (values: unknown) => typedIn(values, runBlocks.taskId, 500)],
  ["a report", (values: unknown) => typedIn(values, runBlocks.report, 500)],
  ["a click", (body) => actions.map((row) => row.read(body))],
];

describe("whatever is given, a parser answers and never throws", { timeout: fuzzMs }, () => {
  test.each(ofText)("%s", (_, parse) => {
    fc.assert(
      fc.property(words, (text) => {
        expect(faultOf(() => parse(text))).toBeUndefined();
      }),
      runs(200),
    );
  });

  test.each(ofValues)("%s", (_, parse) => {
    const given = fc.oneof(
      deliveries.map(({ body }) => body),
      anything,
      fc.dictionary(words, fc.dictionary(words, anything)),
    );

    fc.assert(
      fc.property(given, (value) => {
        expect(faultOf(() => parse(value))).toBeUndefined();
      }),
      runs(200),
    );
  });

  test("a body of Slack's", () => {
    const types = fc.constantFrom(
      "application/json",
      "application/x-www-form-urlencoded",
      undefined,
    );

    fc.assert(
      fc.property(words, types, (text, type) => {
        expect(faultOf(() => readDelivery(Buffer.from(text), type))).toBeUndefined();
      }),
      runs(200),
    );
  });
});

describe("whatever is given, it is read or refused by its own fault", { timeout: fuzzMs }, () => {
  const partner = new URL("https://partner.example/api/b2b/v1");

  test.each([
    ["a task", (reply: unknown) => readTask(reply, { taskId: "task-1" })],
    ["an account", readUsage],
    ["a download", readDownload],
  ] as const)("%s of the partner's", (_, read) => {
    fc.assert(
      fc.property(
        fc.oneof(
          replies.map(({ body }) => json(body)),
          anything,
        ),
        (reply) => {
          expect(isOwn(faultOf(() => read(reply)))).toBe(true);
        },
      ),
      runs(200),
    );
  });

  test("a link", () => {
    fc.assert(
      fc.property(fc.oneof(words, fc.webUrl({ withFragments: true })), (link) => {
        expect(isOwn(faultOf(() => safeLink(link, partner)))).toBe(true);
      }),
      runs(200),
    );
  });

  test("a file's name", () => {
    fc.assert(
      fc.property(words, fc.constantFrom("", ".txt", ".docx", ".pdf", ".exe"), (name, ending) => {
        expect(isOwn(faultOf(() => formatOf(`${name}${ending}`)))).toBe(true);
      }),
      runs(200),
    );
  });

  test("a table of terms", async () => {
    const cell = fc.oneof(words, fc.constantFrom("source", "target", '"', "Aaron", "亚伦"));
    const table = fc.oneof(
      fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 6 }).map((rows) => rows.join("\n")),
      fc.json(),
      fc.dictionary(words, words).map((terms) => JSON.stringify(terms)),
      words.map((text) => `<tbx><termEntry><langSet xml:lang="fr"><tig>${text}</tig></langSet>`),
    );
    const endings = fc.constantFrom("csv", "tsv", "json", "tbx");

    await fc.assert(
      fc.asyncProperty(table, endings, async (text, ending) => {
        const read = readTerms({ bytes: new Uint8Array(Buffer.from(text)), ending, target: "fr" });
        const [outcome] = await Promise.allSettled([read]);
        expect(isOwn(outcome.status === "rejected" ? outcome.reason : undefined)).toBe(true);
      }),
      runs(200),
    );
  });
});

test("what was parsed has changed no object of everybody's", () => {
  expect({}).not.toHaveProperty("polluted");
  expect(Object.keys(Object.prototype)).toEqual([]);
});

/** Returns true for one of Galley's own faults, and when nothing was thrown. */
function isOwn(fault: unknown): boolean {
  const kinds = [PartnerError, ManuscriptError];
  return fault === undefined || kinds.some((kind) => fault instanceof kind);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function faultOf(read: () => unknown): unknown {
  try {
    read();
    return undefined;
  } catch (error) {
    return error;
  }
}
