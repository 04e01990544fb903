import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { isSigned } from "../../src/slack/http-receiver.ts";
import { minute, noon, second } from "../builders.ts";
import { secret, sign } from "./sign.ts";

const body = '{"type":"event_callback"}';
const signed = sign(body, { at: noon });

type Given = { timestamp?: string | undefined; signature?: string | undefined; body?: string };

function check(given: Given = {}, now = noon, key = secret): boolean {
  const { timestamp = "", signature = "", body: sent } = { ...signed, body, ...given };
  return isSigned({ timestamp, signature, body: Buffer.from(sent) }, { secret: key, now });
}

test("what Slack signed just now is taken", () => {
  expect(check()).toBe(true);
});

describe("it is refused", () => {
  test.each<readonly [string, Given]>([
    ["without a signature", { signature: undefined }],
    ["with an empty one", { signature: "" }],
    ["with a short one", { signature: signed.signature.slice(0, -1) }],
    ["with a long one", { signature: `${signed.signature}0` }],
    ["with one that is no hex", { signature: `v0=${"z".repeat(64)}` }],
    ["with another version", { signature: signed.signature.replace("v0=", "v1=") }],
    ["with another body", { body: body.replace("event", "other") }],
    ["with the signature of another secret", sign(body, { at: noon, key: "guess" })],
    ["with the signature of an empty secret", sign(body, { at: noon, key: "" })],
    ["without a time", { timestamp: undefined }],
    ["with a time that is no number", { timestamp: "NaN" }],
    ["with a time in other words", { timestamp: `+${signed.timestamp}` }],
    ["with a fraction of a time", { timestamp: `${signed.timestamp}.0` }],
    ["with an endless time", { timestamp: "9".repeat(400) }],
    ["with another time than the signed one", { timestamp: String(Number(signed.timestamp) + 1) }],
  ])("%s", (_, given) => {
    expect(check(given)).toBe(false);
  });

  test("whenever a byte of it is changed", () => {
    const flips = fc.record({
      index: fc.nat(body.length - 1),
      by: fc.integer({ min: 1, max: 255 }),
    });

    fc.assert(
      fc.property(flips, ({ index, by }) => {
        const bytes = Buffer.from(body);
        bytes[index] = ((bytes[index] ?? 0) + by) % 256;

        expect(isSigned({ ...signed, body: bytes }, { secret, now: noon })).toBe(false);
      }),
    );
  });
});

test.each([
  [0, true],
  [300 * second, true],
  [301 * second, false],
  [-60 * second, true],
  [-61 * second, false],
  [-60 * minute, false],
])("a delivery that is %i ms old: taken %j", (age, taken) => {
  expect(check({}, noon + age)).toBe(taken);
});

test("an empty secret takes nothing, not even what is signed with it", () => {
  const forged = sign(body, { at: noon, key: "" });

  expect(check(forged, noon, "")).toBe(false);
});
