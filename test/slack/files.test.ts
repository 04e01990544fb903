import { describe, expect, test } from "vitest";

import { findFile } from "#slack/files.ts";

import { aSlack } from "./world.ts";

const aManuscript = { name: "The Lighthouse.txt", content: "It rained." };

test("a file that was posted is found, with where it was posted", async () => {
  await using world = await aSlack();
  const post = await world.slack.people.robin.uploads("#translations", aManuscript);
  const [id = ""] = post.fileIds;

  const file = await findFile(world.clients.once, id);

  expect(file).toMatchObject({ id, name: "The Lighthouse.txt", size: 10 });
  expect(file.url.startsWith(world.slack.origin)).toBe(true);
  expect(file.shares).toEqual(new Map([[post.channel, { ts: post.ts, thread: post.ts }]]));
});

describe("a file that cannot be taken", () => {
  const reasonOf = async (
    arrange: (world: Awaited<ReturnType<typeof aSlack>>) => Promise<string>,
  ) => {
    await using world = await aSlack();
    const id = await arrange(world);
    return await findFile(world.clients.once, id).then(
      () => "found",
      (error: unknown) => error,
    );
  };
  const posted = async (world: Awaited<ReturnType<typeof aSlack>>, channel = "#translations") =>
    (await world.slack.people.robin.uploads(channel, aManuscript)).fileIds[0] ?? "";

  test("was deleted", async () => {
    const reason = await reasonOf(async (world) => {
      const id = await posted(world);
      const file = world.slack.state.files.find(id);
      if (file !== undefined) world.slack.state.files.change(file, { isDeleted: true });
      return id;
    });

    expect(reason).toMatchObject({ name: "ManuscriptError", reason: "gone" });
  });

  test.each(["tombstone", "hidden_by_limit"] as const)(
    "is no longer at Slack: %s",
    async (mode) => {
      const reason = await reasonOf(async (world) => {
        const id = await posted(world);
        const file = world.slack.state.files.find(id);
        if (file !== undefined) world.slack.state.files.change(file, { mode });
        return id;
      });

      expect(reason).toMatchObject({ name: "ManuscriptError", reason: "gone" });
    },
  );

  test("is in a conversation without the bot", async () => {
    const reason = await reasonOf((world) => posted(world, "#general"));

    expect(reason).toMatchObject({ name: "ManuscriptError", reason: "gone" });
  });

  test.each([
    ["external", "elsewhere"],
    ["post", "canvas"],
    ["quip", "canvas"],
    ["file_access", "late"],
  ] as const)("has no bytes of its own at Slack: %s", async (mode, why) => {
    const reason = await reasonOf(async (world) => {
      const id = await posted(world);
      const file = world.slack.state.files.find(id);
      if (file !== undefined) world.slack.state.files.change(file, { mode });
      return id;
    });

    expect(reason).toMatchObject({ name: "ManuscriptError", reason: why });
  });

  test.each(["access_denied", "not_visible", "channel_not_found"])(
    "is closed to us: %s",
    async (error) => {
      const reason = await reasonOf(async (world) => {
        world.slack.faults.onCall("files.info", { fault: "refused", error });
        return posted(world);
      });

      expect(reason).toMatchObject({ name: "ManuscriptError", reason: "no-access" });
    },
  );

  test.each([
    [{ fault: "refused", error: "invalid_auth" } as const, "SlackRefusedError"],
    [{ fault: "rate-limited", retryAfter: "3" } as const, "SlackBusyError"],
    [{ fault: "refused", error: "fatal_error" } as const, "WebAPIPlatformError"],
  ])("for Slack's own trouble is not refused for good: %j", async (fault, name) => {
    const reason = await reasonOf(async (world) => {
      world.slack.faults.onCall("files.info", fault);
      return posted(world);
    });

    expect(reason).toMatchObject({ name });
  });
});
