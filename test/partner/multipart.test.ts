import * as fc from "fast-check";
import { expect, test } from "vitest";

import { RequestAbortedError, ManuscriptError } from "#domain/errors.ts";
import type { CreateTask } from "#domain/partner.ts";
import { Response } from "#lib/http.ts";
import { createForm, bodyDigest } from "#partner/multipart.ts";

import { aCreate, aText, sha256 } from "./a-partner.ts";

const never = new AbortController().signal;

test("the same task is the same bytes, in whatever pieces its text comes", async () => {
  const one = aCreate({
    text: aText("It rained.", ["It ", "rained."]),
    glossary: { b: "B", a: "A" },
  });
  const other = aCreate({ text: aText("It rained."), glossary: { a: "A", b: "B" } });

  const [first, second] = [await bytesOf(one), await bytesOf(other)];

  expect(first).toEqual(second);
  expect(first.length).toBe(createForm(one, "file").contentLength);
});

test("every field of a task arrives as the contract names it, the file last under a neutral name", async () => {
  const fields = await read(
    aCreate({
      charLimit: 3000,
      glossary: { 왕: 'a "king"\r\n' },
      strategy: "replace",
      text: aText("비가 왔다."),
    }),
  );

  expect(fields).toEqual([
    ["action", "translation"],
    ["target_lang", "en"],
    ["char_limit", "3000"],
    ["estimated_chars", "9"],
    ["glossary", String.raw`{"왕":"a \"king\"\r\n"}`],
    ["glossary_strategy", "replace"],
    ["file manuscript.txt text/plain; charset=utf-8", "비가 왔다."],
  ]);
});

test("a term named __proto__ is a term like any other", async () => {
  const glossary = Object.fromEntries([
    ["__proto__", "x"],
    ["a", "y"],
  ]);

  const fields = await read(aCreate({ glossary }));

  expect(fields).toContainEqual(["glossary", '{"__proto__":"x","a":"y"}']);
});

test("any text goes through unchanged, and is announced with its right length", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "binary" }), { maxLength: 5 }), async (pieces) => {
      const create = aCreate({ text: aText(pieces.join(""), pieces) });

      const bytes = await bytesOf(create);

      expect(bytes.length).toBe(createForm(create, "file").contentLength);
      expect(bytes.includes(Buffer.from(`\r\n\r\n${pieces.join("")}\r\n--galley-`))).toBe(true);
    }),
  );
});

test("bodies that differ anywhere have different proofs, equal ones the same", async () => {
  const anyCreate = fc.record({
    key: fc.constantFrom("6f1c2a34-1", "6f1c2a34-2"),
    targetLang: fc.constantFrom("en", "fr"),
    text: fc.constantFrom("It rained.", "It snowed.").map((text) => aText(text)),
  });
  await fc.assert(
    fc.asyncProperty(anyCreate, anyCreate, async (one, other) => {
      const [first, second] = [await proven(aCreate(one)), await proven(aCreate(other))];

      expect(first.proof === second.proof).toBe(first.bytes.equals(second.bytes));
    }),
  );
});

test("the bytes and their proof are those of every version before: a later send is the same request", async () => {
  const create = aCreate({ charLimit: 3000, glossary: { Aaron: "Aron" }, strategy: "merge" });

  const sent = await proven(create);

  expect(sha256(sent.bytes)).toBe(
    "f8f1ef4511439de10868e000fb7b132495927b7a1bf071b69a4eab95b6b7e110",
  );
  expect(sent.proof).toBe("b41a3a3ba1bc2cad63a9bf84bb1e9b7fdb11dd73db2c043b02808865505c4932");
});

test("the last bytes of the text wait for a yes", async () => {
  const sent: Uint8Array[] = [];
  const create = aCreate({
    text: aText("It rained.", ["It ", "rained."]),
    beforeLastBytes: async () => {
      expect(Buffer.concat(sent).toString()).toMatch(/It $/u);
    },
  });

  for await (const chunk of createForm(create, "file").stream(never)) {
    sent.push(chunk);
  }

  expect.assertions(2);
  expect(Buffer.concat(sent).toString()).toMatch(/It rained\.\r\n--galley-[0-9a-f]{32}--\r\n$/u);
});

test.for([
  { change: "shorter", pieces: ["It rain"] },
  { change: "longer", pieces: ["It rained.", "x"] },
  { change: "other", pieces: ["It reined."] },
  { change: "emptier", pieces: [] },
])(
  "a text that is $change than promised is cut short before its last bytes",
  async ({ pieces }) => {
    let asked = 0;
    const create = aCreate({
      text: aText("It rained.", pieces),
      beforeLastBytes: async () => void (asked += 1),
    });

    await expect(bytesOf(create)).rejects.toMatchObject({
      name: "RequestAbortedError",
      why: "text-changed",
    });
    expect(asked).toBe(0);
  },
);

test("a manuscript that cannot be read any more is cut short, and the reason is kept", async () => {
  const gone = new ManuscriptError("gone");
  const text = {
    ...aText("It rained."),
    open: async function* open() {
      yield Buffer.from("It ");
      throw gone;
    },
  };

  await expect(bytesOf(aCreate({ text }))).rejects.toMatchObject({
    name: "RequestAbortedError",
    why: "not-readable",
    cause: gone,
  });
});

test("a no before the last bytes is what the sender hears", async () => {
  const superseded = new RequestAbortedError("superseded");

  const sending = bytesOf(aCreate({ beforeLastBytes: () => Promise.reject(superseded) }));

  await expect(sending).rejects.toBe(superseded);
});

test("a yes that comes after the time was over lets nothing leave", async () => {
  const deadline = new AbortController();
  const beforeLastBytes = async () => deadline.abort(new Error("too late"));
  const sent: Uint8Array[] = [];
  const sending = async () => {
    const form = createForm(aCreate({ beforeLastBytes }), "file");
    for await (const chunk of form.stream(deadline.signal)) sent.push(chunk);
  };

  await expect(sending()).rejects.toThrow("too late");
  expect(Buffer.concat(sent).toString()).not.toContain("It rained.");
});

test("of a text that is longer than promised no more is read than shows it", async () => {
  const read: string[] = [];
  const text = {
    ...aText("It rained."),
    open: async function* open() {
      for (const piece of ["It rained.", "x", "y", "z"]) {
        read.push(piece);
        yield Buffer.from(piece);
      }
    },
  };

  await expect(bytesOf(aCreate({ text }))).rejects.toMatchObject({ why: "text-changed" });
  expect(read).toEqual(["It rained.", "x"]);
});

test("a field of an odd name stays one field", async () => {
  const { stream } = createForm(aCreate(), 'fi"le\r\n');
  const body = Buffer.concat(await Array.fromAsync(stream(never))).toString();

  expect(body).toContain('; name="fi%22le%0D%0A"; filename="manuscript.txt"');
});

async function bytesOf(create: CreateTask): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(createForm(create, "file").stream(never)));
}

/** Reads the form with an independent parser. */
async function read(create: CreateTask): Promise<readonly (readonly string[])[]> {
  const headers = { "content-type": createForm(create, "file").contentType };
  const form = await new Response(await bytesOf(create), { headers }).formData();
  return Promise.all(
    Array.from(form, async ([name, value]) =>
      typeof value === "string"
        ? [name, value]
        : [`${name} ${value.name} ${value.type}`, await value.text()],
    ),
  );
}

async function proven(create: CreateTask) {
  return { bytes: await bytesOf(create), proof: bodyDigest(create, "file") };
}
