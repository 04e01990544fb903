import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { newQuote } from "#domain/quote.ts";
import { actions } from "#features/register.ts";
import { actionIds, cardMemory, offerBlockId, taskValue } from "#features/shared/ids.ts";
import { parseFiles, parseMessage } from "#features/shared/payloads.ts";
import { readDelivery } from "#slack/http-receiver.ts";
import { parseQuote, printQuote } from "#store/quotes.ts";

import { hour, noon } from "../../builders.ts";
import { runs } from "../../proofs/hostile/runs.ts";
import { readClick } from "../../support/read-click.ts";

const file = { id: "F1", name: "The Lighthouse.txt" };
const post = { type: "message", channel: "C1", user: "U1", ts: "1.1", files: [file] };

function aMessage(event: Record<string, unknown> = {}) {
  return { team_id: "T1", event: { ...post, subtype: "file_share", ...event } };
}

function aClick(action: Record<string, unknown>, changes: Record<string, unknown> = {}) {
  return {
    type: "block_actions",
    user: { id: "U1", team_id: "T1" },
    team: { id: "T1" },
    channel: { id: "C1" },
    message: { ts: "2.2", thread_ts: "1.1" },
    actions: [action],
    ...changes,
  };
}

describe("a person's message", () => {
  test("says who, where and which files", () => {
    expect(parseMessage(aMessage({ thread_ts: "0.9" }))).toEqual({
      channel: "C1",
      isDirect: false,
      isMention: false,
      ts: "1.1",
      thread: "0.9",
      person: "U1",
      text: "",
      files: [file],
    });
    expect(parseMessage(aMessage({ channel_type: "im" }))).toMatchObject({
      isDirect: true,
      thread: "1.1",
    });
    expect(parseMessage(aMessage({ type: "app_mention", subtype: undefined }))).toMatchObject({
      isMention: true,
    });
  });

  test("whose bot id is null is a person's", () => {
    expect(parseMessage(aMessage({ bot_id: null }))).toMatchObject({ person: "U1" });
  });

  test.each([
    ["a bot's", { bot_id: "B1" }],
    ["an edit", { subtype: "message_changed" }],
    ["a deletion", { subtype: "message_deleted" }],
    ["a bot's by its kind", { subtype: "bot_message" }],
    ["somebody joining", { subtype: "channel_join" }],
    ["another kind of event", { type: "reaction_added" }],
    ["nobody's", { user: undefined }],
    ["nowhere", { channel: "" }],
    ["an empty thread", { thread_ts: "" }],
  ])("%s is none", (_, event) => {
    expect(parseMessage(aMessage(event))).toBeUndefined();
  });

  test("with files that nobody can read is unreadable, and one such file hides no other", () => {
    expect(parseMessage(aMessage({ files: [{ id: 7 }] }))).toBeUndefined();
    expect(parseMessage(aMessage({ files: "F1" }))).toBeUndefined();
    expect(parseMessage(aMessage({ files: [{ id: 7 }, file] }))?.files).toEqual([file]);
    expect(parseFiles({ files: [{ id: "F2", name: null }] })).toEqual([
      { id: "F2", name: undefined },
    ]);
  });

  test("that is taken makes a record that can be read again, whatever is in it", () => {
    const texts = fc.string({ unit: "binary", maxLength: 4 });
    const events = fc.record(
      {
        channel: texts,
        user: texts,
        ts: texts,
        thread_ts: texts,
        files: fc.array(fc.record({ id: texts, name: texts }), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    );

    fc.assert(
      fc.property(events, (event) => {
        const message = parseMessage(aMessage(event));
        const quotes = (message?.files ?? []).map((one) =>
          newQuote({
            place: {
              workspace: "T1",
              channel: message?.channel ?? "",
              message: message?.ts ?? "",
              thread: message?.thread,
            },
            requester: message?.person ?? "",
            file: { id: one.id, name: one.name ?? "" },
            target: "fr",
            at: noon,
            standsMs: hour,
          }),
        );

        expect(quotes.map((quote) => parseQuote(printQuote(quote)))).toEqual(quotes);
      }),
    );
  });
});

describe("a click on the card", () => {
  const block_id = offerBlockId({ tag: "tag1", part: "buttons", quoteId: "q1" });

  test.each([
    [actionIds.approve, "translation"],
    [actionIds.preview, "preview"],
    [actionIds.glossary, "glossary"],
  ])("%s buys a %s, and says what the card offered", (action_id, product) => {
    expect(readClick(aClick({ action_id, block_id, value: "q1" }))).toMatchObject({
      channel: "C1",
      person: "U1",
      thread: "1.1",
      message: "2.2",
      quoteId: "q1",
      product,
      offer: "tag1",
      surface: { kind: "message" },
    });
  });

  test("in a form is made where the form was opened, and on Home nowhere", () => {
    const private_metadata = cardMemory({ quoteId: "q1", channel: "C9", thread: "9.9" });
    const homeTab = { channel: undefined, message: undefined, trigger_id: "t" };
    const modal = { ...homeTab, view: { id: "V1", type: "modal", private_metadata } };
    const home = { ...homeTab, view: { id: "V2", type: "home", private_metadata } };
    const action = { action_id: actionIds.glossary, block_id, value: "q1" };

    expect(readClick(aClick(action, modal))).toMatchObject({
      channel: "C9",
      thread: "9.9",
      surface: { kind: "modal", viewId: "V1" },
    });
    expect(readClick(aClick(action, home))).toMatchObject({
      channel: "",
      surface: { kind: "home" },
      trigger: "t",
    });
  });

  test("on the language, a link or Undo says so", () => {
    const select = offerBlockId({ tag: "tag1", part: "language", quoteId: "q1" });
    const chosen = { action_id: actionIds.targetLang, block_id: select };
    const link = taskValue({ quoteId: "q1", key: "k1" });

    expect(readClick(aClick({ action_id: actionIds.undo, value: link }))).toMatchObject({
      quoteId: "q1",
      key: "k1",
    });
    expect(readClick(aClick({ ...chosen, selected_option: { value: "de" } }))).toMatchObject({
      quoteId: "q1",
      target: "de",
    });
    expect(readClick(aClick({ action_id: actionIds.freshLink, value: link }))).toMatchObject({
      quoteId: "q1",
      key: "k1",
    });
  });

  test("on a message without a thread is answered in none", () => {
    const message = { ts: "2.2", thread_ts: null };
    const click = aClick({ action_id: actionIds.askAgain, value: "q1" }, { message });

    expect(readClick(click)).toMatchObject({ thread: undefined, message: "2.2" });
  });

  test("says who clicked, whatever else Slack sends as null", () => {
    const nulls = { team: null, channel: null, message: null };
    const click = aClick({ action_id: actionIds.askAgain, value: "q1" }, nulls);

    expect(readClick(click)).toMatchObject({ person: "U1", channel: "", thread: undefined });
  });

  test.each([
    ["of another app", { action_id: "other", value: "q1" }],
    ["named like something that every object has", { action_id: "constructor", value: "q1/k1" }],
    ["named like another such thing", { action_id: "__proto__", value: "q1/k1" }],
    ["for a link without a task", { action_id: actionIds.freshLink, value: "q1" }],
    ["for a link with too much", { action_id: actionIds.freshLink, value: "q1/k1/x" }],
  ])("%s is none of ours", (_, action) => {
    expect(readClick(aClick(action))).toBeUndefined();
  });
});

describe("whatever Slack may send", () => {
  const names = fc.constantFrom(...Object.values(actionIds), "constructor", "toString");
  const anything = fc.anything({ withNullPrototype: true, maxDepth: 4 });

  test("a parser answers, and never throws", () => {
    const bodies = fc.oneof(
      anything,
      fc.record({ team_id: fc.string(), event: anything }),
      fc
        .record({ action_id: names, value: fc.string(), block_id: fc.string(), more: anything })
        .map((action) => aClick(action)),
      anything.map((part) => aMessage({ files: part })),
      anything.map((part) => ({ ...aClick({ action_id: actionIds.approve }), actions: part })),
    );

    fc.assert(
      fc.property(bodies, (body) => {
        parseMessage(body);
        parseFiles(body);
        const read = actions.map((row) => row.read(body));

        expect(read.every((click) => click === undefined || "person" in click)).toBe(true);
      }),
      runs(500),
    );
  });

  test("a body is an object with what it says, or nothing, and pollutes nobody", () => {
    const types = fc.constantFrom(
      "application/json",
      "application/x-www-form-urlencoded",
      "text/plain",
      undefined,
    );
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom(
        '{"__proto__":{"polluted":1}}',
        "__proto__=1&constructor=2",
        "payload=%7B%22__proto__%22%3A%7B%22polluted%22%3A1%7D%7D",
      ),
    );

    fc.assert(
      fc.property(texts, types, (text, type) => {
        const body = readDelivery(Buffer.from(text), type);

        expect(Array.isArray(body)).toBe(false);
        expect(["object", "undefined"]).toContain(typeof body);
        expect({}).not.toHaveProperty("polluted");
      }),
    );
  });
});
