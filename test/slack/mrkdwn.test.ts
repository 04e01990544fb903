import * as fc from "fast-check";
import { expect, test } from "vitest";

import { inEnglish } from "#slack/i18n/locale.ts";
import { linkTo, mention, mentions, outside, plain, shortened, when } from "#slack/mrkdwn.ts";

test("no outside text becomes a mention, a link or a line of its own", () => {
  const tricks = [
    "<",
    ">",
    "&",
    "@here",
    "@channel",
    "@everyone",
    "\n",
    "\u202E",
    "\uD83D",
    "<@U1>",
  ];
  const hostile = fc
    .array(fc.oneof(fc.constantFrom(...tricks), fc.string()))
    .map((p) => p.join(""));

  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 80 }), (text, limit) => {
      const shown = outside(text, limit);
      const entities = shown.replaceAll(/&(?:amp|lt|gt);/gu, "");
      expect(entities).not.toMatch(/[<>&]|@(?:here|channel|everyone)/iu);
      expect(shown).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
      expect(shown.isWellFormed()).toBe(true);
      expect(plain(text, limit).length).toBeLessThanOrEqual(limit);
    }),
  );
});

test("marks in outside text stay literal, and marks within a word stay as they are", () => {
  const joiner = "\u2060";
  const shown = ["*The* _Lantern_ ~House~ `x`", "my_novel_final~2.txt", "Best*", "**", "_"].map(
    (name) => outside(name, 80),
  );

  // Slack reads a mark only at the edge of a word.
  for (const text of shown) {
    expect(text).not.toMatch(/(?:^|[\s\p{P}~`])[*_~`]|[*_~`](?:$|[\s\p{P}~`])/u);
  }
  expect(shown.map((text) => text.replaceAll(joiner, ""))).toContain("*The* _Lantern_ ~House~ `x`");
  expect(shown[1]).toBe("my_novel_final~2.txt");
});

test("an address keeps its marks", () => {
  expect(linkTo("https://p.example/_a_?sig=~x*", "Open")).toBe(
    "<https://p.example/_a_?sig=~x*|Open>",
  );
});

test("an entity is never cut in half", () => {
  expect(outside("&&&&&&", 4)).toBe("&amp;&amp;&amp;…");
});

test("a character outside the basic plane is never cut in half", () => {
  expect(shortened("𝔸𝔹ℂ", 4)).toBe("𝔸…");
});

test("people and groups are mentioned each in their way, and anything else is only text", () => {
  expect(mention("U0MAIA")).toBe("<@U0MAIA>");
  expect(mention("S0EDITORS")).toBe("<!subteam^S0EDITORS>");
  expect(mention("<!here>")).toBe("&lt;!here&gt;");
});

test("many approvers are counted instead of listed", () => {
  const ids = Array.from({ length: 10 }, (_, i) => `U${i}`);

  expect(mentions(ids, inEnglish)).toContain("<@U7> and 2 more");
});

test("a time is shown in the reader's zone, with a fallback", () => {
  expect(when(1_795_183_500_999)).toBe(
    "<!date^1795183500^{date_short_pretty} {time}|20 Nov 2026, 14:05 UTC>",
  );
});
