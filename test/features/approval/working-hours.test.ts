import { describe, expect, test } from "vitest";

import { atWorkFrom } from "../../../src/features/approval/rules/working-hours.ts";
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
    expect(atWorkFrom(friday + at * hour, zone * hour)).toBe(from);
  });
});
