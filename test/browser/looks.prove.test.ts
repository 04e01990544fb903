import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { faultsOf, widthOf } from "./looks.ts";
import { approve } from "./page.ts";
import { openPlayground } from "./playground.ts";

describe.runIf(hasChromium)("The playground page", () => {
  const browser = useChromium();

  test("has no serious fault for people who use it by ear or keyboard", async () => {
    await using ground = await openPlayground(browser());
    await ground.postSample(/short story/);
    await ground.be("Ana");
    await ground.extract();
    await ground.thread.getByRole("cell", { name: "Ilse Varga" }).first().waitFor();

    const conversation = await faultsOf(ground.raw);
    await ground.thread.getByRole("button", { name: approve }).hover();
    const hovered = await faultsOf(ground.raw);
    await ground.openDrawer();
    const worlds = await faultsOf(ground.raw);
    await ground.raw.getByRole("tab", { name: "Requests" }).click();
    const requests = await faultsOf(ground.raw);
    await ground.closeDrawer();
    await ground.open("Galley’s Home");
    await ground.raw.getByRole("heading", { name: "My manuscripts" }).waitFor();
    const home = await faultsOf(ground.raw);

    expect({ conversation, hovered, worlds, requests, home }).toEqual({
      conversation: [],
      hovered: [],
      worlds: [],
      requests: [],
      home: [],
    });
  });

  test("can be used by keyboard: to the messages at once, and on writing after Send", async () => {
    await using ground = await openPlayground(browser());
    const { raw } = ground;
    await ground.composer.waitFor();
    const focused = () =>
      raw.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? ''");

    await raw.keyboard.press("Tab");
    await raw.keyboard.press("Enter");
    const messages = await focused();
    await ground.composer.fill("Hello");
    await raw.getByRole("button", { name: "Send" }).first().click();
    const afterSend = await focused();

    expect([messages, afterSend]).toEqual(["Messages that were posted", "Message #translations"]);
  });

  test("has none in the dark, with a form open", async () => {
    await using ground = await openPlayground(browser(), { window: { colorScheme: "dark" } });
    await ground.postSample(/picture/, "Can you translate this?");
    await ground.says(/I can’t read “/);
    const conversation = await faultsOf(ground.raw);
    await ground.type("/translate");
    await ground.dialog.getByText("Languages to translate into").waitFor();

    const form = await faultsOf(ground.raw);

    expect({ conversation, form }).toEqual({ conversation: [], form: [] });
  });

  test("is dark where the system is, and light again by its switch, which is remembered", async () => {
    await using ground = await openPlayground(browser(), { window: { colorScheme: "dark" } });
    await ground.composer.waitFor();
    const dark = await paperOf(ground.raw);

    await ground.raw.getByLabel("Colours").selectOption("light");
    const light = await paperOf(ground.raw);
    await ground.raw.reload();
    await ground.composer.waitFor();

    expect([dark, light]).toEqual(["rgb(26, 29, 33)", "rgb(255, 255, 255)"]);
    expect(await paperOf(ground.raw)).toBe(light);
  });

  test("fits a phone: nothing is cut off, and everything can be reached", async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    await using ground = await openPlayground(browser(), { window: phone });

    await ground.postSample(/Japanese/);
    await ground.be("Ana");
    await ground.agreeTo(approve);
    await ground.says(/is ready/);
    const widthOfThread = await widthOf(ground.raw);
    await ground.raw.getByRole("button", { name: "Close the thread" }).click();
    await ground.raw.getByRole("button", { name: "Conversations" }).click();
    await ground.open("Galley’s Home");
    await ground.raw.getByRole("heading", { name: "My manuscripts" }).waitFor();
    const widthOfHome = await widthOf(ground.raw);
    await ground.openDrawer();

    expect([widthOfThread, widthOfHome, await widthOf(ground.raw)]).toEqual([360, 360, 360]);
  });

  test("gives each person a colour of their own", async () => {
    await using ground = await openPlayground(browser());
    await ground.composer.waitFor();

    const colours = await ground.raw.evaluate<readonly string[]>(
      `[...document.querySelectorAll(".people .avatar")].map(
        (face) => getComputedStyle(face).backgroundColor)`,
    );

    expect(colours).toHaveLength(6);
    expect(new Set(colours).size).toBe(6);
  });

  test("can be used without a mouse", async () => {
    await using ground = await openPlayground(browser());
    const { keyboard } = ground.raw;
    await ground.composer.focus();

    await keyboard.press("Tab");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    await ground.raw.getByRole("button", { name: "Remove the-salt-clock.txt" }).waitFor();
    await keyboard.press("Enter");
    await ground.button(approve).focus();
    await keyboard.press("Enter");
    await ground.dialog.waitFor();
    await keyboard.press("Escape");
    await ground.dialog.waitFor({ state: "hidden" });

    const focused = await ground.raw.evaluate("document.activeElement.textContent");
    expect(focused).toBe("Approve · 6,279 cr");
  });

  test("draws hostile names and texts as they are written", async () => {
    await using ground = await openPlayground(browser());
    const hostile = `<img src=x onerror="document.title='owned'"><b>.txt`;

    await ground.slack.people.sam.posts({
      channel: "#translations",
      text: "&lt;script&gt;alert(1)&lt;/script&gt; <javascript:alert(1)|click me>",
      files: [{ name: hostile, content: "The bell rang over the harbour." }],
    });
    await ground.conversation.getByText("<script>alert(1)</script> click me").waitFor();
    await ground.conversation.getByText(hostile).first().waitFor();

    await expect(ground.conversation.getByRole("link", { name: "click me" }).count()).resolves.toBe(
      0,
    );
    await expect(ground.raw.title()).resolves.toBe("Galley playground");
  });
});

const paperOf = (page: Page) =>
  page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
