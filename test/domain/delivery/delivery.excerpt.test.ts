import { describe, expect, test } from "vitest";

import { previewShown } from "#domain/delivery/delivery.ts";
import { outlined } from "#domain/delivery/lines.ts";
import { excerptOf } from "#domain/exports/bilingual.ts";
import { stepsOf } from "#domain/steps.ts";

import { aPreview, aQuote, aTask, completed, failed, noon, setup } from "../../builders.ts";

describe("the text of a preview", () => {
  test("is side by side where its paragraphs match, however lines end", async () => {
    const source = "One\r\n\r\nTwo is here.\r\n“Three,” she said.\r\n";
    const target = "Un\n\nDeux est ici.\n«Trois», dit-elle.";

    expect(await excerpt(source, target)).toEqual([
      ["One", "Un"],
      ["Two is here.", "Deux est ici."],
      ["“Three,” she said.", "«Trois», dit-elle."],
    ]);
  });

  test("keeps the lines of a paragraph together in a text that is broken at a width", async () => {
    const source = "It was a dark and\nstormy night; the\nrain fell.\n\nThen it stopped.";
    const target = "Es war eine dunkle und stürmische Nacht.\n\nDann nicht mehr.";

    expect(await excerpt(source, target)).toEqual([
      [expect.stringMatching(/^It was.*fell\.$/su), "Es war eine dunkle und stürmische Nacht."],
      ["Then it stopped.", "Dann nicht mehr."],
    ]);
  });

  test("shows paragraphs that were joined beside what they became", async () => {
    expect(await excerpt("One.\nTwo.", "Un. Deux.")).toEqual([["One.\nTwo.", "Un. Deux."]]);
  });

  test("is left out where there is none", async () => {
    expect(await excerpt("One.", " \n")).toBeUndefined();
  });
});

describe("what is said of a run", () => {
  const outcome = { kind: "outcome", key: aPreview().key } as const;

  test("has a text beside it for a preview that has come back, and for nothing else", () => {
    const shown = [
      aPreview({ state: completed() }),
      aPreview({ state: failed() }),
      aTask({ key: aPreview().key, state: completed() }),
    ].map((task) => previewShown(aQuote({ tasks: [task] }), outcome) !== undefined);

    expect(shown).toEqual([true, false, false]);
  });

  test("is said without the text once that has taken too long", () => {
    const task = aPreview({ state: { ...completed(), endedAt: noon } });
    const notices = [{ id: "outcome.k", about: outcome, state: { status: "due" } }] as const;
    const steps = stepsOf(aQuote({ tasks: [task], notices }), setup);

    expect(steps).toContainEqual({ kind: "say-with-text", notice: "outcome.k", at: 0 });
    expect(steps).toContainEqual({
      kind: "say",
      notice: "outcome.k",
      from: noon,
      at: noon + 20_000,
    });
  });
});

async function excerpt(source: string, target: string) {
  const work = excerptOf(await outlined(Buffer.from(source)), await outlined(Buffer.from(target)));
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}
