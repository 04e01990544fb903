import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { approve } from "./page.ts";
import { openPlayground } from "./playground.ts";

describe.runIf(hasChromium)("On the playground page", () => {
  const browser = useChromium();

  test("a manuscript goes in, and its translation can be kept", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.be("Ana");
    const asked = await ground.agreeTo(approve);
    await ground.be("Robin");
    await ground.button("Download").last().click();
    const opener = ground.thread.getByRole("link", { name: "Download" });
    const text = await keptBy(ground.raw, () => opener.click());

    expect(asked).toContain("from English into French for 6,279 credits");
    expect(text).toContain("⟦fr: Ţĥé Šáļţ Çļóçķ⟧");
    expect((await ground.partner.records()).accounts).toMatchObject([{ charged: 6279 }]);
  });

  test("a serial goes on: only its new chapters cost anything, and its book has a page", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/^A serial/);
    await ground.be("Ana");
    await ground.agreeTo(approve);
    await ground.says(/translation of .* is ready/);
    await ground.be("Robin");
    await ground.raw.getByRole("button", { name: "Close the thread" }).click();
    await ground.postSample(/^The serial goes on/);
    const card = await ground.says(/translated before/);
    await ground.type("/translate book the-glass-quarter");
    await ground.dialog.getByText("Chapter Three – Chapter Four").first().waitFor();
    const page = await ground.dialog.innerText();

    expect(card).toContain("chapters 3 and 4");
    expect(page).toContain("4,888 characters, 4 chapters");
    expect(page).toContain("Chapter One – Chapter Two");
    expect(page).not.toMatch(/quarter-\d/u);
  });

  test("a manuscript that is dropped on the channel is taken", async () => {
    await using ground = await openPlayground(browser());
    const dropped = await ground.raw.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["The bell rang over the harbour."], "bell.txt"));
      return transfer;
    })()`);

    await ground.conversation.dispatchEvent("drop", { dataTransfer: dropped });
    await ground.raw.getByRole("button", { name: "Remove bell.txt" }).waitFor();
    const send = ground.raw.getByRole("button", { name: "Send" }).first();
    await expect.poll(() => send.isEnabled()).toBe(true);
    await ground.composer.press("Enter");

    expect(await ground.says("bell →")).toContain("bell → French");
  });

  test("a preview is bought by itself, and read in its reply", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.be("Ana");
    const asked = await ground.agreeTo(/^Preview · /);

    expect(await ground.says(/preview of .* is ready/)).toContain("⟦fr: Ţĥé Šáļţ Çļóçķ⟧");
    expect(asked).toContain("The opening 2,927 characters of");
  });

  test("a glossary comes as a table, and as a file that can be kept", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.be("Ana");
    await ground.extract();
    await ground.thread.getByRole("cell", { name: "Ilse Varga" }).first().waitFor();
    await ground.thread.getByRole("button", { name: "More options" }).last().click();
    await ground.thread.getByRole("menuitem", { name: "Send me all as CSV" }).click();
    await ground.says(/I have sent you/);
    await ground.open("Galley");
    const file = ground.conversation.getByRole("link", { name: /\.csv/ });
    const text = await keptBy(ground.raw, () => file.click());

    expect(text).toContain("Ilse Varga");
  });

  test("a colleague who may not spend is told so alone, and nothing is bought", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.be("Sam");
    await ground.agreeTo(approve);
    const told = await ground.says(/Only .* can do this/);
    await ground.be("Robin");

    expect(told).toContain("Nothing was changed");
    await expect.poll(() => ground.thread.getByText("Only visible to you").count()).toBe(0);
    expect((await ground.partner.records()).accounts).toMatchObject([{ charged: 0 }]);
  });

  test("an estimate can be declined, and the requester is told who did", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.be("Ana");
    await ground.button("Decline").click();
    await ground.dialog.getByLabel("Reason").fill("Not this year.");
    await ground.dialog.getByRole("button", { name: "Decline" }).click();

    expect(await ground.says(/Declined by Ana Moreau/)).toContain("Not this year.");
    expect(await ground.says(/Declined: /)).toContain("@Ana Moreau");
    await expect(ground.button(approve).count()).resolves.toBe(0);
  });

  test("the form behind /translate takes a file, languages and what is wished for", async () => {
    await using ground = await openPlayground(browser());

    await ground.type("/translate");
    await ground.dialog.getByLabel("Upload files").setInputFiles({
      name: "bell.md",
      mimeType: "text/markdown",
      buffer: Buffer.from("The bell rang over the harbour, and nobody was there to hear it."),
    });
    await ground.dialog.getByRole("button", { name: "Remove bell.md" }).waitFor();
    await ground.dialog.locator("summary", { hasText: "French" }).click();
    await ground.dialog.getByLabel("Search").fill("span");
    await ground.dialog.getByRole("checkbox", { name: "Spanish" }).check();
    await ground.dialog.getByLabel("Search").fill("");
    await ground.dialog.getByRole("checkbox", { name: "French" }).uncheck();
    await ground.dialog.getByRole("button", { name: "More options" }).click();
    await ground.dialog.getByLabel("Start with").selectOption({ label: "A preview first" });
    await ground.dialog.getByLabel("Needed by").fill("2099-11-27");
    await ground.dialog.getByRole("button", { name: "Estimate" }).click();

    await ground.dialog.waitFor({ state: "hidden" });
    const title = ground.conversation.getByText("bell → Spanish");
    await expect(title.innerText()).resolves.toBe("bell → Spanish");
    await ground.conversation.getByText("27 November 2099").waitFor();
  });

  test("a form that is not filled in stays open and says what it lacks", async () => {
    await using ground = await openPlayground(browser());

    await ground.type("/translate");
    await ground.dialog.getByRole("button", { name: "Estimate" }).click();

    const lack = ground.dialog.getByRole("alert").filter({ hasText: "required" });
    await expect(lack.innerText()).resolves.toBe("Please complete this required field.");
  });

  test("the message menu translates the file of a message", async () => {
    await using ground = await openPlayground(browser());
    await ground.slack.people.sam.uploads("#translations", {
      name: "bell.txt",
      content: "The bell rang over the harbour.",
    });

    await ground.raw.getByRole("button", { name: "More actions on the message of Sam" }).click();
    await ground.raw.getByRole("menuitem", { name: "Translate this file" }).click();
    await ground.dialog.locator("summary", { hasText: "bell.txt" }).waitFor();
    await ground.dialog.getByRole("button", { name: "Close" }).last().click();

    await ground.raw.getByRole("button", { name: /repl/ }).click();
    expect(await ground.says("bell →")).toContain("bell → French");
  });

  test("a command that is half typed is completed, and help answers to one person", async () => {
    await using ground = await openPlayground(browser());

    await ground.composer.fill("/transl");
    await ground.raw.getByRole("option", { name: /Request a translation/ }).waitFor();
    await ground.composer.press("Tab");
    await ground.composer.pressSequentially("help");
    await ground.composer.press("Enter");

    const answer = ground.conversation.getByRole("listitem").filter({ hasText: "opens a form" });
    await expect(answer.innerText()).resolves.toContain("Only visible to you");
  });

  test("Home lists what one has handed in", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.button(approve).waitFor();
    await ground.open("Galley’s Home");

    const home = ground.raw.getByRole("region", { name: "Galley’s Home" });
    const line = home.getByText("“the-salt-clock”");
    await expect(line.innerText()).resolves.toContain("French");
  });
});

/** Returns the text of the file that this click downloads, in this window or in one that it opens. */
async function keptBy(page: Page, click: () => Promise<void>): Promise<string> {
  const kept = Promise.withResolvers<string>();
  const keep = (window: Page) =>
    window.on("download", (download) => {
      kept.resolve(download.path().then((path) => readFile(path, "utf8")));
    });
  keep(page);
  page.context().on("page", keep);
  await click();
  return await kept.promise;
}
