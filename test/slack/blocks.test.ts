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
  ["*期限切れです。* 料金はかかりません。", "*期限切れです。*\u200b料金はかかりません。"],
  ["*It is ready.* It cost 3 credits.", "*It is ready.* It cost 3 credits."],
  ["It is ready. It cost 3 credits.", "It is ready. It cost 3 credits."],
])("sentences stand beside each other as their language sets them", (said, shown) => {
  expect(section(said).text?.text).toBe(shown);
});

test("a menu of more items than Slack shows does not compile", () => {
  const option = (value: string) => ({ text: value, value });
  const five = ["a", "b", "c", "d", "e"] as const;

  expect(overflow("more", five, option)?.options).toHaveLength(5);
  // @ts-expect-error -- Slack shows five items
  overflow("more", [...five, "f"], option);
});
