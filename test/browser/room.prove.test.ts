import { WebClient } from "@slack/web-api";
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { approve } from "./page.ts";
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

  test("what one posts is in view, wherever one has scrolled to", async () => {
    await using ground = await openPlayground(browser());
    const list = ground.conversation.getByLabel("Messages that were posted");
    const lines = Array.from({ length: 60 }, (_, n) => `Line ${n}`);
    await ground.type(lines.join("\n"));
    const last = list.getByText("Line 59");
    await last.waitFor();
    await list.hover();
    await ground.raw.mouse.wheel(0, -100_000);
    await expect.poll(gap(last, ground.composer)).toBeLessThan(0);

    await ground.type("Here is one more");

    const more = list.getByText("Here is one more");
    await expect.poll(gap(more, ground.composer)).toBeGreaterThan(0);
  });

  test("the fields of the request form keep within a narrow window", async () => {
    const window = { viewport: { width: 360, height: 740 } };
    await using ground = await openPlayground(browser(), { window });

    await ground.type("/translate");
    const book = ground.dialog.getByRole("textbox", { name: "Book or series" });
    await book.waitFor();

    expect(await endOf(book)).toBeLessThan(await endOf(ground.dialog));
  });

  test("a link to a card leads to it on the page", async () => {
    await using ground = await openPlayground(browser());
    await ground.postSample(/short story/);
    await ground.be("Ana");
    await ground.agreeTo(approve);
    await ground.says(/is ready/);
    await ground.be("Robin");
    await ground.raw.getByRole("button", { name: "Close the thread" }).click();
    await ground.open("Galley’s Home");
    await ground.raw.getByRole("heading", { name: "My manuscripts" }).waitFor();

    await ground.raw.getByRole("link", { name: "Open card" }).first().click();

    await ground.thread
      .getByText(/✅|Done/)
      .first()
      .waitFor();
    expect(ground.raw.context().pages()).toHaveLength(1);
  });

  test("a manuscript opens its own thread, also beside another one", async () => {
    await using ground = await openPlayground(browser());
    await ground.postSample(/Japanese/);

    await ground.postSample(/short story/);

    await ground.thread.getByText("the-salt-clock.txt").waitFor();
    expect(await ground.thread.getByText("shiodokei-no-shima.txt").count()).toBe(0);
  });

  test("a reaction under an earlier manuscript opens no other thread", async () => {
    await using ground = await openPlayground(browser());
    const { slack } = ground;
    await ground.postSample(/Japanese/);
    await ground.button(approve).waitFor();
    await ground.postSample(/short story/);
    await ground.button(approve).waitFor();
    const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl });
    const channel = slack.translations.id;
    const { messages = [] } = await client.conversations.history({ channel });
    const first = messages.find(({ files = [] }) => files[0]?.name?.startsWith("shiodokei"));
    const timestamp = first?.ts ?? "";

    await client.reactions.add({ channel, timestamp, name: "eyes" });
    await ground.conversation.getByRole("img", { name: "eyes" }).waitFor();

    expect(await ground.thread.getByText("the-salt-clock.txt").count()).toBe(1);
    expect(await ground.thread.getByText("shiodokei-no-shima.txt").count()).toBe(0);
  });

  test("a form that the browser closes by itself is left for Slack too", async () => {
    await using ground = await openPlayground(browser());
    await ground.postSample(/short story/);
    await ground.be("Ana");
    await ground.opens("Book and glossary…");

    // As Chromium does for an Escape that follows another one.
    await ground.raw.evaluate(`document.querySelector("dialog").close()`);

    await expect.poll(() => ground.raw.locator("dialog").count()).toBe(0);
    await ground.opens("Details…");
    await ground.dialog.getByRole("heading", { name: "Details" }).waitFor();
  });

  test("everybody fits into the bar, and a call covers nothing of the drawer", async () => {
    await using ground = await openPlayground(browser());
    await ground.openDrawer();
    await ground.postSample(/short story/);
    const people = ground.raw.getByRole("group", { name: "Who you are" });
    await people.getByText("1", { exact: true }).first().waitFor();

    const calls = ground.raw.getByRole("alert").filter({ hasText: "On the phone of Ana" });
    const last = people.getByRole("button").last();

    await expect.poll(gap(calls, ground.drawer)).toBeGreaterThan(0);
    expect(await endOf(last)).toBeLessThanOrEqual(await endOf(people));
  });
});

/** Measures the vertical space between two elements, in pixels. */
function gap(one: Locator, other: Locator) {
  return async () => {
    const [upper, lower] = [await one.boundingBox(), await other.boundingBox()];
    return (lower?.y ?? 0) - ((upper?.y ?? 0) + (upper?.height ?? 0));
  };
}

async function endOf(one: Locator): Promise<number> {
  const box = await one.boundingBox();
  return (box?.x ?? 0) + (box?.width ?? 0);
}
