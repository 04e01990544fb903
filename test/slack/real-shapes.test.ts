import { describe, expect, test } from "vitest";

import { parseMessage } from "../../src/features/payloads.ts";
import { readClick } from "../features/read-click.ts";
import { clicks, messages } from "./real-shapes.ts";

describe("a click as Slack really sends it", () => {
  test.each([
    ["on Enterprise Grid", clicks.grid, "C0BOOKS", "1.1"],
    ["of an org-wide install", clicks.orgWide, "C0BOOKS", "1.1"],
    ["on what only they see", clicks.ephemeral, "C0BOOKS", undefined],
    ["in a view", clicks.inView, "", undefined],
  ])("%s is read", (_, click, channel, thread) => {
    expect(readClick(click)).toMatchObject({
      quoteId: "q1",
      person: "U0ANA",
      channel,
      thread,
    });
  });
});

describe("a message as Slack really sends it", () => {
  test.each(Object.entries(messages))("is a person's, with its file: %s", (_, message) => {
    expect(parseMessage(message)).toMatchObject({
      person: "U0ROBIN",
      channel: "C0BOOKS",
      thread: "1.1",
      files: [{ id: "F1", name: undefined }],
    });
  });
});
