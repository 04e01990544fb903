import { describe, expect, test } from "vitest";

import { type Notice, addNotice } from "#domain/notices.ts";
import type { Quote } from "#domain/quote.ts";
import { threadViews } from "#features/index.ts";
import { placeOf } from "#features/shared/conversation.ts";
import { createThread } from "#features/shared/thread.ts";

import {
  aCard,
  aGlossaryTask,
  aQuote,
  aTask,
  completed,
  failed,
  aRequest,
} from "../../builders.ts";
import { aSlack } from "../../slack/world.ts";
import { testContext } from "../../support/context.ts";

const done = aTask({ state: completed({ charged: 12_345 }) });
const glossary = aGlossaryTask({ state: completed() });
const result = { content: Buffer.from("Le phare.") };

/** Creates a quote for a message that exists in the local Slack. */
async function aConversation() {
  const world = await aSlack();
  const { slack, clients } = world;
  const post = await slack.people.robin.posts({ channel: "#translations", text: "Please." });
  const place = { workspace: "T1", channel: post.channel, message: post.ts, thread: post.ts };
  const quote = aQuote({
    place,
    request: aRequest({ by: slack.people.robin.id }),
    tasks: [done, glossary],
  });
  const paced: string[] = [];
  const store = { connections: 1 };
  const another = () =>
    createThread({
      views: threadViews,
      clients,
      people: { find: unasked, forget: () => undefined, roles: unasked, isIn: unasked },
      contexts: { forPerson: async () => testContext, forChannel: async () => testContext },
      botUserId: slack.app.botUserId,
      pace: ({ channel }) => void paced.push(channel),
      sample: async () => [],
      find: async () => undefined,
      connections: () => store.connections,
      onRefused: () => undefined,
    });
  const thread = another();
  const replies = () =>
    slack.people.robin.reads(post).filter(({ user }) => user === slack.app.botUserId);
  return { ...world, store, quote, thread, another, paced, post, replies };
}

/** No quote here is of a book that names approvers. */
const unasked = async (): Promise<never> => {
  throw new Error("nobody was to be asked about");
};

function noticeOf(quote: Quote, about: Notice["about"]): Notice {
  const notice = addNotice(quote, about).notices.at(-1);
  if (notice === undefined) throw new Error("no notice");
  return notice;
}

describe("the card", () => {
  test("is posted in the thread, found again by its metadata, and updated in place", async () => {
    await using talk = await aConversation();
    const { thread, quote } = talk;

    const posted = await thread.postCard(quote);
    expect(await thread.findCard(quote.id, placeOf(quote))).toMatchObject(posted);
    await thread.updateCard(aQuote({ ...quote, target: "es" }), posted);

    const [card] = talk.replies();
    expect(talk.replies()).toHaveLength(1);
    expect(card?.metadata).toMatchObject({
      event_type: "translation_quote",
      event_payload: { quote_id: quote.id, key: glossary.key },
    });
    expect(JSON.stringify(card?.blocks)).toContain("Spanish");
    expect(talk.paced).toEqual([quote.place.channel]);
  });

  test("is read before a process first draws it, and where the record has forgotten its run", async () => {
    await using talk = await aConversation();
    const { thread, quote, slack } = talk;
    const reads = () =>
      slack.exchanges().filter(({ name }) => name === "conversations.replies").length;
    const facts = [{ key: glossary.key }, { key: done.key }];

    const posted = await thread.postCard(quote);
    const drawn = await thread.readCardRuns(quote, { ...posted, key: glossary.key });
    const none = reads();
    const forgotten = await thread.readCardRuns(quote, { ...posted, key: undefined });
    const next = talk.another();

    expect([drawn, none]).toEqual([[], 0]);
    expect(forgotten).toMatchObject(facts);
    expect(await next.readCardRuns(quote, { ...posted, key: glossary.key })).toMatchObject(facts);
    expect(await next.readCardRuns(quote, { ...posted, ts: "1.1", key: undefined })).toEqual([]);
  });

  test("is read again once the connection to the store was renewed: the store may have gone back", async () => {
    await using talk = await aConversation();
    const { thread, quote } = talk;
    const card = { ...(await thread.postCard(quote)), key: glossary.key };
    const before = await thread.readCardRuns(quote, card);

    talk.store.connections += 1;

    const facts = [{ key: glossary.key }, { key: done.key }];
    expect([before, await thread.readCardRuns(quote, card)]).toMatchObject([[], facts]);
  });

  test("of another quote in the same thread is not taken for it", async () => {
    await using talk = await aConversation();
    await talk.thread.postCard({ ...talk.quote, id: "another" });

    expect(await talk.thread.findCard(talk.quote.id, placeOf(talk.quote))).toBeUndefined();
  });

  test("whose answer was lost is posted once by the client, and can be found", async () => {
    await using talk = await aConversation();
    talk.slack.faults.onCall("chat.postMessage", { fault: "lost-reply" });

    await expect(talk.thread.postCard(talk.quote)).rejects.toThrow(/request/iu);

    expect(talk.replies()).toHaveLength(1);
    expect(await talk.thread.findCard(talk.quote.id, placeOf(talk.quote))).toMatchObject({
      ts: talk.replies()[0]?.ts,
    });
  });

  test.each([
    ["under its manuscript", (quote: Quote) => quote],
    [
      "in the conversation",
      (quote: Quote) => ({ ...quote, place: { ...quote.place, thread: undefined } }),
    ],
  ])("that was posted anew %s is the one that names the runs", async (_, placed) => {
    await using talk = await aConversation();
    const quote = placed(talk.quote);
    await talk.thread.postCard({ ...quote, tasks: [] });

    const posted = await talk.thread.postCard(quote);

    expect(await talk.thread.findCard(quote.id, placeOf(quote))).toMatchObject({
      ...posted,
      facts: [{ key: glossary.key }, { key: done.key }],
    });
  });

  test("that begins its own thread is found in the conversation", async () => {
    await using talk = await aConversation();
    const loose: Quote = { ...talk.quote, place: { ...talk.quote.place, thread: undefined } };

    const posted = await talk.thread.postCard(loose);

    expect(await talk.thread.findCard(loose.id, placeOf(loose))).toMatchObject(posted);
    const under: Quote = { ...loose, card: aCard({ ...posted }) };
    await talk.thread.post(under, noticeOf(under, { kind: "outcome", key: done.key }));
    expect(talk.slack.state.messages.thread(posted.channel, posted.ts)).toHaveLength(2);
  });

  test("of a conversation that is closed goes to the requester, and is found there", async () => {
    await using talk = await aConversation();
    const direct: Quote = {
      ...talk.quote,
      place: { ...talk.quote.place, isClosed: true },
    };

    const posted = await talk.thread.postCard(direct);

    expect(posted.channel).toBe(talk.slack.people.robin.direct().id);
    expect(await talk.thread.findCard(direct.id, placeOf(direct))).toMatchObject(posted);
  });
});

describe("a reply", () => {
  test("calls the requester, and is found again", async () => {
    await using talk = await aConversation();
    const { thread, quote } = talk;
    const outcome = noticeOf(quote, { kind: "outcome", key: done.key });
    expect(await thread.findPost(quote, outcome)).toBeUndefined();

    const posted = await thread.post(quote, outcome);

    expect(await thread.findPost(quote, outcome)).toEqual(posted);
    expect(talk.replies().map(({ text }) => text)).toEqual([
      expect.stringContaining(`<@${quote.request.by}>`),
    ]);
  });

  test("is found though its run has gone on since", async () => {
    await using talk = await aConversation();
    const { thread, quote } = talk;
    const outcome = noticeOf(quote, { kind: "outcome", key: done.key });
    const unknown = { ...quote, tasks: [{ ...done, state: failed({ taskId: "other" }) }] };

    const posted = await thread.post(unknown, outcome);

    expect(await thread.findPost(quote, outcome)).toEqual(posted);
  });

  test("about a failure is not taken for the one about the result that came after all", async () => {
    await using talk = await aConversation();
    const { thread, quote } = talk;
    await thread.post(quote, noticeOf(quote, { kind: "outcome", key: done.key }));
    const late = noticeOf(quote, { kind: "late-result", key: done.key });

    expect(await thread.findPost(quote, late)).toBeUndefined();
    expect(await thread.findPost(quote, late)).toBeUndefined();
    const posted = await thread.post(quote, late);
    expect(await thread.findPost(quote, late)).toEqual(posted);
  });

  test("that somebody else copied, metadata and all, is not ours", async () => {
    await using talk = await aConversation();
    const { thread, quote, slack, post } = talk;
    const outcome = noticeOf(quote, { kind: "outcome", key: done.key });
    await thread.post(quote, outcome);
    const [original] = talk.replies();
    slack.state.messages.remove(original ?? post);
    slack.state.messages.post({
      channel: post.channel,
      threadTs: post.ts,
      text: "the same",
      user: slack.people.sam.id,
      ...(original?.metadata === undefined ? {} : { metadata: original.metadata }),
    });

    expect(await thread.findPost(quote, outcome)).toBeUndefined();
  });

  test("is found beyond the first page of a long thread", async () => {
    await using talk = await aConversation();
    const { thread, quote, slack, post } = talk;
    for (let n = 0; n < 230; n += 1) {
      slack.state.messages.post({
        channel: post.channel,
        threadTs: post.ts,
        text: `${n}`,
        user: slack.people.sam.id,
      });
    }
    const outcome = noticeOf(quote, { kind: "outcome", key: done.key });

    const posted = await thread.post(quote, outcome);

    expect(await thread.findPost(quote, outcome)).toEqual(posted);
  });
});

describe("the file of a result", () => {
  test("is uploaded without being shown, then shared once in the thread", async () => {
    await using talk = await aConversation();
    const { thread, quote } = talk;
    const file = noticeOf(quote, { kind: "result-file", key: done.key });

    const fileId = await thread.upload(quote, file, result);
    expect(await thread.findShare(fileId)).toBe("none");
    expect(talk.replies()).toEqual([]);
    await thread.share(quote, file, fileId);

    expect(await thread.findShare(fileId)).toBe("shared");
    expect(talk.replies().map(({ fileIds }) => fileIds)).toEqual([[fileId]]);
    expect(talk.slack.state.files.find(fileId)?.name).toBe("The Lighthouse.fr.txt");
  });

  test("whose sharing was carried out though its answer was lost is known to be shared", async () => {
    await using talk = await aConversation();
    const { thread, quote, slack } = talk;
    const file = noticeOf(quote, { kind: "result-file", key: done.key });
    const fileId = await thread.upload(quote, file, result);
    slack.faults.onCall("files.completeUploadExternal", { fault: "lost-reply" });

    await expect(thread.share(quote, file, fileId)).rejects.toThrow(/request/iu);

    expect(await thread.findShare(fileId)).toBe("shared");
  });

  test("that Slack's storage does not take is no upload", async () => {
    await using talk = await aConversation();
    const { thread, quote, slack } = talk;
    const file = noticeOf(quote, { kind: "result-file", key: done.key });
    slack.faults.onCall("upload", { fault: "500-before" });

    await expect(thread.upload(quote, file, result)).rejects.toThrow(
      "Slack answered 500 to an upload",
    );
  });
});
