import { describe, expect, test } from "vitest";

import { hasChromium, useChromium } from "./chromium.ts";
import { approve } from "./page.ts";
import { openPlayground, type Playground } from "./playground.ts";

describe.runIf(hasChromium)("When the outside worlds fail, on the playground page", () => {
  const browser = useChromium();

  test("a balance that covers some chapters alone is said on the card, which offers them", async () => {
    await using ground = await openPlayground(browser(), { balance: 4000 });

    await ground.postSample(/short story/);
    const said = await ground.says(/credits short/);
    await ground.be("Ana");
    await ground.agreeTo(approve);
    const refused = await ground.says(/left\. Nothing was charged/);
    await ground.agreeTo("Approve part · 2,929 cr");
    const ready = await ground.says(/is ready/);

    expect(said).toContain("2,279 credits short. It covers chapters 1 and 2.");
    expect(refused).toContain("costs 6,279 credits, but the balance has only 4,000 credits left");
    expect(refused).toContain("after a top-up");
    expect(ready).toContain("chapters 1 and 2");
    expect((await ground.partner.records()).accounts).toMatchObject([{ charged: 2929 }]);
  });

  test("an answer that is lost after the commit leads to one task, paid once", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.button(approve).waitFor();
    await strike(ground, "Connection lost after the commit");
    await ground.be("Ana");
    await ground.agreeTo(approve);

    expect(await ground.says(/translation of .* is ready/)).toContain(
      "It cost 6,279 credits, as approved.",
    );
    const { tasks, creates, accounts } = await ground.partner.records();
    expect(tasks.filter(({ action }) => action === "translation")).toHaveLength(1);
    expect(creates.filter(({ action }) => action === "translation")).toMatchObject([
      { outcome: "created" },
      { outcome: "replayed" },
    ]);
    expect(accounts).toMatchObject([{ charged: 6279 }]);
  });

  test("a translation that lacks some paragraphs is asked about where they are missing", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.button(approve).waitFor();
    await strike(ground, "Loses some paragraphs");
    await ground.be("Ana");
    await ground.agreeTo(approve);

    // On a busy machine the reply comes before its text was read, and is completed later.
    expect(await ground.says(/Something may be missing/)).toMatch(
      /is ready[^]*Something may be missing: the original has 4 chapters and 51 paragraphs, .* First difference: chapter 3/,
    );
  });

  test("a bot that is killed in the middle takes the translation up again", async () => {
    await using ground = await openPlayground(browser(), { speed: 200_000 });

    await ground.postSample(/short story/);
    await ground.button(approve).waitFor();
    await ground.be("Ana");
    await ground.openDrawer();
    await ground.raw.getByLabel("Speed of the partner").selectOption("200");
    await ground.agreeTo(approve);
    await ground.says(/Translating…/);
    await button(ground, "Kill and restart Galley").click();
    await ground.slack.until(() => starts(ground) === 2);
    await ground.raw.getByLabel("Speed of the partner").selectOption("1000000000");

    expect(await ground.says(/translation of .* is ready/)).toContain(
      "It cost 6,279 credits, as approved.",
    );
    expect((await ground.partner.records()).accounts).toMatchObject([{ charged: 6279 }]);
  });

  test("a click while Galley is gone is not lost in silence", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.button(approve).waitFor();
    await ground.openDrawer();
    await button(ground, "Kill").click();
    await ground.drawer.getByText("Galley is not running.").waitFor();
    await ground.be("Ana");
    await ground.agreeTo(approve);

    const alert = ground.raw.getByRole("alert").filter({ hasText: "Galley" });
    await expect(alert.innerText()).resolves.toContain("could not be reached");
  });

  test("a failed task is told with what to do next", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.button(approve).waitFor();
    await strike(ground, "Task fails");
    await ground.be("Ana");
    await ground.agreeTo(approve);

    expect(await ground.says(/The .*failed.*@Robin Vale/)).toContain("“the-salt-clock”");
  });

  test("each request is listed with its idempotency key, the same before and after a lost answer", async () => {
    await using ground = await openPlayground(browser());

    await ground.postSample(/short story/);
    await ground.button(approve).waitFor();
    await strike(ground, "Connection lost after the commit");
    await ground.be("Ana");
    await ground.agreeTo(approve);
    await ground.says(/translation of .* is ready/);
    await ground.openDrawer();
    await ground.raw.getByRole("tab", { name: "Requests" }).click();

    const lines = ground.drawer.getByRole("listitem").filter({ hasText: "translation:" });
    const [lost = "", answered = ""] = await lines.allInnerTexts();
    expect(lost).toMatch(/translation: created[\s\S]*key (\w+)[\s\S]*connection cut/);
    expect(answered).toContain(/key \w+/.exec(lost)?.[0]);
    expect(answered).toContain("translation: replayed");
  });
});

const button = ({ drawer }: Playground, name: string) =>
  drawer.getByRole("button", { name, exact: true });

/** Counts the starts of the bot: each begins with `auth.test`. */
const starts = ({ slack }: Playground) =>
  slack.exchanges().filter(({ name }) => name === "auth.test").length;

async function strike(ground: Playground, fault: string): Promise<void> {
  await ground.openDrawer();
  await button(ground, fault).click();
  await ground.drawer.getByText(`Waiting: ${fault}`).waitFor();
  await ground.closeDrawer();
}
