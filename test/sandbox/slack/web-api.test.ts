import { expect, test } from "vitest";

import { clientOf, refusalOf, startSlack } from "./fixture.ts";

test("the client learns who the bot is", async () => {
  await using slack = await startSlack();

  const reply = await clientOf(slack).auth.test();

  expect(reply).toMatchObject({
    ok: true,
    user_id: slack.app.botUserId,
    team_id: slack.app.team.id,
  });
});

test("a wrong token is refused", async () => {
  await using slack = await startSlack();

  const refusal = await refusalOf(clientOf(slack, "xoxb-wrong").auth.test());

  expect(refusal).toMatchObject({ error: "invalid_auth" });
});

test("a call without the scope says which one is missing", async () => {
  await using slack = await startSlack({ scopes: ["chat:write"] });

  const refusal = await refusalOf(clientOf(slack).users.info({ user: slack.people.robin.id }));

  expect(refusal).toMatchObject({ error: "missing_scope", needed: "users:read" });
});

test("markdown beside a text is refused", async () => {
  await using slack = await startSlack();
  const said = { channel: slack.translations.id, text: "A", markdown_text: "**A**" };

  const refusal = await refusalOf(clientOf(slack).apiCall("chat.postMessage", said));

  expect(refusal).toMatchObject({ error: "markdown_text_conflict" });
});

test("a revoked token is dead", async () => {
  await using slack = await startSlack();

  slack.revokeToken();

  const refusal = await refusalOf(clientOf(slack).auth.test());
  expect(refusal).toMatchObject({ error: "token_revoked" });
});

test("an unknown method is refused", async () => {
  await using slack = await startSlack();

  const refusal = await refusalOf(clientOf(slack).apiCall("stars.add"));

  expect(refusal).toMatchObject({ error: "unknown_method" });
});

test("a posted message is read back with blocks that have ids", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const blocks = [{ type: "header", text: { type: "plain_text", text: "Estimate" } }] as const;

  const posted = await client.chat.postMessage({
    channel: slack.translations.id,
    text: "An estimate.",
    blocks: [...blocks],
  });

  const { messages } = await client.conversations.history({ channel: slack.translations.id });
  expect(messages).toMatchObject([{ ts: posted.ts, text: "An estimate.", blocks }]);
  expect(messages?.[0]?.blocks?.[0]?.block_id).toBeTypeOf("string");
});

test("the bot cannot write where it is not a member, nor in an archived channel", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const archived = slack.channels.archive(slack.translations);

  const refusals = await Promise.all([
    refusalOf(client.chat.postMessage({ channel: slack.general.id, text: "Hello" })),
    refusalOf(client.chat.postMessage({ channel: archived.id, text: "Hello" })),
    refusalOf(client.chat.postMessage({ channel: "C0000000", text: "Hello" })),
  ]);

  expect(refusals).toMatchObject([
    { error: "not_in_channel" },
    { error: "is_archived" },
    { error: "channel_not_found" },
  ]);
});

test("an answer to a message that is not there stands in the conversation itself", async () => {
  await using slack = await startSlack();
  const channel = slack.translations.id;

  const said = { channel, thread_ts: "1700000000.000100", text: "Hello" };
  const { ok, message } = await clientOf(slack).chat.postMessage(said);

  expect([ok, message?.thread_ts]).toEqual([true, undefined]);
});

test("an update with text alone takes the blocks away and keeps the metadata", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const channel = slack.translations.id;
  const metadata = { event_type: "translation_quote", event_payload: { quote_id: "q1" } };
  const blocks = [{ type: "divider" as const }];
  const { ts = "" } = await client.chat.postMessage({ channel, text: "A", blocks, metadata });

  await client.chat.update({ channel, ts, text: "B" });

  const { messages } = await client.conversations.replies({
    channel,
    ts,
    include_all_metadata: true,
  });
  expect(messages).toMatchObject([{ text: "B", metadata }]);
  expect(messages?.[0]).not.toHaveProperty("blocks");
});

test("metadata shows its type alone unless all of it is asked for", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const channel = slack.translations.id;
  const metadata = { event_type: "translation_task", event_payload: { task_id: "t1" } };
  const { ts = "" } = await client.chat.postMessage({ channel, text: "Done.", metadata });

  const { messages } = await client.conversations.replies({ channel, ts });

  expect(messages?.[0]?.metadata).toEqual({ event_type: "translation_task" });
});

test("only the bot's own messages can be updated, and only while they are there", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const { channel, ts } = await slack.people.robin.posts({ channel: "#translations", text: "Hi" });

  const foreign = await refusalOf(client.chat.update({ channel, ts, text: "Mine" }));
  const gone = await refusalOf(client.chat.update({ channel, ts: "1.000001", text: "Mine" }));

  expect(foreign).toMatchObject({ error: "cant_update_message" });
  expect(gone).toMatchObject({ error: "message_not_found" });
});

test("an ephemeral message is seen by its one person", async () => {
  await using slack = await startSlack();
  const user = slack.people.ana.id;

  await clientOf(slack).chat.postEphemeral({ channel: slack.translations.id, user, text: "No." });

  expect(slack.people.ana.sees().ephemerals).toMatchObject([{ text: "No." }]);
  expect(slack.people.robin.sees().ephemerals).toEqual([]);
});

test("a long thread comes in pages", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const channel = slack.translations.id;
  const { ts = "" } = await client.chat.postMessage({ channel, text: "root" });
  await client.chat.postMessage({ channel, thread_ts: ts, text: "one" });
  await client.chat.postMessage({ channel, thread_ts: ts, text: "two" });

  const first = await client.conversations.replies({ channel, ts, limit: 2 });
  const cursor = first.response_metadata?.next_cursor ?? "";
  const second = await client.conversations.replies({ channel, ts, limit: 2, cursor });

  expect(first.messages?.map(({ text }) => text)).toEqual(["root", "one"]);
  expect(second.messages?.map(({ text }) => text)).toEqual(["two"]);
  expect(second.has_more).toBe(false);
});

test("people tell their language, their guest state and their workspace", async () => {
  await using slack = await startSlack();
  const client = clientOf(slack);
  const yuki = slack.people.add({ name: "yuki", locale: "ja-JP" });

  const [reader, guest, other] = await Promise.all([
    client.users.info({ user: yuki.id, include_locale: true }),
    client.users.info({ user: slack.people.guest.id }),
    client.users.info({ user: slack.people.other.id }),
  ]);

  expect(reader.user?.locale).toBe("ja-JP");
  expect(guest.user?.is_restricted).toBe(true);
  expect(other.user).toMatchObject({ is_stranger: true });
});

test("the scope that is missing depends on the kind of conversation", async () => {
  await using slack = await startSlack({ scopes: ["channels:read"] });
  const client = clientOf(slack);
  const direct = slack.people.robin.direct().id;

  const { members } = await client.conversations.members({ channel: slack.translations.id });
  const refusal = await refusalOf(client.conversations.members({ channel: direct }));

  expect(members).toContain(slack.people.robin.id);
  expect(refusal).toMatchObject({ error: "missing_scope", needed: "im:read" });
});
