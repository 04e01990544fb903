import type { KnownBlock, ModalView } from "@slack/types";
import { expect, test } from "vitest";

import type { Target } from "#sandbox/slack/people/screens.ts";
import type { SlackSandbox } from "#sandbox/slack/slack.ts";

import { clientOf, startBolt, startSlack } from "./fixture.ts";

const plain = (text: string) => ({ type: "plain_text" as const, text });
const options = [
  { text: plain("Choose chapters…"), value: "chapters:q1" },
  { text: plain("Details…"), value: "details:q1:fr" },
  { text: plain("As text"), value: "show:text" },
  { text: plain("As table"), value: "show:table" },
];
const blocks: KnownBlock[] = [
  {
    type: "section",
    block_id: "offer",
    text: plain("2,000 credits"),
    accessory: {
      type: "overflow",
      action_id: "quote.more",
      options,
      confirm: {
        title: plain("Sure?"),
        text: plain("a"),
        confirm: plain("Yes"),
        deny: plain("No"),
      },
    },
  },
];
const modal: ModalView = { type: "modal", title: plain("Details"), blocks };

async function aCardIn(slack: SlackSandbox): Promise<Target> {
  const channel = slack.translations.id;
  const { ts = "" } = await clientOf(slack).chat.postMessage({ channel, text: "Offer", blocks });
  const card = slack.state.messages.find(channel, ts);
  if (card === undefined) throw new Error("the card is not there");
  return card;
}

test("a choice in a modal brings its view and opens another modal with its trigger", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const { robin } = slack.people;
  await client.views.open({ trigger_id: slack.state.triggers.give(robin.id), view: modal });
  await using _bot = await startBolt(slack, (app) => {
    app.action("quote.more", async ({ ack, body }) => {
      await ack();
      if (body.type !== "block_actions") return;
      const view: ModalView = { ...modal, title: plain("Chapters") };
      await client.views.open({ trigger_id: body.trigger_id, view });
    });
  });

  await robin.clicks("modal", "quote.more", { option: "chapters" });

  await slack.until(() => robin.sees().modal?.title?.["text"] === "Chapters");
  const sent = slack.exchanges().find(({ name }) => name === "block_actions");
  expect(sent?.body).toMatchObject({
    container: { type: "view" },
    view: { title: { text: "Details" }, state: { values: {} } },
    actions: [{ type: "overflow", block_id: "offer", selected_option: { value: "chapters:q1" } }],
  });
  expect(sent?.body).not.toHaveProperty("message");
});

test("a choice stands behind the confirm dialog of its menu", async () => {
  await using slack = await startSlack();
  const card = await aCardIn(slack);
  const option = "details";

  const denied = await slack.people.robin.clicks(card, "quote.more", { option, dialog: "deny" });

  expect(denied).toMatchObject({ receipt: undefined, confirm: { title: "Sure?", confirm: "Yes" } });
  expect(slack.exchanges().filter(({ name }) => name === "block_actions")).toEqual([]);
});

test.each([
  [{}, "Say which option of the overflow is chosen"],
  [{ option: "delete" }, '"delete" is not offered, only Choose chapters…, Details…'],
  [{ option: "show" }, '"show" is not offered'],
])("a choice that names no option, or two, is none: %o", async (click, words) => {
  await using slack = await startSlack();
  const card = await aCardIn(slack);

  const choice = slack.people.robin.clicks(card, "quote.more", click);

  await expect(choice).rejects.toThrow(words);
});

test("nothing stays chosen in an overflow menu", async () => {
  await using slack = await startSlack();
  const { robin } = slack.people;
  const trigger_id = slack.state.triggers.give(robin.id);
  await clientOf(slack).views.open({ trigger_id, view: modal });

  expect(() => robin.fillsIn({ "quote.more": "details" })).toThrow(
    "Nothing can be entered into a overflow",
  );
  expect(robin.sees().modal?.values).toEqual({});
});
