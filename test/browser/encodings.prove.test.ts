import { describe, expect, test } from "vitest";

import { written } from "../manuscripts/charsets.ts";
import { corpus } from "../manuscripts/corpus.ts";
import { hasChromium, useChromium } from "./chromium.ts";
import { approve } from "./page.ts";
import { openPlayground } from "./playground.ts";

describe.runIf(hasChromium)("A manuscript that could be two things", () => {
  const browser = useChromium();

  test("shows its lines on the page, and the button beside the right ones goes on with it", async () => {
    await using ground = await openPlayground(browser());
    const estonian = corpus.find(({ language }) => language === "Estonian")?.text ?? "";
    const content = written(estonian, "iso-8859-15");
    await ground.slack.people.robin.uploads("#translations", { name: "harbour.txt", content });
    await ground.raw.getByText("harbour.txt").first().waitFor();
    const replies = ground.raw.getByRole("button", { name: /repl/i });
    await replies.first().click();

    const asked = await ground.says(/Which of these reads correctly\?/);
    await ground.button("ISO-8859-15").click();
    await ground.button(approve).waitFor();
    await ground.opens("Details…");
    const details = ground.dialog.getByText("read as ISO-8859-15");

    expect(asked).toContain(
      "Õhtul, kui tuul oli vaibunud, läks tüdruk mööda rannateed küla poole.",
    );
    await expect(details.innerText()).resolves.toContain("216 characters");
  });
});
