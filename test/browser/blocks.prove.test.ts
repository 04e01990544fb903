import type { KnownBlock } from "@slack/types";
import { WebClient } from "@slack/web-api";
import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { openPlayground } from "./playground.ts";

const plain = (text: string) => ({ type: "plain_text" as const, text });
const options = (...words: readonly string[]) =>
  words.map((text) => ({ text: plain(text), value: text }));

const blocks: KnownBlock[] = [
  { type: "header", text: plain("Every kind") },
  {
    type: "section",
    text: {
      type: "mrkdwn",
      text: "*bold* _italic_ ~gone~ `code` <https://example.org|link>",
    },
    accessory: {
      type: "multi_static_select",
      action_id: "more",
      options: options("First", "Second"),
    },
  },
  { type: "section", fields: [plain("left"), plain("right")] },
  { type: "divider" },
  { type: "context", elements: [{ type: "mrkdwn", text: "in passing" }] },
  {
    type: "actions",
    elements: [
      { type: "button", action_id: "go", text: plain("Go") },
      { type: "static_select", action_id: "pick", options: options("One", "Two") },
      { type: "datepicker", action_id: "day" },
      { type: "radio_buttons", action_id: "tick", options: options("Red", "Green") },
    ],
  },
  {
    type: "rich_text",
    elements: [
      {
        type: "rich_text_section",
        elements: [{ type: "link", url: "https://example.org/a.txt", text: "Open the file" }],
      },
    ],
  },
  {
    type: "table",
    rows: [[{ type: "raw_text", text: "Term" }], [{ type: "raw_text", text: "Ilse" }]],
  },
];

/** The accessibility tree of these blocks, as a screen reader gets it. */
const asHeard = `- heading "Every kind" [level=3]
  - strong: bold
  - emphasis: italic
  - text: gone
  - code: code
  - link "link":
    - /url: https://example.org/
  - group: Choose options
  - text: left right
  - separator
  - text: in passing
  - button "Go"
  - combobox "Choose an option":
    - option "Choose an option" [selected]
    - option "One"
    - option "Two"
  - textbox "date"
  - radiogroup:
    - radio "Red"
    - text: Red
    - radio "Green"
    - text: Green
  - paragraph:
    - link "Open the file":
      - /url: https://example.org/a.txt
  - region "Table of 1 rows":
    - table:
      - rowgroup:
        - row "Term":
          - columnheader "Term"
      - rowgroup:
        - row "Ilse":
          - cell "Ilse"`;

describe.runIf(hasChromium)("Blocks on the playground page", () => {
  const browser = useChromium();

  test("are drawn by what they are", async () => {
    await using ground = await openPlayground(browser());

    await post(ground.slack);
    await ground.conversation.getByRole("heading", { name: "Every kind" }).waitFor();
    const drawn = await ground.conversation.locator("li.message").ariaSnapshot();

    expect(drawn.slice(drawn.indexOf("- heading"))).toContain(asHeard);
  });

  test("send what is chosen in them", async () => {
    await using ground = await openPlayground(browser());
    await post(ground.slack);

    await ground.conversation
      .getByRole("combobox", { name: "Choose an option" })
      .selectOption("Two");
    await ground.conversation.getByText("Choose options").click();
    await ground.conversation.getByRole("checkbox", { name: "Second" }).check();
    await ground.conversation.getByLabel("date").fill("2026-11-20");
    await ground.conversation.getByRole("radio", { name: "Green" }).check();

    const sent = () =>
      ground.slack
        .exchanges()
        .filter(({ name }) => name === "block_actions")
        .map(({ body }) => body);
    await ground.slack.until(() => sent().length === 4);
    expect(sent()).toMatchObject([
      { actions: [{ action_id: "pick", selected_option: { value: "Two" } }] },
      { actions: [{ action_id: "more", selected_options: [{ value: "Second" }] }] },
      { actions: [{ action_id: "day", selected_date: "2026-11-20" }] },
      { actions: [{ action_id: "tick", selected_option: { value: "Green" } }] },
    ]);
  });
});

type Slack = Awaited<ReturnType<typeof openPlayground>>["slack"];

async function post({ apiUrl, botToken, translations }: Slack): Promise<void> {
  const client = new WebClient(botToken, { slackApiUrl: apiUrl });
  await client.chat.postMessage({ channel: translations.id, text: "Every kind", blocks });
}
