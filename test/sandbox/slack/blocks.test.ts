import { expect, test } from "vitest";

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

test.each([
  [
    "a text that is too long",
    [section({ text: mrkdwn(long(3001)) })],
    "/blocks/0/text/text must be less than 3001 characters",
  ],
  [
    "an empty text",
    [section({ text: mrkdwn("") })],
    "/blocks/0/text/text must be more than 0 characters",
  ],
  ["a section of nothing", [section({})], "/blocks/0/type must define either `text` or `fields`"],
  [
    "eleven fields",
    [section({ fields: Array(11).fill(mrkdwn("a")) })],
    "/blocks/0/fields no more than 10 items allowed",
  ],
  [
    "a field that is too long",
    [section({ fields: [mrkdwn(long(2001))] })],
    "/blocks/0/fields/0/text must be less than 2001 characters",
  ],
  [
    "a header in mrkdwn",
    [{ type: "header", text: mrkdwn("a") }],
    "/blocks/0/text/type unsupported type: mrkdwn",
  ],
  [
    "a header that is too long",
    [{ type: "header", text: plain(long(151)) }],
    "/blocks/0/text/text must be less than 151 characters",
  ],
  ["an unknown block", [{ type: "estimate" }], "/blocks/0/type unsupported type: estimate"],
  ["a block without a type", [{}], "/blocks/0 missing required field: type"],
  [
    "an unknown field",
    [{ type: "divider", colour: "red" }],
    "/blocks/0 invalid additional property: colour",
  ],
  [
    "a block id that is too long",
    [{ type: "divider", block_id: long(256) }],
    "/blocks/0/block_id must be less than 256 characters",
  ],
  [
    "a context of eleven",
    [{ type: "context", elements: Array(11).fill(mrkdwn("a")) }],
    "/blocks/0/elements no more than 10 items allowed",
  ],
  [
    "a button text that is too long",
    [actions(button({ text: plain(long(76)) }))],
    "/blocks/0/elements/0/text/text must be less than 76 characters",
  ],
  [
    "a button value that is too long",
    [actions(button({ value: long(2001) }))],
    "/blocks/0/elements/0/value must be less than 2001 characters",
  ],
  [
    "a button address that is too long",
    [actions(button({ url: `https://a.example/${long(3000)}` }))],
    "/blocks/0/elements/0/url must be less than 3001 characters",
  ],
  [
    "a button address of a strange kind",
    [actions(button({ url: "javascript:alert(1)" }))],
    "/blocks/0/elements/0/url must be a valid URL",
  ],
  [
    "a style that Slack lacks",
    [actions(button({ style: "green" }))],
    "/blocks/0/elements/0/style must be a valid enum value: primary, danger",
  ],
  [
    "a confirm without its deny",
    [actions(button({ confirm: { title: plain("a"), text: plain("b"), confirm: plain("c") } }))],
    "/blocks/0/elements/0/confirm missing required field: deny",
  ],
  [
    "a confirm text that is too long",
    [
      actions(
        button({
          confirm: {
            title: plain("a"),
            text: plain(long(301)),
            confirm: plain("c"),
            deny: plain("d"),
          },
        }),
      ),
    ],
    "/blocks/0/elements/0/confirm/text/text must be less than 301 characters",
  ],
  [
    "an input among actions",
    [actions({ type: "plain_text_input", action_id: "a" })],
    "/blocks/0/elements/0/type unsupported type: plain_text_input",
  ],
  [
    "twenty-six actions",
    [actions(...Array.from({ length: 26 }, () => button()))],
    "/blocks/0/elements no more than 25 items allowed",
  ],
  [
    "a select of 101",
    [
      actions({
        type: "static_select",
        options: Array.from({ length: 101 }, (_, n) => option(`${n}`)),
      }),
    ],
    "/blocks/0/elements/0/options no more than 100 items allowed",
  ],
  [
    "a select of nothing",
    [actions({ type: "static_select" })],
    "/blocks/0/elements/0/type must define either `options` or `option_groups`",
  ],
  [
    "an option value that is too long",
    [actions({ type: "static_select", options: [{ text: plain("a"), value: long(76) }] })],
    "/blocks/0/elements/0/options/0/value must be less than 76 characters",
  ],
  [
    "a first choice that is not offered",
    [actions({ type: "static_select", options: [option("a")], initial_option: option("b") })],
    "/blocks/0/elements/0/initial_option must match one of the provided options",
  ],
  [
    "an overflow menu of six",
    [actions(overflow({ options: Array.from({ length: 6 }, (_, n) => option(`${n}`)) }))],
    "/blocks/0/elements/0/options no more than 5 items allowed",
  ],
  [
    "an overflow menu of nothing",
    [section({ text: plain("a"), accessory: overflow({ options: [] }) })],
    "/blocks/0/accessory/options no fewer than 1 items allowed",
  ],
  [
    "an overflow option whose text is too long",
    [actions(overflow({ options: [{ text: plain(long(76)), value: "a" }] }))],
    "/blocks/0/elements/0/options/0/text/text must be less than 76 characters",
  ],
  [
    "an overflow option whose text is mrkdwn",
    [actions(overflow({ options: [{ text: mrkdwn("a"), value: "a" }] }))],
    "/blocks/0/elements/0/options/0/text/type unsupported type: mrkdwn",
  ],
  [
    "an overflow option whose value is too long",
    [actions(overflow({ options: [{ text: plain("a"), value: long(151) }] }))],
    "/blocks/0/elements/0/options/0/value must be less than 151 characters",
  ],
  [
    "an overflow option with an address of a strange kind",
    [actions(overflow({ options: [{ ...option("a"), url: "javascript:alert(1)" }] }))],
    "/blocks/0/elements/0/options/0/url must be a valid URL",
  ],
  [
    "an overflow menu whose action id is too long",
    [actions(overflow({ action_id: long(256) }))],
    "/blocks/0/elements/0/action_id must be less than 256 characters",
  ],
  [
    "an overflow menu with the action id of a button beside it",
    [actions(button({ action_id: "quote.more" }), overflow())],
    "/blocks/0/elements/1/action_id `action_id` quote.more already exists",
  ],
  [
    "an overflow menu as a field",
    [{ type: "input", label: plain("a"), element: overflow() }],
    "/blocks/0/element/type unsupported type: overflow",
  ],
  ["a table of 101 rows", [table(101)], "/blocks/0/rows no more than 100 items allowed"],
  [
    "a table of 10,001 characters",
    [table(1, long(10_001))],
    "/blocks table text must be less than 10001 characters",
  ],
  ["two tables", [table(1), table(1)], "/blocks/1 only_one_table_allowed"],
  [
    "a block id used twice",
    [
      { type: "divider", block_id: "a" },
      { type: "divider", block_id: "a" },
    ],
    "/blocks/1/block_id `block_id` a already exists",
  ],
  [
    "an action id used twice in a block",
    [actions(button({ action_id: "a" }), button({ action_id: "a" }))],
    "/blocks/0/elements/1/action_id `action_id` a already exists",
  ],
  [
    "fifty-one blocks",
    Array.from({ length: 51 }, () => ({ type: "divider" })),
    "/blocks no more than 50 items allowed",
  ],
] as const)("%s is refused where it stands", (_, blocks, fault) => {
  expect(faultsOf(blocks)).toContain(fault);
});
