import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { openPlayground } from "./playground.ts";

describe.runIf(hasChromium)("On the playground page", () => {
  const browser = useChromium();

  test("the newest message is in view after a picture, and when the drawer opens", async () => {
    await using ground = await openPlayground(browser());
    const { conversation, raw } = ground;
    for (const words of ["One", "Two", "Three", "Four"]) {
      await ground.postSample(/A picture/, words);
      await raw.getByRole("button", { name: "Close the thread" }).click();
    }
    await ground.type("The newest message");
    const newest = conversation.getByText("The newest message");

    await newest.waitFor();
    await expect.poll(gap(newest, ground.composer)).toBeGreaterThan(0);
    await ground.openDrawer();
    await expect.poll(gap(newest, ground.composer)).toBeGreaterThan(0);
  });
});

/** How far the one ends above the other, on the page as it is then. */
function gap(one: Locator, other: Locator) {
  return async () => {
    const [upper, lower] = [await one.boundingBox(), await other.boundingBox()];
    return (lower?.y ?? 0) - ((upper?.y ?? 0) + (upper?.height ?? 0));
  };
}
