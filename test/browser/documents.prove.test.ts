import { describe, expect, test } from "vitest";

import { awkwardEpub } from "../manuscripts/corpus/epub.ts";
import { hasChromium, useChromium } from "./chromium.ts";
import { approve } from "./page.ts";
import { openPlayground } from "./playground.ts";

describe.skipIf(!hasChromium)("a document on the page", () => {
  const browser = useChromium();

  test("what of a book is translated is shown in a window before it is paid for", async () => {
    await using ground = await openPlayground(browser());
    await ground.raw.locator("input[type=file]").first().setInputFiles({
      name: "harbour.epub",
      mimeType: "application/epub+zip",
      buffer: awkwardEpub.bytes(),
    });
    await ground.raw.getByRole("button", { name: "Send" }).first().click();
    await ground.button(approve).waitFor();

    await ground.opens("Details…");
    await ground.dialog.getByText("It was a").waitFor();
    const shown = await ground.dialog.innerText();

    expect(shown).toContain("read as EPUB");
    expect(shown).toContain("Left out: 2 lists of contents");
    expect(shown).toContain("Chapter One\nThe Lighthouse\n\nIt was");
  });
});
