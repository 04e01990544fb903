import { createHash } from "node:crypto";
import { IncomingMessage, request } from "node:http";
import { Socket } from "node:net";

import { describe, expect, test } from "vitest";

import { createRoom } from "#http/room.ts";
import { readForm } from "#service/contract/form.ts";
import { createRecords } from "#service/records/records.ts";
import { createSeal } from "#service/records/seal.ts";
import { createMemoryStore } from "#store/open-store.ts";

import { randomFrom } from "../../service/novels.ts";
import { aService } from "../../service/running.ts";

type Service = Awaited<ReturnType<typeof aService>>;

const partHead = (rest: string) => `--b\r\nContent-Disposition: form-data; name=${rest}\r\n\r\n`;
const field = (name: string, value: string) => `${partHead(`"${name}"`)}${value}\r\n`;
const file = (text: string, name = "file") =>
  `${partHead(`"${name}"; filename="a.txt"`)}${text}\r\n`;
const end = "--b--\r\n";
const order = field("action", "translation") + field("target_lang", "fr");
const good = `${order}${field("estimated_chars", "5")}${file("Hello")}${end}`;

/** Posts these bytes as a form; returns the answer, or status 0 when the connection was cut. */
function post({ url, key }: Service, ...pieces: readonly string[]) {
  return new Promise<{ status: number; text: string }>((resolve) => {
    const sent = request(`${url}/tasks`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "multipart/form-data; boundary=b",
      },
    });
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += String(part)));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", () => resolve({ status: 0, text: "" }));
    for (const piece of pieces) sent.write(piece);
    sent.end();
  });
}

async function expectWhole(service: Service): Promise<void> {
  expect(await service.records.tasks.all()).toEqual([]);
  expect((await post(service, good)).status).toBe(200);
}

describe("An upload", () => {
  test.each([
    ["a file part of another name", partHead('"other"; filename="a.txt"')],
    ["a second file part", file("Hello") + partHead('"file"; filename="b.txt"')],
    ["a part beyond the last that is read", field("x", "y").repeat(10) + partHead('"y"')],
    ["a part without a name", "--b\r\nContent-Disposition: form-data\r\n\r\nabc"],
    ["a part without a head", "--b\r\n\r\n"],
  ])("with %s and no end is refused, and the process lives", async (_, body) => {
    await using service = await aService();

    expect((await post(service, body)).status).toBe(400);
    await expectWhole(service);
  });

  test("with 200,000 empty parts is refused at the eleventh", async () => {
    await using service = await aService();

    const { status, text } = await post(service, `${field("x", "").repeat(200_000)}${end}`);

    expect(status).toBe(400);
    expect(text).toContain("more than 10 parts");
    await expectWhole(service);
  });

  test.each([
    ["an unknown field of its own size", field("x", "y".repeat(8 << 20)), "larger than"],
    ["a long field of the contract", field("target_lang", "f".repeat(70_000)), "longer than 65536"],
    ["a long glossary", field("glossary", "g".repeat(1_100_000)), "longer than 1048576"],
  ])("with %s is refused", async (_, part, why) => {
    await using service = await aService({ env: { SERVICE_MAX_MB: "1" } });

    const { status, text } = await post(service, `${part}${good}`);

    expect(status).toBe(400);
    expect(text).toContain(why);
    await expectWhole(service);
  });

  test("keeps the fields of the contract alone", async () => {
    await using service = await aService();

    await post(service, `${field("x", "y")}${field("metadata", '{"job":7}')}${good}`);
    const [task] = await service.records.tasks.all();

    const { sha256, fields } = { sha256: hashOf("Hello"), fields: fieldsOf(good) };
    const compared = JSON.stringify([
      [...fields, ["metadata", '{"job":7}']].toSorted(([one = ""], [other = ""]) =>
        one < other ? -1 : 1,
      ),
      sha256,
    ]);
    expect(task?.fingerprint).toBe(hashOf(compared));
  });

  test("with a glossary of wrong entries is answered with one line", async () => {
    await using service = await aService();
    const wrong = JSON.stringify(Object.fromEntries(numbered(19_000)));
    const many = JSON.stringify(Object.fromEntries(numbered(20_001)));

    const one = await post(service, `${field("glossary", wrong)}${good}`);
    const other = await post(service, `${field("glossary", many)}${good}`);

    expect([one.status, other.status]).toEqual([400, 400]);
    expect(one.text.length).toBeLessThan(500);
    expect(other.text).toContain("20000 terms at most");
    await expectWhole(service);
  });

  test("of bytes that nobody meant so is read to an end, however they come", async () => {
    const random = randomFrom(34);
    const ctx = {
      records: createRecords(createMemoryStore(), createSeal([Buffer.alloc(32, 1)])),
      maxBytes: 10_000,
      room: createRoom(100_000),
      now: () => 0,
    };

    for (let round = 0; round < 3_000; round += 1) {
      const message = new IncomingMessage(new Socket());
      message.headers["content-type"] = "multipart/form-data; boundary=b";
      const form = readForm(message, ctx);
      for (const piece of spoilt(random)) message.push(piece);
      message.push(null);
      message.complete = true;
      const { taskId } = await form;
      await ctx.records.texts.forget(taskId);
    }

    // Whatever was held is free again.
    expect(ctx.room.take(100_000)).toBe(true);
  });
});

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function fieldsOf(body: string): readonly (readonly [string, string])[] {
  const found = body.matchAll(/name="([a-z_]+)"\r\n\r\n(.*?)\r\n/gu);
  return [...found].map(([, name = "", value = ""]) => [name, value] as const);
}

function numbered(count: number): [string, number][] {
  return Array.from({ length: count }, (_, n) => [`t${n}`, n]);
}

const odd = [
  "--b",
  "--b--",
  "\r\n",
  "\r\n\r\n",
  "\n",
  "\0",
  '"',
  "Content-Disposition: form-data; ",
  'name="file"; filename="a.txt"',
  'name=""',
  "Content-Type: application/octet-stream\r\n",
  "Content-Transfer-Encoding: base64\r\n",
  'filename="\r"',
  "name*=utf-8''%ff",
  ";".repeat(200),
  ":",
];

/** Returns a form with some bytes cut out, doubled or replaced, in pieces of any size. */
function spoilt(random: () => number): readonly string[] {
  const below = (most: number) => Math.floor(random() * most);
  let body = good;
  for (let change = 1 + below(3); change > 0; change -= 1) {
    const [at, length] = [below(body.length), below(40)];
    const [before, cut, after] = [
      body.slice(0, at),
      body.slice(at, at + length),
      body.slice(at + length),
    ];
    const put = [
      () => "",
      () => cut + cut,
      () => odd[below(odd.length)] ?? "",
      () => cut.toUpperCase(),
    ];
    body = before + (put[below(put.length)]?.() ?? "") + after;
  }
  const at = below(body.length);
  return [body.slice(0, at), body.slice(at)].filter((piece) => piece !== "");
}
