import { expect, test } from "vitest";

import { overflow, section } from "#slack/blocks.ts";

test.each([
  [
    "できました。 費用は 3 点です。 お待ちください。",
    "できました。費用は 3 点です。お待ちください。",
  ],
  [
    "请稍候。 用 `/translate` 查看。 `/translate help` 有更多。",
    "请稍候。用 `/translate` 查看。 `/translate help` 有更多。",
  ],
  ["It is ready. It cost 3 credits.", "It is ready. It cost 3 credits."],
])("sentences stand beside each other as their language sets them", (said, shown) => {
  expect(section(said).text?.text).toBe(shown);
});

test("a menu of more options than Slack shows is not drawn", () => {
  const option = (value: string) => ({ text: value, value });
  const five = ["a", "b", "c", "d", "e"].map(option);
  expect(overflow("more", five).options).toHaveLength(5);
  expect(() => overflow("more", [...five, option("f")])).toThrow("a menu holds 5 options, not 6");
});
