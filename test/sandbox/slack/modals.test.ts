import type { App } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import { expect, test } from "vitest";

import { clientOf, refusalOf, startBolt, startSlack } from "./fixture.ts";

const aModal = (given: Partial<ModalView> = {}): ModalView => ({
  type: "modal",
  callback_id: "request_translation",
  private_metadata: "m1",
  title: { type: "plain_text", text: "Translate" },
  submit: { type: "plain_text", text: "Ask" },
  blocks: [
    {
      type: "input",
      block_id: "lang",
      label: { type: "plain_text", text: "Language" },
      element: {
        type: "static_select",
        action_id: "lang",
        options: [{ text: { type: "plain_text", text: "French" }, value: "fr" }],
      },
    },
    {
      type: "input",
      block_id: "note",
      optional: true,
      label: { type: "plain_text", text: "Note" },
      element: { type: "plain_text_input", action_id: "note" },
    },
  ],
  ...given,
});

const opensModal = (app: App, view = aModal()) =>
  app.command("/translate", async ({ ack, body, client }) => {
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view });
  });

test("Slack does not let a modal go while a required field is empty", async () => {
  await using slack = await startSlack();
  await using _bot = await startBolt(slack, (app) => opensModal(app));
  await slack.people.robin.commands("/translate");
  await slack.until(() => slack.people.robin.sees().modal);

  const submitting = slack.people.robin.submits();

  await expect(submitting).rejects.toThrow('"Language" is required');
});

test.each([
  ["0", '"Credits" must be at least 1'],
  ["-5", '"Credits" must be at least 1'],
  ["1.5", '"Credits" must be a whole number'],
  ["1001", '"Credits" must be at most 1000'],
  ["ten", '"Credits" must be a number'],
])("Slack keeps a modal whose number is %s", async (typed, why) => {
  await using slack = await startSlack();
  const limits = { is_decimal_allowed: false, min_value: "1", max_value: "1000" };
  const field = { type: "number_input", action_id: "credits", ...limits } as const;
  const label = { type: "plain_text", text: "Credits" } as const;
  const blocks = [{ type: "input", block_id: "credits", label, element: field }] as const;
  await using _bot = await startBolt(slack, (app) =>
    opensModal(app, aModal({ blocks: [...blocks] })),
  );
  const { robin } = slack.people;
  await robin.commands("/translate");
  await slack.until(() => robin.sees().modal);

  robin.fillsIn({ credits: typed });

  await expect(robin.submits()).rejects.toThrow(why);
});

test("a trigger opens one modal, within three seconds", async () => {
  let now = 1_700_000_000_000;
  await using slack = await startSlack({ now: () => now });
  const client = clientOf(slack);
  const used = slack.state.triggers.give(slack.people.robin.id);
  const late = slack.state.triggers.give(slack.people.robin.id);
  await client.views.open({ trigger_id: used, view: aModal() });

  const again = await refusalOf(client.views.open({ trigger_id: used, view: aModal() }));
  now += 3001;
  const tooLate = await refusalOf(client.views.open({ trigger_id: late, view: aModal() }));

  expect(again).toMatchObject({ error: "exchanged_trigger_id" });
  expect(tooLate).toMatchObject({ error: "expired_trigger_id" });
});

test("an update against an old hash is refused", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const trigger_id = slack.state.triggers.give(slack.people.robin.id);
  const { view } = await client.views.open({ trigger_id, view: aModal() });
  const [view_id, hash] = [view?.id ?? "", view?.hash ?? ""];
  await client.views.update({ view_id, hash, view: aModal() });

  const refusal = await refusalOf(client.views.update({ view_id, hash, view: aModal() }));

  expect(refusal).toMatchObject({ error: "hash_conflict" });
});

test("a modal that was closed is not opened by an update", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const { robin } = slack.people;
  const trigger_id = slack.state.triggers.give(robin.id);
  const { view } = await client.views.open({ trigger_id, view: aModal() });
  await robin.closes();

  const refusal = await refusalOf(client.views.update({ view_id: view?.id ?? "", view: aModal() }));

  expect(refusal).toMatchObject({ error: "not_found" });
  expect(robin.sees().modal).toBeUndefined();
});

test("a modal with a field and no submit button is refused with its place", async () => {
  await using slack = await startSlack();
  const trigger_id = slack.state.triggers.give(slack.people.robin.id);
  const { submit: _, ...view } = aModal();

  const refusal = await refusalOf(clientOf(slack).views.open({ trigger_id, view }));

  const message =
    "[ERROR] must define `submit` to use an `input` block in modals [json-pointer:/view/blocks/0/input]";
  expect(refusal).toMatchObject({
    error: "invalid_arguments",
    response_metadata: { messages: [message] },
  });
});

test("a file uploaded into a form can be read by the app once the form is submitted", async () => {
  await using slack = await startSlack();
  const input = (block_id: string, element: { type: "file_input" | "plain_text_input" }) => ({
    type: "input" as const,
    block_id,
    optional: true,
    label: { type: "plain_text" as const, text: "Manuscript" },
    element: { ...element, action_id: "choice" },
  });
  const blocks = [
    input("note", { type: "plain_text_input" }),
    input("file", { type: "file_input" }),
  ];
  const read: unknown[] = [];
  await using _bot = await startBolt(slack, (app) => {
    opensModal(app, aModal({ blocks }));
    app.view("request_translation", async ({ ack, view, client }) => {
      const [file] = view.state.values["file"]?.["choice"]?.files ?? [];
      read.push((await client.files.info({ file: file?.id ?? "" })).file?.name);
      await ack();
    });
  });
  const { robin } = slack.people;
  const file = await slack.state.files.store({ name: "harbour.txt", user: robin.id }, "Once");
  const before = await refusalOf(clientOf(slack).files.info({ file: file.id }));
  await robin.commands("/translate");
  await slack.until(() => robin.sees().modal);

  robin.fillsIn({ file: file.id });
  await robin.submits();

  expect(before).toMatchObject({ error: "file_not_found" });
  expect(read).toEqual(["harbour.txt"]);
});

test("a field that was filled in can be cleared again", async () => {
  await using slack = await startSlack();
  await using _bot = await startBolt(slack, (app) => opensModal(app));
  const { robin } = slack.people;
  await robin.commands("/translate");
  await slack.until(() => robin.sees().modal);
  robin.fillsIn({ lang: "French", note: "Chapter 1 first" });

  robin.fillsIn({ lang: [], note: [] });

  expect(robin.sees().modal?.values).toMatchObject({
    lang: { lang: { selected_option: null } },
    note: { note: { value: null } },
  });
});
