import { describe, expect, test } from "vitest";

import { filesOf } from "#features/intake/events.ts";

const file = { id: "F1", name: "harbour.txt", mode: "hosted" };
const message = { type: "message", ts: "1.1", user: "U1", files: [file] };
const found = { id: "F1", name: "harbour.txt", person: "U1", ts: "1.1", thread: "1.1" };
const any = () => true;

describe("the files in a message of the history", () => {
  test.each([
    ["whose bot id is null", { bot_id: null }],
    ["in a thread that is null", { thread_ts: null }],
    ["beside one that was deleted", { files: [{ id: "F2", mode: "tombstone" }, file] }],
    [
      "beside one too old for a free plan",
      { files: [{ id: "F2", mode: "hidden_by_limit" }, file] },
    ],
    ["beside one that nobody can read", { files: [{ id: null }, file] }],
  ])("%s are found", (_, more) => {
    expect(filesOf({ ...message, ...more }, any)).toEqual([found]);
  });

  test.each([
    ["a bot", { bot_id: "B1" }],
    ["nobody", { user: undefined }],
  ])("are none of a person's when it is of %s", (_, more) => {
    expect(filesOf({ ...message, ...more }, any)).toEqual([]);
  });
});
