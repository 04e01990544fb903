import { describe, expect, test } from "vitest";

import type { ManuscriptFaultReason } from "#domain/manuscript.ts";
import { linkReply } from "#features/delivery/delivery-reply-view.ts";
import {
  declinedReply,
  refusedReply,
  reopenedReply,
} from "#features/estimate/estimate-card-view.ts";
import { statusReply } from "#features/home/home-view.ts";
import { batchTotalReply, helpReply, typoReply } from "#features/intake/intake-replies-view.ts";
import { parseTaskValue } from "#features/shared/ids.ts";
import { notAllowedReply } from "#features/shared/short-replies-view.ts";
import { cardMetadata, noticeMetadata } from "#features/shared/thread.ts";
import { inEnglish } from "#slack/i18n/locale.ts";

import {
  aCoverage,
  aCoveringRun,
  aPostedQuote,
  aQuote,
  aRequest,
  aTask,
  completed,
  noon,
  running,
} from "../../builders.ts";
import { testContext, shownText } from "../../support/context.ts";

describe("clicks", () => {
  test("who may decide hears what it costs now", () => {
    const { text } = reopenedReply(aQuote(), { by: "U0ROBIN" }, testContext);

    expect(text).toMatch(
      /^Approval needed: “The Lighthouse” → French, 12,345 credits \(requested again by <@U0ROBIN>\)\. <@/u,
    );
  });

  test("of what exists no price is said: the card offers it for free", () => {
    const runs = [aCoveringRun({ slice: [{ from: 0, to: 12_345 }] })];
    const quote = aQuote({ coverage: aCoverage({ runs }) });

    const { text } = reopenedReply(quote, { by: "U0ROBIN" }, testContext);

    expect(text).toMatch(/^Requested again: “The Lighthouse” → French \(<@U0ROBIN>\)\. <@/u);
  });

  test("somebody who may not spend learns who may", () => {
    expect(notAllowedReply(testContext).text).toBe(
      "Only <@U0APPROVER>, <!subteam^S0EDITORS> can do this. Nothing was changed.",
    );
  });
});

describe("the thread", () => {
  test("a declined estimate names who declined", () => {
    const decision = { status: "declined", by: "U0BEN", at: noon } as const;

    expect(declinedReply(aQuote({ decision }), testContext).text).toBe(
      "Declined: “The Lighthouse” → French (<@U0BEN>). Nothing was charged. <@U0MAIA>",
    );
  });

  test.each<readonly [ManuscriptFaultReason, RegExp]>([
    ["empty", /post the manuscript again/u],
    ["binary", /a \.txt or \.md file/u],
    ["undecodable", /a \.txt or \.md file/u],
    ["unsupported-type", /Word \(\.docx\), EPUB/u],
    ["old-word", /Word \(\.docx\), EPUB/u],
    ["pdf", /Word \(\.docx\), EPUB/u],
    ["broken-document", /save it again/u],
    ["unsafe-document", /save it again/u],
    ["protected-document", /save it without protection/u],
    ["too-large", /post it in parts/u],
    ["not-at-slack", /upload it again/u],
    ["canvas", /download it and post the file/u],
    ["elsewhere", /upload the file itself/u],
    ["late", /post it again in a few minutes/u],
    ["gone", /upload it again/u],
  ])("a refused manuscript (%s) is told what to do instead", (reason, advice) => {
    const { text } = refusedReply(
      aPostedQuote({ reading: { status: "refused", reason } }),
      testContext,
    );

    expect(text).toContain("“The Lighthouse.txt”");
    expect(text).toMatch(advice);
  });

  test("a link is behind a button, and the text does not carry it", () => {
    const url = "https://files.example/x?sig=secret";
    const { text, blocks } = linkReply({ url, fileSize: 12_999 }, "a.fr.txt", inEnglish);

    expect(text).toContain("“a.fr.txt”; it expires soon");
    expect(text).not.toContain("secret");
    expect(blocks[1]).toMatchObject({ elements: [{ url, action_id: "task.open_link" }] });
  });

  test("a link too long for a button is still a link", () => {
    const url = `https://files.example/${"x".repeat(4000)}`;
    const { blocks } = linkReply({ url, fileSize: undefined }, "a.txt", inEnglish);

    expect(blocks[1]).toMatchObject({ type: "rich_text", elements: [{ elements: [{ url }] }] });
  });
});

describe("commands", () => {
  test("help names the commands and who approves", () => {
    const shown = shownText(helpReply(testContext).blocks);

    expect(shown).toContain("`/translate status`");
    expect(shown).toContain(" <@U0APPROVER>");
  });

  test("a typo is shown back and lists what is understood", () => {
    expect(typoReply("frnech <!here>", {}, testContext).text).toMatch(
      /^I don’t know “frnech &lt;!here&gt;”\..* French,/u,
    );
  });

  test("the sum of several counts a file once that cannot be read, whatever its languages", () => {
    const part = (fileId: string, target: string, credits: number) => ({
      quoteId: `${fileId}-${target}`,
      fileId,
      target,
      count: {
        status: credits > 0 ? "priced" : "refused",
        target,
        characters: 1,
        credits,
      } as const,
    });
    const parts = [
      part("F1", "fr", 9),
      part("F2", "fr", 0),
      part("F1", "es", 9),
      part("F2", "es", 0),
    ];
    const total = { thread: undefined, parts, leftOut: [] };
    const batch = { first: "q0", repeats: false, told: undefined, total };
    const { text } = batchTotalReply(aQuote({ request: aRequest({ batch }) }), testContext);

    expect(text).toMatch(
      /^Approval needed: 1 manuscript → French and Spanish, 18 credits .* 1 couldn’t be read\. <@/u,
    );
  });

  test("the status lists the first ten, and says that there are more", () => {
    const quotes = Array.from({ length: 12 }, (_, i) =>
      aQuote({ file: { id: `F${i}`, name: `Book ${i}.txt` } }),
    );
    const { text, blocks } = statusReply(quotes, {
      context: testContext,
      search: undefined,
      links: new Map(),
      now: noon,
    });

    expect(text).toMatch(/^\*“Book 0”.*There are more/su);
    expect(shownText(blocks.slice(0, 1))).toContain("“Book 0” → French");
    expect(shownText(blocks.slice(-1))).toContain("There are more");
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
      statusReply(quotes, { context: testContext, search: undefined, links: new Map(), now: noon })
        .blocks,
    );

    expect(shown).toContain("Reading the manuscript…");
    expect(shown).toContain("waiting for approval · 12,345 credits · until");
    expect(shown).toContain("This manuscript is already in French.");
    expect(shown).toContain("Translating… 30%");
    expect(shown).toContain("Done. It cost 12,345 credits, as approved");
    expect(shown).toContain("Nobody decided in time.");
  });
});

describe("what messages remember", () => {
  test("the card names its quote and what it is made of, and the run once there is one", () => {
    const quote = aQuote();
    const task = aTask({ state: running() });

    const { file, place, target } = quote;
    const named = { quote_id: quote.id, file: file.id, message: place.message, target };
    expect(cardMetadata(quote).event_payload).toEqual(named);
    expect(cardMetadata({ ...quote, tasks: [task] })).toEqual({
      event_type: "translation_quote",
      event_payload: {
        ...named,
        key: task.key,
        run: "translation 0 fr",
        first_sent_at: noon,
        task_id: "task-7",
      },
    });
  });

  test("an announcement names task, quote and action", () => {
    const task = aTask({ state: completed() });
    const quote = aQuote({ tasks: [task] });
    const outcome = { kind: "outcome", key: task.key } as const;
    const state = { status: "due" } as const;

    expect(noticeMetadata(quote, { id: "outcome.1", about: outcome, state })).toEqual({
      event_type: "translation_task",
      event_payload: {
        task_id: "task-7",
        quote_id: quote.id,
        action: "translation",
        key: task.key,
        notice: "outcome.1",
      },
    });
    expect(
      noticeMetadata(quote, { id: "declined", about: { kind: "declined" }, state }).event_payload,
    ).toEqual({ quote_id: quote.id, notice: "declined" });
  });

  test("a button's value that is not ours names nothing", () => {
    expect(parseTaskValue("q1/k1")).toEqual({ quoteId: "q1", key: "k1" });
    expect(["", "q1", "q1/", "/k1", "q1/k1/x"].map(parseTaskValue)).toEqual(
      Array(5).fill(undefined),
    );
  });
});
