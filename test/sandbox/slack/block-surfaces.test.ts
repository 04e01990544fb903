import { expect, test } from "vitest";

import { checkView } from "#sandbox/slack/blocks/check.ts";

import {
  actions,
  button,
  faultsOf,
  long,
  mrkdwn,
  option,
  overflow,
  plain,
  section,
  table,
} from "./blocks.ts";
import { clientOf, refusalOf, startSlack } from "./fixture.ts";

test("a card with everything that Galley uses is taken", () => {
  const confirm = {
    title: plain("Spend?"),
    text: mrkdwn("*2,000*"),
    confirm: plain("Yes"),
    deny: plain("No"),
  };
  const blocks = [
    { type: "header", text: plain("Estimate") },
    section({ fields: [mrkdwn("*File*\nmanuscript.txt"), mrkdwn("*Credits*\n2,000")] }),
    { type: "context", elements: [mrkdwn("asked by Robin")] },
    actions(button({ action_id: "quote.approve", value: "q1", style: "primary", confirm }), {
      type: "static_select",
      action_id: "quote.target_lang",
      placeholder: plain("Language"),
      options: [option("fr")],
    }),
    table(3),
    {
      type: "rich_text",
      elements: [
        {
          type: "rich_text_section",
          elements: [{ type: "link", url: "https://a.example/a.txt", text: "a" }],
        },
      ],
    },
  ];

  expect(faultsOf(blocks)).toEqual([]);
});

test("an overflow menu stands beside a text and among buttons, in messages, modals and Home", () => {
  const address = "https://a.example/log";
  const options = ["a", "b", "c", "d"].map((letter) => option(letter.repeat(75)));
  const links = [{ text: plain("Log"), value: long(150), url: address }];
  const confirm = {
    title: plain("Sure?"),
    text: plain("a"),
    confirm: plain("b"),
    deny: plain("c"),
  };
  const more = overflow({ options: [...options, ...links], confirm });
  const blocks = [section({ text: plain("a"), accessory: more }), actions(button(), more)];

  expect(faultsOf(blocks)).toEqual([]);
  expect(checkView({ type: "modal", title: plain("a"), blocks })).toEqual([]);
  expect(checkView({ type: "home", blocks })).toEqual([]);
});

test("an action id may come again in another block", () => {
  expect(
    faultsOf([actions(button({ action_id: "a" })), actions(button({ action_id: "a" }))]),
  ).toEqual([]);
});

test("length is counted in characters, not in UTF-16 halves", () => {
  expect(faultsOf([{ type: "header", text: plain("📖".repeat(150)) }])).toEqual([]);
});

test("a modal's title has 24 characters, a Home tab none", () => {
  const modal = { type: "modal", title: plain(long(25)), blocks: [] };
  const home = { type: "home", title: plain("Home"), blocks: [] };

  expect(checkView(modal)).toMatchObject([{ path: ["view", "title", "text"] }]);
  expect(checkView(home)).toMatchObject([{ message: "invalid additional property: title" }]);
});

test("a message's table cannot stand in a Home tab", () => {
  expect(checkView({ type: "home", blocks: [table(1)] })).toMatchObject([
    { message: "unsupported type: table" },
  ]);
});

test("refused blocks come back as Slack refuses them", async () => {
  await using slack = await startSlack();
  const blocks = [
    { type: "header" as const, text: { type: "plain_text" as const, text: long(151) } },
  ];

  const refusal = await refusalOf(
    clientOf(slack).chat.postMessage({ channel: slack.translations.id, text: "A", blocks }),
  );

  const message = "[ERROR] must be less than 151 characters [json-pointer:/blocks/0/text/text]";
  expect(refusal).toMatchObject({
    error: "invalid_blocks",
    response_metadata: { messages: [message] },
  });
});

test("two tables have Slack's own word", async () => {
  await using slack = await startSlack();
  const rows = [[{ type: "raw_text" as const, text: "a" }]];
  const blocks = [
    { type: "table" as const, rows },
    { type: "table" as const, rows },
  ];

  const refusal = await refusalOf(
    clientOf(slack).chat.postMessage({ channel: slack.translations.id, text: "A", blocks }),
  );

  expect(refusal).toMatchObject({ error: "only_one_table_allowed" });
});

test("a file can be asked for in a modal alone", () => {
  const label = plain("Manuscript");
  const input = { type: "input", label, element: { type: "file_input", action_id: "file" } };
  const modal = { type: "modal", title: plain("Ask"), submit: plain("Go"), blocks: [input] };

  expect(checkView(modal)).toEqual([]);
  expect(faultsOf([input])).toEqual(["/blocks/0/element/type unsupported type: file_input"]);
});
