import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import { expect, test } from "vitest";

import { readForm } from "../../src/service/contract/form.ts";
import { createSeal } from "../../src/service/records/seal.ts";
import { openTexts } from "../../src/service/records/texts.ts";

const seal = createSeal([Buffer.alloc(32, 1)]);

test("an upload that is cut while its file is being opened leaves no file", async () => {
  using folder = aFolder();
  const isKept = async () => false;
  const texts = await openTexts({ folder: join(folder.path, "texts"), seal, isKept });
  const left: string[] = [];

  // About one upload in seven is cut at that moment.
  for (let upload = 0; upload < 100; upload += 1) {
    const request = anUpload();
    const form = readForm(request, { texts, maxBytes: Infinity });
    await setImmediate();
    request.destroy();
    await expect(form).rejects.toThrow("the body ended early");
    left.push(...readdirSync(join(folder.path, "texts")));
  }

  expect(left).toEqual([]);
});

/** Returns the first half of an upload. */
function anUpload(): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers["content-type"] = "multipart/form-data; boundary=b";
  const part = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
  request.push(`--b\r\n${part}\r\n\r\nhalf a manuscr`);
  return request;
}

function aFolder() {
  const path = mkdtempSync(join(tmpdir(), "form-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
