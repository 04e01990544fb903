import type { Locator, Page } from "playwright-core";

/** The button that approves the whole manuscript. */
export const approve = /^Approve · /;

/** Finds what people see and use on the page, by its labels. */
export function openPage(page: Page) {
  const thread = page.getByRole("complementary", { name: "Thread" });
  const dialog = page.getByRole("dialog");
  const composer = page.getByRole("textbox", { name: /^Message / });
  const drawer = page.getByRole("complementary", { name: "Outside worlds" });

  /** Agrees to the confirm dialog, which lies above a form; returns its text. */
  const agree = async (): Promise<string> => {
    const question = dialog.last();
    const asked = await question.innerText();
    await question.locator(".dialog-foot button").last().click();
    return asked;
  };
  /** Opens the form behind an option of the card's ⋯. */
  const opens = async (option: string): Promise<void> => {
    await thread.getByRole("button", { name: "More options" }).first().click();
    await thread.getByRole("menuitem", { name: option }).click();
    await dialog.waitFor();
  };

  return {
    thread,
    dialog,
    composer,
    drawer,
    conversation: page.getByRole("region", { name: "Conversation" }),
    async be(name: "Robin" | "Ana" | "Ada" | "Sam" | "Gil"): Promise<void> {
      const people = page.getByRole("group", { name: "Who you are" });
      const button = people.getByTitle(`Be ${name},`);
      await button.click();
      await page.locator(`[aria-pressed=true][title^="Be ${name},"]`).waitFor();
    },
    async postSample(title: RegExp, words = ""): Promise<void> {
      await page.getByRole("button", { name: "Samples" }).first().click();
      await page.getByRole("menuitem", { name: title }).click();
      await page.getByRole("button", { name: /^Remove / }).waitFor();
      await composer.fill(words);
      await page.getByRole("button", { name: "Send" }).first().click();
      // The page opens the thread for the person who posted: nobody else may be chosen before that.
      await thread.waitFor();
    },
    /** Presses a button of the thread and agrees to its confirm dialog; returns the dialog's text. */
    async agreeTo(name: string | RegExp): Promise<string> {
      await button(thread, name).click();
      return await agree();
    },
    opens,
    /** Extracts a glossary through the form that shows its price. */
    async extract(): Promise<void> {
      await opens("Book and glossary…");
      await button(dialog, /^Extract glossary · /).click();
      await agree();
      await button(dialog, "Close").last().click();
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
    button: (name: string | RegExp) => button(thread, name),
    /** The card, once it offers the manuscript. */
    card: thread.getByRole("listitem").filter({ has: page.getByRole("button", { name: approve }) }),
    /** Waits for the first message of the thread with these words; returns its text. */
    says: (words: string | RegExp) =>
      thread.getByRole("listitem").filter({ hasText: words }).first().innerText(),
  };
}

const button = (within: Locator, name: string | RegExp) =>
  within.getByRole("button", { name, exact: true });
