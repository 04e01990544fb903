import { describe, expect, test } from "vitest";

import type { ManuscriptFaultReason } from "../../src/core/manuscript.ts";
import {
  approveReply,
  declineReply,
  targetReply,
} from "../../src/features/approval/views/decision-replies.ts";
import { linkReply } from "../../src/features/delivery/views/delivery-reply.ts";
import {
  declinedReply,
  refusedReply,
  reopenedReply,
} from "../../src/features/estimate/views/closing-replies.ts";
import {
  cardMetadata,
  noticeMetadata,
  outcomeMetadata,
} from "../../src/features/estimate/views/metadata.ts";
import { noGlossaryReply } from "../../src/features/glossary/views/no-glossary-reply.ts";
import { statusReply } from "../../src/features/home/views/status-reply.ts";
import { parseTaskValue } from "../../src/features/ids.ts";
import { typoReply } from "../../src/features/intake/views/command-replies.ts";
import { helpReply } from "../../src/features/intake/views/help-reply.ts";
import { notAllowedReply } from "../../src/features/short-replies.ts";
import { inEnglish } from "../../src/slack/i18n/tongue.ts";
import {
  aCoverage,
  aCoveringRun,
  aGlossaryTask,
  aPostedQuote,
  aQuote,
  aTask,
  completed,
  noon,
  running,
  aRequest,
} from "../builders.ts";
import { desk, shownText } from "./build.ts";

describe("clicks", () => {
  test("a second approver learns who was first, and that the click bought nothing", () => {
    const { text } = approveReply(
      { status: "already-approved", task: aTask() },
      { product: "translation", person: "U0ANA" },
      desk,
    );

    expect(text).toMatch(/^The translation was already approved by <@U0APPROVER> at <!date/u);
    expect(text).toContain("Nothing more was charged.");
  });

  test.each([
    [12_000, "It costs 12,345 credits; before, it cost 12,000 credits."],
    [12_345, "It costs 12,345 credits."],
    [undefined, "It costs 12,345 credits."],
  ])("who may decide hears what it costs now, where it cost %s before", (price, cost) => {
    const { text } = reopenedReply(aQuote(), { by: "U0ROBIN", price }, desk);

    expect(
      text.endsWith(
        `<@U0ROBIN> requested the estimate for “The Lighthouse.txt” → French again: its card is open. ${cost}`,
      ),
    ).toBe(true);
  });

  test("of what exists no price is said: the card offers it for free", () => {
    const runs = [aCoveringRun({ slice: [{ from: 0, to: 12_345 }] })];
    const quote = aQuote({ coverage: aCoverage({ runs }) });

    const { text } = reopenedReply(quote, { by: "U0ROBIN", price: 12_345 }, desk);

    expect(text).toMatch(/again: its card is open\.$/u);
  });

  test.each(["expired", "language-needed", "not-ready"] as const)(
    "an approval that came to nothing says so: %s",
    (status) => {
      expect(
        approveReply({ status }, { product: "preview", person: "U0ANA" }, desk).text,
      ).toContain("Nothing was charged");
    },
  );

  test("a decline that comes too late says that the run cannot be stopped", () => {
    const { text } = declineReply({ status: "already-approved", task: aTask() }, desk);

    expect(text).toContain("Sent translations can’t be canceled.");
  });

  test("a language cannot be changed after an approval", () => {
    const { text } = targetReply({ status: "already-approved", task: aTask() }, desk);

    expect(text).toContain("so the language stays");
  });

  test("somebody who may not spend learns who may", () => {
    expect(notAllowedReply(desk).text).toBe(
      "Only <@U0APPROVER>, <!subteam^S0EDITORS> can spend credits here. Nothing was charged.",
    );
  });
});

describe("the thread", () => {
  test("a declined estimate names who declined", () => {
    const decision = { status: "declined", by: "U0BEN", at: noon } as const;

    expect(declinedReply(aQuote({ decision }), desk).text).toBe(
      "<@U0MAIA> The estimate for “The Lighthouse.txt” → French was declined by <@U0BEN>. Nothing was charged.",
    );
  });

  test.each<ManuscriptFaultReason>([
    "empty",
    "binary",
    "undecodable",
    "unsupported-type",
    "pdf",
    "picture",
    "packed",
    "protected-document",
    "too-large",
    "not-at-slack",
    "gone",
    "no-access",
    "interrupted",
  ])("a refused manuscript (%s) is told what is accepted", (reason) => {
    const { text } = refusedReply(aPostedQuote({ reading: { status: "refused", reason } }), desk);

    expect(text).toContain("“The Lighthouse.txt”");
    expect(text).toMatch(/\.txt or \.md file/u);
  });

  test.each<readonly [ManuscriptFaultReason, string]>([
    ["old-word", "save it as .docx"],
    ["rich-text", "save it as .docx"],
    ["pages", "export it to Word or EPUB"],
    ["kindle", "post its .epub"],
    ["broken-document", "save it again"],
    ["unsafe-document", "save it again"],
  ])("a refused document (%s) is told what to do instead", (reason, advice) => {
    const { text } = refusedReply(aPostedQuote({ reading: { status: "refused", reason } }), desk);

    expect(text).toContain(advice);
  });

  test("a link is behind a button, and the text does not carry it", () => {
    const url = "https://files.example/x?sig=secret";
    const { text, blocks } = linkReply(
      { url, fileName: undefined, fileSize: 12_999 },
      "a.fr.txt",
      inEnglish,
    );

    expect(text).toContain("“a.fr.txt” (13 kB); it expires soon");
    expect(text).not.toContain("secret");
    expect(blocks[1]).toMatchObject({ elements: [{ url, action_id: "task.open_link" }] });
  });

  test("a link too long for a button is still a link", () => {
    const url = `https://files.example/${"x".repeat(4000)}`;
    const { blocks } = linkReply(
      { url, fileName: undefined, fileSize: undefined },
      "a.txt",
      inEnglish,
    );

    expect(blocks[1]).toMatchObject({ type: "rich_text", elements: [{ elements: [{ url }] }] });
  });
});

describe("commands", () => {
  test("help names the commands and who approves", () => {
    const shown = shownText(helpReply(desk).blocks);

    expect(shown).toContain("`/translate status`");
    expect(shown).toContain(" <@U0APPROVER>");
  });

  test("a typo is shown back and lists what is understood", () => {
    expect(typoReply("frnech <!here>", {}, desk).text).toMatch(
      /^I don’t know “frnech &lt;!here&gt;”\..*`fr`/u,
    );
  });

  test("the status lists the newest first and counts the rest", () => {
    const quotes = Array.from({ length: 12 }, (_, i) =>
      aQuote({ request: aRequest({ at: noon + i }), file: { id: `F${i}`, name: `Book ${i}.txt` } }),
    );
    const { text, blocks } = statusReply(quotes, {
      context: desk,
      search: undefined,
      links: new Map(),
    });

    expect(text).toBe(
      "You have 12 manuscripts; these are the newest 10. `/translate status` with part of a name finds others.",
    );
    expect(shownText(blocks.slice(1, 2))).toContain("“Book 11.txt” into French");
    expect(blocks).toHaveLength(11);
  });

  test("the status says how each one stands", () => {
    const quotes = [
      aPostedQuote(),
      aQuote(),
      aQuote({ language: "fr" }),
      aQuote({ tasks: [aTask({ state: running({ progress: 0.3 }) })] }),
      aQuote({ tasks: [aTask({ state: completed({ charged: 12_345 }) })] }),
      aQuote({ decision: { status: "expired", at: noon } }),
    ];
    const shown = shownText(
      statusReply(quotes, { context: desk, search: undefined, links: new Map() }).blocks,
    );

    expect(shown).toContain("being read");
    expect(shown).toContain("waiting for approval · 12,345 credits · until");
    expect(shown).toContain("needs another language");
    expect(shown).toContain(": 30%");
    expect(shown).toContain("ready in the thread, 12,345 credits charged");
    expect(shown).toContain("expired without an approval");
  });

  test("where there are no terms it is said how far the run for them is, or how to get some", () => {
    const run = { quote: aQuote(), task: aGlossaryTask({ state: running({ progress: 0.3 }) }) };
    const none = noGlossaryReply({ run: undefined, newest: aQuote() }, desk);

    expect(noGlossaryReply({ run, newest: aQuote() }, desk).text).toContain("30%");
    expect(none.text).toContain("“Glossary…” under ⋯");
    expect(JSON.stringify(none.blocks)).toContain("Review the terms");
  });
});

describe("what messages remember", () => {
  test("the card names its quote, and the run once there is one", () => {
    const quote = aQuote();
    const task = aTask({ state: running() });

    expect(cardMetadata(quote).event_payload).toEqual({ quote_id: quote.id });
    expect(cardMetadata({ ...quote, tasks: [task] })).toEqual({
      event_type: "translation_quote",
      event_payload: {
        quote_id: quote.id,
        key: task.key,
        first_sent_at: noon,
        task_id: "task-7",
      },
    });
  });

  test("an announcement names task, quote and action", () => {
    const quote = aQuote();
    const task = aTask({ state: completed() });

    expect(outcomeMetadata(quote, task)).toEqual({
      event_type: "translation_task",
      event_payload: {
        task_id: "task-7",
        quote_id: quote.id,
        action: "translation",
        key: task.key,
      },
    });
    expect(noticeMetadata(quote, "declined").event_payload).toEqual({
      quote_id: quote.id,
      notice: "declined",
    });
  });

  test("a button's value that is not ours names nothing", () => {
    expect(parseTaskValue("q1/k1")).toEqual({ quoteId: "q1", key: "k1" });
    expect(["", "q1", "q1/", "/k1", "q1/k1/x"].map(parseTaskValue)).toEqual(
      Array(5).fill(undefined),
    );
  });
});
