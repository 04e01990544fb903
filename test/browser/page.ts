import type { Locator, Page } from "playwright-core";

/** What people see and do on the page, in its own words. */
export function openPage(page: Page) {
  const thread = page.getByRole("complementary", { name: "Thread" });
  const dialog = page.getByRole("dialog");
  const composer = page.getByRole("textbox", { name: /^Message / });
  const drawer = page.getByRole("complementary", { name: "Outside worlds" });

  return {
    thread,
    dialog,
    composer,
    drawer,
    conversation: page.getByRole("region", { name: "Conversation" }),
    /** Becomes another person. */
    async be(name: "Robin" | "Ana" | "Ada" | "Sam" | "Gil"): Promise<void> {
      const people = page.getByRole("group", { name: "Who you are" });
      const button = people.getByTitle(`Be ${name},`);
      await button.click();
      await page.locator(`[aria-pressed=true][title^="Be ${name},"]`).waitFor();
    },
    async postSample(title: RegExp): Promise<void> {
      await page.getByRole("button", { name: "Samples" }).first().click();
      await page.getByRole("menuitem", { name: title }).click();
      await page.getByRole("button", { name: /^Remove / }).waitFor();
      await page.getByRole("button", { name: "Send" }).first().click();
    },
    /** Presses a button of the thread and agrees to its confirm dialog; gives the dialog's words. */
    async agreeTo(name: string): Promise<string> {
      await button(thread, name).click();
      const asked = await dialog.innerText();
      await dialog.locator(".dialog-foot button").last().click();
      return asked;
    },
    async type(text: string): Promise<void> {
      await composer.fill(text);
      await composer.press("Enter");
    },
    /** Opens a conversation or the Home tab by its name at the side. */
    open: (name: string) =>
      page.getByRole("navigation").getByRole("button", { name, exact: true }).click(),
    async openDrawer(): Promise<void> {
      await page.getByRole("button", { name: "Outside worlds" }).click();
      await drawer.waitFor();
    },
    closeDrawer: () => button(drawer, "Close the drawer").click(),
    button: (name: string) => button(thread, name),
    /** The first message of the thread with these words, once it is there. */
    says: (words: string | RegExp) =>
      thread.getByRole("listitem").filter({ hasText: words }).first().innerText(),
  };
}

const button = (within: Locator, name: string) => within.getByRole("button", { name, exact: true });
