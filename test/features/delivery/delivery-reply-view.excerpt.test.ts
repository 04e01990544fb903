import { expect, test } from "vitest";

import { excerptBlocks } from "#features/delivery/delivery-reply-view.ts";
import { checkBlocks } from "#sandbox/slack/blocks/check.ts";
import { inEnglish } from "#slack/i18n/locale.ts";
import { mention } from "#slack/mrkdwn.ts";

import { aQuote, setup } from "../../builders.ts";

const context = { setup, approvers: [], locale: inEnglish, nameOf: mention };

test("a preview that fits is shown whole", () => {
  const rows = [["One <!here>", "Un"] as const];

  const blocks = excerptBlocks(rows, aQuote(), context);

  expect(blocks).toMatchObject([
    { type: "divider" },
    { fields: [{ text: "*English*" }, { text: "*French*" }] },
    {
      fields: [
        { type: "plain_text", text: "One <!here>" },
        { type: "plain_text", text: "Un" },
      ],
    },
  ]);
});

const tooMuch: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  ["many paragraphs", Array.from({ length: 40 }, () => ["short", "kurz"])],
  ["long paragraphs", Array.from({ length: 9 }, () => ["a".repeat(900), "b".repeat(990)])],
  ["one endless paragraph", [["a".repeat(30_000), "b".repeat(30_000)]]],
  [
    "nothing but what cannot be seen",
    [
      ["\u200B", "\u202E"],
      ["a".repeat(6000), "b"],
    ],
  ],
];

test.for(tooMuch)("of %s a message holds the beginning", ([, rows], { expect }) => {
  const blocks = excerptBlocks(rows, aQuote(), context);

  expect(checkBlocks([...blocks], "message")).toEqual([]);
  expect(JSON.stringify(blocks).length).toBeLessThan(8000);
});

test("a text whose language is unknown is called the original", () => {
  const blocks = excerptBlocks([["One", "Un"]], aQuote({ language: undefined }), context);

  expect(blocks[1]).toMatchObject({ fields: [{ text: "*Original*" }, { text: "*French*" }] });
});
