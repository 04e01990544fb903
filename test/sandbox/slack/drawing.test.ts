import { expect, test } from "vitest";

import { drawnBlocks, drawnMrkdwn } from "#sandbox/slack/drawing/blocks.ts";
import { widthOf, wrapped } from "#sandbox/slack/drawing/width.ts";

import { clientOf, startSlack } from "./fixture.ts";

const NOW = Date.UTC(2026, 10, 20, 12, 0);
const reading = {
  now: NOW,
  timeZone: "UTC",
  locale: "en-US",
  names: (id: string) => (id === "U1" ? "Robin Vale" : undefined),
};

test("mentions, links, marks and escapes read as words", () => {
  const text = "*Done* by <@U1>: <https://a.example|the file>, _2 &lt; 3_, `fr`, <!here>";

  expect(drawnMrkdwn(text, reading)).toBe(
    "Done by @Robin Vale: the file (https://a.example), 2 < 3, fr, @here",
  );
});

test("a date reads as on a reader's clock, with a word for tomorrow", () => {
  const seconds = Date.UTC(2026, 10, 21, 9, 30) / 1000;
  const text = `until <!date^${seconds}^{date_short_pretty} {time}|some day>`;

  expect(drawnMrkdwn(text, reading)).toBe("until tomorrow 9:30 AM");
  expect(drawnMrkdwn(`<!date^${seconds}^{date_short}|x>`, reading)).toBe("Nov 21, 2026");
});

test("snake_case and lone stars are left alone", () => {
  expect(drawnMrkdwn("task_id_1 is 2 * 3", reading)).toBe("task_id_1 is 2 * 3");
});

test("Japanese takes two columns a letter and is wrapped by columns", () => {
  expect(widthOf("第一章 rain")).toBe(11);
  expect(wrapped("吾輩は猫である", 6)).toEqual(["吾輩は", "猫であ", "る"]);
  expect(wrapped("it rained for days", 9)).toEqual(["it rained", "for days"]);
});

test("a card is drawn as a box of even lines", async () => {
  await using slack = await startSlack({ now: () => NOW });
  const plain = (text: string) => ({ type: "plain_text" as const, text });
  const mrkdwn = (text: string) => ({ type: "mrkdwn" as const, text });
  const { ts = "" } = await clientOf(slack).chat.postMessage({
    channel: slack.translations.id,
    text: "An estimate.",
    blocks: [
      { type: "header", text: plain("Estimate") },
      { type: "section", fields: [mrkdwn("*File*\n雨の章.txt"), mrkdwn("*Credits*\n2,000")] },
      {
        type: "table",
        rows: [
          ["Term", "雨"],
          ["Rain", "ame"],
        ].map((row) => row.map((text) => ({ type: "raw_text" as const, text }))),
      },
      {
        type: "actions",
        elements: [
          { type: "button", action_id: "quote.approve", text: plain("Approve") },
          {
            type: "static_select",
            action_id: "lang",
            options: [{ text: plain("French"), value: "fr" }],
            initial_option: { text: plain("French"), value: "fr" },
          },
        ],
      },
      { type: "context", elements: [mrkdwn(`asked by <@${slack.people.robin.id}>`)] },
    ],
  });
  const card = slack.state.messages.find(slack.translations.id, ts);
  if (card === undefined) throw new Error("the card is not there");

  const drawing = slack.draw.message(card, { columns: 44 });

  expect(drawing).toBe(
    [
      "╭─ galley ─────────────────────────────────╮",
      "│ Estimate                                 │",
      "│ ════════                                 │",
      "│                                          │",
      "│ File                 Credits             │",
      "│ 雨の章.txt           2,000               │",
      "│                                          │",
      "│ Term  雨                                 │",
      "│ ────  ───                                │",
      "│ Rain  ame                                │",
      "│                                          │",
      "│ [ Approve ]  [ French ▾ ]                │",
      "│                                          │",
      "│ asked by @Robin Vale                     │",
      "╰──────────────────────────────────────────╯",
    ].join("\n"),
  );
});

test("an overflow menu is drawn with its options, wrapped where they are many", () => {
  const options = ["Choose chapters…", "Details…", "Not needed"].map((text) => ({
    text: { type: "plain_text", text },
    value: text,
  }));
  const more = { type: "overflow", action_id: "quote.more", options };
  const button = { type: "button", text: { type: "plain_text", text: "Approve" } };
  const text = { type: "plain_text", text: "2,000 credits" };
  const blocks = [
    { type: "section", text, accessory: more },
    { type: "actions", elements: [button, more] },
  ];

  expect(drawnBlocks(blocks, { columns: 60, reading, values: {} })).toEqual([
    "2,000 credits",
    "[⋯ Choose chapters… | Details… | Not needed]",
    "",
    "[ Approve ]  [⋯ Choose chapters… | Details… | Not needed]",
  ]);
  expect(drawnBlocks(blocks, { columns: 32, reading, values: {} })).toEqual([
    "2,000 credits",
    "[⋯ Choose chapters… | Details… |",
    "Not needed]",
    "",
    "[ Approve ]",
    "[⋯ Choose chapters… | Details… |",
    "Not needed]",
  ]);
});

test("an ephemeral says who alone sees it, a file shows its size", async () => {
  await using slack = await startSlack();
  const { robin } = slack.people;
  const channel = slack.translations.id;
  const file = { name: "manuscript.txt", content: "It rained." };
  await clientOf(slack).chat.postEphemeral({ channel, user: robin.id, text: "Not you." });
  const upload = await robin.uploads("#translations", file);
  const [ephemeral] = robin.sees().ephemerals;

  const drawings = [ephemeral, upload].map((one) => one && slack.draw.message(one));

  expect(drawings[0]).toContain("only visible to Robin Vale");
  expect(drawings[1]).toContain("📄 manuscript.txt (10 bytes)");
});

test("a modal is drawn with what was filled in", async () => {
  await using slack = await startSlack();
  const { robin } = slack.people;
  const plain = (text: string) => ({ type: "plain_text" as const, text });
  await clientOf(slack).views.open({
    trigger_id: slack.state.triggers.give(robin.id),
    view: {
      type: "modal",
      title: plain("Translate"),
      submit: plain("Ask"),
      blocks: [
        {
          type: "input",
          label: plain("Note"),
          element: { type: "plain_text_input", action_id: "note" },
        },
      ],
    },
  });
  robin.fillsIn({ note: "Chapter 1 first" });
  const { modal } = robin.sees();

  const drawing = modal && slack.draw.view(modal);

  expect(drawing).toContain("[ Chapter 1 first ]");
  expect(drawing).toContain("[ Cancel ]  [ Ask ]");
});
