import { describe, expect, test, vi } from "vitest";

import { patience } from "../patience.ts";
import { hasChromium, useChromium } from "./chromium.ts";
import { openPlayground } from "./playground.ts";

describe.runIf(hasChromium)("On the playground page", () => {
  const browser = useChromium();

  test("a glossary is read through, searched, corrected, and what was typed outlives a search", async () => {
    await using ground = await openPlayground(browser());
    await ground.postSample(/short story/);
    await ground.be("Ana");
    await ground.extract();
    const term = () => ground.dialog.getByLabel(/^Ilse Varga/u).first();
    // Slack opens a form within three seconds of the click alone: on a busy machine a person clicks again.
    await vi.waitFor(async () => {
      await ground.button("Review the terms").first().click({ timeout: 10_000 });
      await term().waitFor({ timeout: 10_000 });
    }, patience);

    await term().fill("Ilse Varga-Martin");
    await ground.dialog.getByLabel(/^Search/u).fill("Ilse");
    await ground.dialog.getByLabel(/^Search/u).press("Enter");
    await ground.dialog.getByText("Saved: 1 term.").waitFor();

    expect(await term().inputValue()).toBe("Ilse Varga-Martin");
  });
});
