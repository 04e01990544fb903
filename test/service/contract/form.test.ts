import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

import { expect, test } from "vitest";

import { UnclearWriteError } from "#domain/errors.ts";
import { createRoom } from "#http/room.ts";
import { readForm } from "#service/contract/form.ts";
import { createRecords } from "#service/records/records.ts";
import { createSeal } from "#service/records/seal.ts";
import { createMemoryStore } from "#store/open-store.ts";

const seal = createSeal([Buffer.alloc(32, 1)]);

test("an upload that is cut, at whatever moment, leaves nothing", async () => {
  const store = createMemoryStore();
  const written = new Set<string>();
  const commit: typeof store.commit = async (changes) => {
    await setImmediate();
    for (const { key, after } of changes) {
      if (after === undefined) written.delete(key);
      else written.add(key);
    }
    return store.commit(changes);
  };
  const world = {
    records: createRecords({ ...store, commit }, seal),
    maxBytes: Infinity,
    room: createRoom(Infinity),
    now: () => 0,
  };

  for (let upload = 0; upload < 100; upload += 1) {
    const request = anUpload();
    const form = readForm(request, world);
    for (let turn = upload % 10; turn >= 0; turn -= 1) await setImmediate();
    request.destroy();
    await expect(form).rejects.toThrow("the body ended early");
  }

  expect([...written]).toEqual([]);
});

test("a store that does not answer is no fault of the form", async () => {
  const commit = async () => Promise.reject(new UnclearWriteError({ cause: new Error("gone") }));
  const records = createRecords({ ...createMemoryStore(), commit }, seal);
  const request = anUpload();
  request.push("ipt\r\n--b--\r\n");
  request.push(null);
  request.complete = true;

  const form = readForm(request, {
    records,
    maxBytes: Infinity,
    room: createRoom(Infinity),
    now: () => 0,
  });

  await expect(form).rejects.toThrow("the body ended early");
});

/** Returns the first half of an upload. */
function anUpload(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers["content-type"] = "multipart/form-data; boundary=b";
  const part = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
  request.push(`--b\r\n${part}\r\n\r\nhalf a manuscr`);
  return request;
}
