import { expect, test } from "vitest";

import { createRoom } from "#manuscripts/documents/ask-worker.ts";

test("a document that has no room waits until another has left, and nobody overtakes it", async () => {
  const room = createRoom(100);
  const inside: string[] = [];
  const enter = async (name: string, bytes: number) => {
    const leave = await room.enter(bytes);
    inside.push(name);
    return leave;
  };

  const leaveFirst = await enter("first", 80);
  const second = enter("second", 50);
  const third = enter("third", 10);
  const before = [...inside];
  leaveFirst();
  await Promise.all([second, third]);

  expect(before).toEqual(["first"]);
  expect(inside).toEqual(["first", "second", "third"]);
});

test("a document that is larger than all the room has it alone", async () => {
  const room = createRoom(100);

  const leave = await room.enter(500);
  leave();

  await expect(room.enter(10)).resolves.toBeTypeOf("function");
});
