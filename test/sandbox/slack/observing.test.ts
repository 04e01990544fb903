import { expect, test } from "vitest";

import { clientOf, startSlack } from "./fixture.ts";

test("everything that happens is told as it happens", async () => {
  await using slack = await startSlack();
  const kinds: string[] = [];
  const stop = slack.onChange((change) => kinds.push(change.kind));

  const channel = slack.translations.id;
  const { ts = "" } = await clientOf(slack).chat.postMessage({ channel, text: "One" });
  await clientOf(slack).chat.update({ channel, ts, text: "Two" });
  stop();

  expect(kinds).toEqual(
    expect.arrayContaining(["message-posted", "exchange", "message-updated", "exchange"]),
  );
});

test("a wait in vain says what was last seen", async () => {
  await using slack = await startSlack();
  await slack.people.robin.posts({ channel: "#translations", text: "Hello" });

  const waiting = slack.until(() => slack.records.botPosts()[0], { within: 20, what: "an answer" });

  await expect(waiting).rejects.toThrow(/an answer did not come within 20 ms.*last seen.*Hello/s);
});

test("the log shows each request with its fields, and no token", async () => {
  await using slack = await startSlack();
  const blocks = [{ type: "divider" as const }];

  await clientOf(slack).chat.postMessage({ channel: slack.translations.id, text: "A", blocks });

  expect(slack.exchanges()).toMatchObject([
    { direction: "to-slack", name: "chat.postMessage", body: { blocks }, outcome: "ok" },
  ]);
  expect(JSON.stringify(slack.exchanges())).not.toContain(slack.botToken);
});
