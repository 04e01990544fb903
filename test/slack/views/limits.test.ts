import { describe, expect, test } from "vitest";

import { checkBlocks } from "../../../src/sandbox/slack/blocks/check.ts";
import { estimateCard } from "../../../src/slack/views/estimate-card.ts";
import { aGlossaryTask, aPreview, aQuote, desk } from "./build.ts";

describe("hostile input", () => {
  const name = `${"<!channel> & @here ".repeat(40)}\u202Efdp.exe`;

  test("a long name that plays tricks stays inside Slack's limits and mentions nobody", () => {
    const file = { id: "F1", name };
    const many = Array.from({ length: 250 }, (_, i) => ({ code: `x${i}`, name: name.repeat(3) }));
    const rules = { ...desk.rules, languages: many };
    const tasks = [aPreview({ target: "x7" }), aGlossaryTask({ target: "x8" })];
    const rich = { credits: Number.MAX_SAFE_INTEGER - 1, at: 0 };
    const quote = aQuote({ file, target: "x7", tasks, balance: rich }, Number.MAX_SAFE_INTEGER);

    const approvers = Array.from({ length: 500 }, (_, i) => `U0PERSON${i}`);
    const { text, blocks } = estimateCard(quote, { rules, approvers });

    expect(checkBlocks(blocks, "message")).toEqual([]);
    expect(text).not.toMatch(/<!(?:channel|here)|@here|\u202E/u);
    expect(text.length).toBeLessThan(4000);
  });

  test("a language that is no longer offered is not preselected", () => {
    const { blocks } = estimateCard(aQuote({ target: "tlh" }), desk);

    expect(checkBlocks(blocks, "message")).toEqual([]);
  });
});
