import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { openPlayground } from "./playground.ts";

describe.runIf(hasChromium)("The estimate card of a novel", () => {
  const browser = useChromium();

  test("is at most 160 px high in a window of 900", async () => {
    const window = { viewport: { width: 900, height: 740 } };
    await using ground = await openPlayground(browser(), { window });

    await ground.postSample(/short story/);
    const card = await boxOf(ground.card.locator(".blocks"));

    expect(card.height).toBeLessThanOrEqual(160);
  });

  test("is whole on one screen of a phone", async () => {
    const window = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await using ground = await openPlayground(browser(), { window });

    await ground.postSample(/short story/);
    const card = await boxOf(ground.card);

    expect(card.x).toBeGreaterThanOrEqual(0);
    expect(card.x + card.width).toBeLessThanOrEqual(390);
    expect(card.y).toBeGreaterThanOrEqual(0);
    expect(card.y + card.height).toBeLessThanOrEqual(844);
  });
});

async function boxOf(place: Locator) {
  await place.waitFor();
  const box = await place.boundingBox();
  if (box === null) throw new Error("It is not on the page.");
  return box;
}
