import type { KnownBlock, ModalView } from "@slack/types";
import { WebClient } from "@slack/web-api";
import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { faultsOf, widthOf } from "./looks.ts";
import { openPlayground, type Playground } from "./playground.ts";

const plain = (text: string) => ({ type: "plain_text" as const, text });
const address = "https://example.invalid/contract";
const long = "Choose chapters of this manuscript and translate them before all others";
const options = [
  { text: plain(long), value: "chapters:q1" },
  { text: plain("Details…"), value: "details:q1" },
  { text: plain("The contract"), value: "contract", url: address },
];
const more = { type: "overflow" as const, action_id: "test.more", options };
const words = `${"The bell rang over the harbour. ".repeat(8)}The end.`;
const accessory: KnownBlock = { type: "section", text: plain(words), accessory: more };
const actions: KnownBlock = {
  type: "actions",
  elements: [{ type: "button", action_id: "go", text: plain("Go") }, more],
};

describe.runIf(hasChromium)("An overflow menu on the playground page", () => {
  const browser = useChromium();

  test.each([
    [360, "light"],
    [800, "dark"],
    [1600, "light"],
  ] as const)("leaves the text beside it its room, %i wide and %s", async (width, colorScheme) => {
    const window = { viewport: { width, height: 740 }, colorScheme };
    await using ground = await openPlayground(browser(), { window });
    await post(ground, [accessory]);

    const { blocks, menu, last } = await opened(ground);
    const text = await boxOf(ground.conversation.getByText("The end."));

    expect(text.width).toBeGreaterThan(blocks.width - 60);
    expect(menu.x).toBeGreaterThan(blocks.x);
    expect(menu.x + menu.width).toBeCloseTo(blocks.x + blocks.width);
    expect(last.y + last.height).toBeLessThan((await boxOf(ground.composer)).y);
    expect(await widthOf(ground.raw)).toBe(width);
    expect(await faultsOf(ground.raw)).toEqual([]);
  });

  test.each([
    [360, "dark"],
    [1600, "dark"],
  ] as const)(
    "is whole beside a button at the end of a short page, %i wide and %s",
    async (width, colorScheme) => {
      const window = { viewport: { width, height: 420 }, colorScheme };
      await using ground = await openPlayground(browser(), { window });
      await post(ground, [actions]);

      const { blocks, menu, last } = await opened(ground);

      expect(menu.x).toBeCloseTo(blocks.x);
      expect(menu.x + menu.width).toBeLessThan(blocks.x + blocks.width);
      expect(last.y + last.height).toBeLessThan((await boxOf(ground.composer)).y);
      expect(await widthOf(ground.raw)).toBe(width);
      expect(await faultsOf(ground.raw)).toEqual([]);
    },
  );

  test("is used without a mouse", async () => {
    await using ground = await openPlayground(browser());
    await post(ground, [accessory]);
    const { keyboard } = ground.raw;
    const opener = ground.conversation.getByRole("button", { name: "More options" });
    const expanded = () => opener.getAttribute("aria-expanded");
    const focused = () => ground.raw.evaluate<string>("document.activeElement.textContent");
    await opener.focus();

    await keyboard.press("Enter");
    const afterEnter = [await expanded(), await focused()];
    await keyboard.press("Escape");
    const afterEscape = [await expanded(), await focused()];
    await keyboard.press("Space");
    await keyboard.press("ArrowUp");
    const afterUp = [await expanded(), await focused()];
    await keyboard.press("Escape");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    const afterDown = [await expanded(), await focused()];
    await keyboard.press("Enter");

    expect(afterEnter).toEqual(["true", long]);
    expect(afterEscape).toEqual(["false", "⋯More options"]);
    expect(afterUp).toEqual(["true", "The contract"]);
    expect(afterDown).toEqual(["true", "Details…"]);
    expect(await sent(ground)).toMatchObject({
      message: { blocks: [{ type: "section" }] },
      actions: [{ type: "overflow", selected_option: { value: "details:q1" } }],
    });
    expect([await expanded(), await focused()]).toEqual(["false", "⋯More options"]);
  });

  test("is closed by a click beside it, and opens the address of an option", async () => {
    await using ground = await openPlayground(browser());
    await ground.raw.context().route(address, (route) => route.fulfill({ body: "The contract" }));
    await post(ground, [accessory]);
    const opener = ground.conversation.getByRole("button", { name: "More options" });
    const menu = ground.conversation.getByRole("menu", { name: "More options" });
    await opener.click();
    await menu.waitFor();
    await ground.conversation.getByText("The end.").click({ position: { x: 2, y: 2 } });
    await menu.waitFor({ state: "detached" });

    await opener.click();
    const popup = ground.raw.waitForEvent("popup");
    await menu.getByRole("menuitem", { name: "The contract" }).click();
    await (await popup).waitForURL(address);

    expect(await sent(ground)).toMatchObject({ actions: [{ selected_option: options[2] }] });
  });

  test("opens under a pressed button, though the message changes meanwhile", async () => {
    await using ground = await openPlayground(browser());
    const { slack, conversation, raw } = ground;
    await raw.addInitScript(keepNews);
    await raw.reload();
    const { ts } = await post(ground, [accessory]);
    await conversation.getByRole("button", { name: "More options" }).hover();

    await raw.mouse.down();
    await clientOf(slack).chat.update({
      channel: slack.translations.id,
      ts,
      text: "An offer",
      blocks: [{ ...accessory, text: plain("Other words") }],
    });
    await raw.locator("html[data-news*='Other words']").waitFor({ state: "attached" });
    await raw.evaluate(nextFrame);
    await raw.mouse.up();
    await conversation.getByRole("menuitem", { name: "Details…" }).waitFor();
    await raw.keyboard.press("Escape");

    await expect(conversation.getByText("Other words").innerText()).resolves.toBe("Other words");
  });

  test("stands in a form, and what it pushes is left by closing it", async () => {
    await using ground = await openPlayground(browser());
    const { slack, dialog } = ground;
    const { views } = clientOf(slack);
    const trigger = () => slack.state.triggers.give(slack.people.robin.id);
    const modal = (title: string): ModalView => ({
      type: "modal",
      title: plain(title),
      blocks: [accessory],
    });
    await views.open({ trigger_id: trigger(), view: modal("Details") });
    const menu = dialog.getByRole("menu", { name: "More options" });

    await dialog.getByRole("button", { name: "More options" }).click();
    await menu.waitFor();
    await ground.raw.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    const stands = await dialog.getByRole("heading", { name: "Details" }).isVisible();
    await dialog.getByRole("button", { name: "More options" }).click();
    const faults = await faultsOf(ground.raw);
    await menu.getByRole("menuitem", { name: "Details…" }).click();
    const choice = await sent(ground);

    expect([stands, faults]).toEqual([true, []]);
    expect(choice).toMatchObject({
      view: { title: { text: "Details" } },
      actions: [{ type: "overflow", selected_option: { value: "details:q1" } }],
    });
  });

  test("stands on the Home tab", async () => {
    await using ground = await openPlayground(browser());
    const { slack } = ground;
    await ground.open("Galley’s Home");
    await ground.raw.getByRole("heading", { name: "My manuscripts" }).waitFor();
    const view = { type: "home" as const, blocks: [actions] };
    await clientOf(slack).views.publish({ user_id: slack.people.robin.id, view });

    await ground.raw.getByRole("button", { name: "More options" }).click();
    await ground.raw.getByRole("menuitem", { name: "Details…" }).click();

    expect(await sent(ground)).toMatchObject({
      view: { type: "home" },
      actions: [{ type: "overflow", selected_option: { value: "details:q1" } }],
    });
  });
});

const clientOf = ({ botToken, apiUrl }: Playground["slack"]) =>
  new WebClient(botToken, { slackApiUrl: apiUrl });

async function post({ slack, conversation }: Playground, blocks: KnownBlock[]) {
  const message = { channel: slack.translations.id, text: "An offer", blocks };
  const { ts = "" } = await clientOf(slack).chat.postMessage(message);
  await conversation.getByRole("button", { name: "More options" }).waitFor();
  return { ts };
}

/** Writes what the page receives where a test can wait for it. */
const keepNews = `
  const Native = EventSource;
  window.EventSource = class extends Native {
    constructor(url) {
      super(url);
      this.addEventListener("message", ({ data }) => {
        document.documentElement.dataset.news += data;
      });
    }
  };`;

/** Resolves when the page had a frame to draw. */
const nextFrame =
  "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))";

/** Returns the choice that Galley has received. */
async function sent({ slack }: Playground): Promise<unknown> {
  const isChoice = ({ name }: { readonly name: string }) => name === "block_actions";
  return (await slack.until(() => slack.exchanges().find(isChoice))).body;
}

/** Opens the menu; returns its box, that of its last option, and that of the blocks it belongs to. */
async function opened({ conversation }: Playground) {
  await conversation.getByRole("button", { name: "More options" }).click();
  return {
    blocks: await boxOf(conversation.locator(".blocks").last()),
    menu: await boxOf(conversation.getByRole("menu", { name: "More options" })),
    last: await boxOf(conversation.getByRole("menuitem", { name: "The contract" })),
  };
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (box === null) throw new Error("It is not on the page.");
  return box;
}
