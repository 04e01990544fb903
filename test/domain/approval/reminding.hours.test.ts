import { describe, expect, test } from "vitest";

import { suitableFrom } from "#domain/approval/reminding.ts";

import { hour, minute } from "../../builders.ts";

const friday = Date.UTC(2026, 10, 20);
const monday = Date.UTC(2026, 10, 23);

describe("somebody is at work", () => {
  test.each([
    ["from nine on", 7, 0, friday + 9 * hour],
    ["at noon", 12, 0, friday + 12 * hour],
    ["after Friday at six on Monday", 18, 0, monday + 9 * hour],
    ["by their own clock, ahead", 7, 2, friday + 7 * hour],
    ["by their own clock, behind", 7, -5, friday + 14 * hour],
    ["in half hours as well", 3, 5.5, friday + 3 * hour + 30 * minute],
    ["after the weekend, which begins earlier there", 12, 9, monday],
  ])("%s", (_, at, zone, from) => {
    const suits = suitableFrom(friday + at * hour, undefined, [zone * hour]);

    expect(suits).toBe(from);
  });
});

const night = { from: 22, to: 7, zone: "Europe/Berlin" };
const at = (time: string) => Date.parse(time);
const after = (time: string, quietHours = night) =>
  new Date(suitableFrom(at(time), quietHours, [])).toISOString();

describe("quiet hours over midnight", () => {
  test.each([
    ["before they begin", "2026-11-20T20:59:59.999Z", "2026-11-20T20:59:59.999Z"],
    ["as they begin", "2026-11-20T21:00:00Z", "2026-11-21T06:00:00.000Z"],
    ["after midnight", "2026-11-21T03:17:42Z", "2026-11-21T06:00:00.000Z"],
    ["as they end", "2026-11-21T06:00:00Z", "2026-11-21T06:00:00.000Z"],
  ])("%s", (_, time, then) => {
    expect(after(time)).toBe(then);
  });

  test.each([
    ["lost an hour", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00.000Z"],
    ["has an hour twice", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00.000Z"],
  ])("end at seven on the wall also in a night that %s", (_, time, then) => {
    expect(after(time)).toBe(then);
  });
});

describe("quiet hours by day", () => {
  test("end in the afternoon", () => {
    const noon = { from: 12, to: 14, zone: "UTC" };

    expect(after("2026-11-20T12:30:00Z", noon)).toBe("2026-11-20T14:00:00.000Z");
    expect(after("2026-11-20T11:59:00Z", noon)).toBe("2026-11-20T11:59:00.000Z");
    expect(after("2026-11-20T22:30:00Z", noon)).toBe("2026-11-20T22:30:00.000Z");
  });

  test("of a zone that is half an hour apart from the others end at its own full hour", () => {
    const night = { from: 22, to: 7, zone: "Asia/Kolkata" };

    expect(after("2026-11-20T20:00:00Z", night)).toBe("2026-11-21T01:30:00.000Z");
  });

  test("whose end is skipped by the clocks end as soon as it is past", () => {
    const early = { from: 0, to: 2, zone: "Europe/Berlin" };

    expect(after("2026-03-28T23:30:00Z", early)).toBe("2026-03-29T01:00:00.000Z");
  });
});

test("without quiet hours every moment will do", () => {
  expect(suitableFrom(5, undefined, [])).toBe(5);
});

test("from one hour to the same hour it is never quiet", () => {
  expect(after("2026-11-20T07:00:00Z", { from: 7, to: 7, zone: "UTC" })).toBe(
    "2026-11-20T07:00:00.000Z",
  );
});
