import { expect, test } from "vitest";

import { createRoom } from "#http/room.ts";

test("one caller fills a quarter of the room, others have the rest, and all of it comes back", () => {
  const room = createRoom(100, 25);

  const taken = [
    room.take(25, "press"),
    room.take(1, "press"),
    room.take(25, "desk"),
    room.take(25, "shop"),
    room.take(25, "club"),
    room.take(1, "late"),
  ];
  for (const caller of ["press", "desk", "shop", "club"]) room.leave(25, caller);

  expect(taken).toEqual([true, false, true, true, true, false]);
  expect([room.take(25, "press"), room.take(25, "late")]).toEqual([true, true]);
});
