import type { KnownBlock } from "@slack/types";
import { expect, test } from "vitest";

import { textBlocks } from "#features/estimate/details-form-view.ts";
import { limits } from "#slack/blocks.ts";

import { aQuote } from "../../builders.ts";
import { testContext } from "../../support/context.ts";

test.each([
  ["words", "lighthouse ".repeat(500)],
  ["one word without an end", "灯".repeat(6000)],
  ["blank lines between its words", `Marlow${"\n".repeat(5900)}Finch`],
])("a text of %s is shown in blocks that Slack takes, and whole", (_, beginning) => {
  const seen = { beginning, ending: "" };

  const [, ...shown] = textBlocks(aQuote(), seen, testContext).map(textOf);

  expect(shown.every((text) => text.trim() !== "" && text.length <= limits.passage)).toBe(true);
  expect(shown.join("").replaceAll(/\s/gu, "")).toBe(beginning.replaceAll(/\s/gu, ""));
});

function textOf(block: KnownBlock): string {
  return block.type === "section" ? (block.text?.text ?? "") : "";
}
